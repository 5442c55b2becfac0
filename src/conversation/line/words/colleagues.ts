/** How people hand a caller over to somebody else, and how that one begins, by language. Words are `plain` ones. */
import type { Language } from "../../../language/languages.ts";

export type ColleagueWords = {
  readonly announces: RegExp;
  /** Somebody else was, or will be: nobody comes now. */
  readonly notNow: RegExp;
  readonly greets: RegExp;
  readonly presents: RegExp;
  /** In "one moment please": somebody else comes back, and not whoever said it. */
  readonly leadsAway: RegExp;
};

const PERSON_EN =
  "(?:colleagues?|co ?workers?|manager|boss|owner|supervisor|husband|wife|partner|son|daughter|team|department|guy|lady|office|workshop|kitchen|front desk|reception|service|sales|bookings?|reservations?|somebody|someone|him|her|them|\\w+ who)";
const PERSON_ES =
  "(?:companer[oa]s?|colega|jefe|jefa|encargad[oa]|responsable|duen[oa]|gerente|supervisor[a]?|marido|mujer|esposa|esposo|soci[oa]|hij[oa]|departamento|seccion|taller|cocina|recepcion|reservas|reservaciones|ventas|administracion|doctora?|alguien|el|ella|senora?)";
const PERSON_FR =
  "(?:collegues?|patron|patronne|chef|responsable|gerante?|proprietaire|mari|femme|associee?|fils|fille|service|departement|atelier|cuisine|accueil|reception|reservations?|comptabilite|secretariat|secretaire|docteur|medecin|monsieur|madame|quelqu'un)";
const PERSON_DE =
  "(?:kolleg(?:e|en|in|innen)|chef|chefin|leiter(?:in)?|inhaber(?:in)?|mann|frau|partner(?:in)?|sohn|tochter|abteilung|werkstatt|kuche|rezeption|empfang|service|verkauf|reservierung|buchhaltung|sekretariat|doktor|arzt|arztin|herrn?|jemanden?|ihn|zustandigen?)";

export const COLLEAGUE_WORDS: Readonly<Record<Language, ColleagueWords>> = {
  en: {
    announces: new RegExp(
      [
        "\\bput(?:ting)? you (?:through|on to|onto|over)\\b",
        "\\b(?:transfer|transferring|connect|connecting|hand|handing|pass|passing|forward|forwarding|switch|switching|give|giving|redirect|redirecting) you (?:\\w+ ){0,2}?(?:to|with|through|on|over)\\b",
        `\\b(?:get|getting|fetch|fetching|grab|grabbing|call|ask|find|finding|give you|giving you|pass you) (?:\\w+ ){0,3}?${PERSON_EN}\\b`,
        "\\b(?:pass|hand|give)(?:ing)? (?:the phone|it|this|the call) (?:\\w+ )?(?:to|over)\\b",
        `\\b(?:here is|here's|here comes) (?:my|our|the) ${PERSON_EN}\\b`,
      ].join("|"),
    ),
    notNow:
      /\b(?:call (?:you )?back|when (?:he|she|they)|tomorrow|later|would you like me to|shall i|do you want me to|should i|could you)\b/,
    greets:
      /^(?:(?:yes|yeah|okay|ok|um|uh|so|hi|well) )*(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|thank you for (?:calling|holding|waiting)|thanks for (?:calling|holding|waiting)|yes(?= \w+ (?:here|speaking)))\b/,
    presents:
      /\b(?:speaking|this is \w+|my name is|\w+ here|how (?:can|may) (?:i|we)|what can i|i understand you|i hear you|you wanted to|service|department|desk|reception|reservations|bookings|sales|office|workshop|billing|support)\b/,
    leadsAway: /\b(?:transfer|connect|through|you over|you on|colleague|manager|owner)/,
  },
  es: {
    announces: new RegExp(
      [
        "\\b(?:le|te|lo|la|les) (?:paso|comunico|transfiero|pongo|derivo|conecto|voy a (?:pasar|comunicar|transferir|poner|derivar)) (?:con|al|a la|a mi|a nuestro|a otra|en contacto con|a el|a ella)\\b",
        "\\b(?:le|te|lo|la) (?:paso|comunico|transfiero|derivo)(?: ahora| enseguida| ya)?$",
        "\\b(?:pasarle|comunicarle|comunicarlo|comunicarla|transferirle|transferirlo|transferirla|ponerle|derivarle) (?:con|al|a la|a mi)\\b",
        "\\b(?:ahora|ahorita|enseguida|ya|aqui) (?:mismo )?(?:se pone|se lo paso|se la paso|te lo paso|te la paso|le atiende|lo atiende|la atiende)\\b",
        `\\b(?:voy a (?:llamar|buscar|avisar)(?: a)?|llamo a|busco a|aviso a|se pone|le doy con) (?:mi |el |la |un |una |al )*${PERSON_ES}\\b`,
      ].join("|"),
    ),
    notNow:
      /\b(?:le (?:llamara|llamamos|llamaremos)|cuando (?:venga|vuelva|llegue|pueda)|manana|mas tarde|luego le|quiere que|desea que|prefiere que|podria usted)\b/,
    greets:
      /^(?:(?:si|ya|bueno|a ver|ok|pues|vale) )*(?:hola|diga|digame|alo|buenos dias|buen dia|buenas(?: tardes| noches)?|gracias por (?:esperar|llamar|la espera)|mande|bueno$)\b/,
    presents:
      /\b(?:le habla|le atiende|lo atiende|habla \w+$|al habla|al aparato|soy \w+|mi nombre es|me llamo|en que (?:puedo|podemos|le)|me (?:dicen|comentan|han dicho) que|recepcion|reservas|taller|ventas|cocina|administracion|departamento|servicio)\b/,
    leadsAway:
      /\b(?:paso|comunico|transfiero|derivo|pongo con|se pone|companer[oa]|colega|jefe|jefa|encargad[oa]|responsable|duen[oa]|gerente)\b/,
  },
  fr: {
    announces: new RegExp(
      [
        "\\bje (?:vous|te) (?:passe|transfere|bascule|redirige|dirige|mets en (?:relation|communication|contact)|connecte)(?! (?:la )?(?:commande|carte|facture|devis))\\b",
        "\\bje (?:vais|peux) vous (?:passer|transferer|basculer|mettre en (?:relation|communication|contact)|rediriger)\\b",
        "\\bje vous l[ea] passe\\b",
        `\\bje (?:vais (?:chercher|appeler|demander a)|cherche|appelle|vous donne) (?:mon |ma |le |la |l'|un |une )*${PERSON_FR}\\b`,
        `\\b(?:voici|voila|je vous laisse avec) (?:mon |ma |le |la |notre )${PERSON_FR}\\b`,
      ].join("|"),
    ),
    notNow:
      /\b(?:vous rappeller?a|vous rappelle|quand (?:il|elle)|demain|plus tard|voulez vous que|souhaitez vous que|vous voulez que|pourriez vous)\b/,
    greets:
      /^(?:(?:oui|ouais|bon|alors|ok|euh) )*(?:allo|bonjour|bonsoir|salut|merci (?:d'avoir (?:patiente|attendu)|de votre (?:appel|patience)|pour l'attente)|oui(?= \w+ a l'appareil))(?!\p{L})/u,
    presents:
      /\b(?:a l'appareil|a votre ecoute|j'ecoute|je vous ecoute|ici \w+|c'est \w+ (?:a l'appareil|a l'accueil|du)|je m'appelle|mon nom est|(?:comment|que|en quoi) puis je|on me dit que|accueil|reception|reservations|atelier|service|comptabilite|secretariat)(?!\p{L})/u,
    leadsAway:
      /\b(?:passe|transfere|bascule|mets en (?:relation|communication)|collegue|patron|patronne|chef|responsable|gerante?)\b/,
  },
  de: {
    announces: new RegExp(
      [
        "\\b(?:verbinde|verbind|leite|stelle|stell|gebe|geb|reiche|reich) (?:ich )?(?:sie|dich|ihnen|euch) (?:\\w+ ){0,4}?(?:weiter|durch|mit|an|zu|meine|meinen|den|die)\\b",
        "\\bich verbinde(?: sie)?(?: mal| kurz| gleich)?$|\\b(?:ich|dann) (?:ver)?binde sie\\b",
        `\\b(?:hole|hol|frage|frag|gebe|geb|rufe|ruf|suche) (?:ich )?(?:ihnen |mal |kurz |schnell |eben |gleich )*(?:mal |kurz )?(?:meine[nrm]?|den|die|das|unsere[nr]?|einen|eine|unseren|jemanden?)? ?${PERSON_DE}\\b`,
        `\\b(?:hier ist|hier kommt|da ist|da kommt) (?:mein|meine|der|die|unser|unsere) ${PERSON_DE}\\b`,
      ].join("|"),
    ),
    notNow:
      /\b(?:ruft sie|rufe sie|rufen sie|zuruckrufen|ruft zuruck|wenn (?:er|sie) (?:wieder|kommt|da)|morgen|spater|soll ich|mochten sie|wollen sie|konnten sie|darf ich)\b/,
    greets:
      /^(?:(?:ja|so|okay|ok|also|na) )*(?:hallo|guten (?:tag|morgen|abend)|gruss gott|gruezi|grussgott|moin|servus|(?:danke|vielen dank) furs (?:warten|anrufen)|tag$|bitte$)/,
    presents:
      /\b(?:am apparat|am telefon|mein name ist|hier ist \w+|hier spricht|\w+ hier$|(?:wie|womit|was) (?:kann|darf) ich|ich hore sie|man sagt mir|werkstatt|rezeption|empfang|reservierung|buchhaltung|abteilung|service|sekretariat|kuche)\b/,
    leadsAway:
      /\b(?:verbinde|stelle? sie|gebe sie|leite sie|weiter|durch|kolleg\w+|chef|chefin|inhaber\w*|leiter\w*)\b/,
  },
};
