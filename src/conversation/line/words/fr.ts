/**
 * What lines say in French, in Europe and in Canada. The words are `plain` ones: no capitals, no punctuation, no accents.
 * What somebody says of an answering machine, of waiting for a table or of doing two things is none of it.
 */
import type { Family } from "./families.ts";

const DIGIT = String.raw`(?:\d|zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf)`;
/** Neither the first digit of a telephone number nor what is counted: "composez le zéro six", "faites deux copies". */
const KEY = String.raw`(?:(?:sur )?(?:le|la touche|la|touche|le chiffre|le numero|l'option|sur) ${DIGIT}\b(?! (?:${DIGIT}|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|\d+)\b(?! pour))|${DIGIT}(?= (?:pour|si|ou|et|afin|suivi)\b| *$| ${DIGIT} pour\b))`;
const PRESS =
  "(?:appuyez|appuyer|appuyant|tapez|taper|tapant|composez|composer|composant|faites|faire|pressez|presser|enfoncez|choisissez|selectionnez|appuie|tape)";
const AGENT = String.raw`(?:agents?|operateurs?|operatrices?|conseillers?|conseilleres?|representants?|representantes?|correspondants?|prepose(?:e|s|es)?|telephonistes?|lignes|teleconseillers?|hotesses?|collaborateurs?|receptionnistes?)`;
const BOX = "(?:boite vocale|messagerie(?: vocale)?|repondeur(?: automatique)?|boite de messagerie)";
const SOON =
  "(?:des que possible|dans les (?:plus brefs|meilleurs) delais|dans (?:quelques|un) (?:instants?|minutes|moments?)|sous peu|au plus vite|rapidement|des (?:notre|mon) retour|tres prochainement|bientot)";

export const FRENCH: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\b(?:apres|des|suivant|au(?: son du| moment du)?|au son de|a|lors du|attendez)(?: le| la| les)? (?:signal(?: sonore)?|bip(?: sonore)?|tonalite|timbre|beep|top sonore|son du timbre)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:vous etes|etes bien|bienvenue|avez (?:bien )?(?:joint|rejoint|atteint)|ici|c'est|transfere|achemine|redirige|dirige)(?: bien)?(?: \w+)? (?:sur|a|au|la|le|ma|mon|notre|vers) (?:\w+ )??${BOX}\b|\b(?:sur|vers) (?:la|le|ma|mon|notre|une|sa) ${BOX} (?:de|du|d')|^(?:\w+ ){0,3}${BOX} (?:de|du|d')\w*`,
    ),
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\benregistre[rz] votre message\b|\b(?:une fois|quand|lorsque|apres)(?: \w+){0,4} (?:enregistrement|message)(?: \w+){0,3} (?:raccrochez|vous pouvez raccrocher|appuyez|faites|tapez)\b|\bvous pouvez raccrocher\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /(?<!\b(?:vous voulez|souhaitez vous|voulez vous|pouvez vous|pouvez me|puis je|peux) )\b(?:laissez|laisse|(?<=veuillez )laisser|(?<=merci de )laisser|(?<=pouvez )laisser)(?: nous| moi)? (?:(?:un|votre|ton)(?: \w+){0,2} message|(?:votre|vos|ton) (?:nom|coordonnees|numero))\b(?! (?:a la|pour (?:lui|elle)|avec moi))/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:personne|correspondant|abonne|poste|client|destinataire)\b(?: (?:que|vous|tentez|essayez|cherchez|demandez|avez|appelez|demande|appele|compose|de|a|au|joindre|rejoindre|contacter|\d+)){0,7} (?:n'est pas|est|ne peut)(?: \w+){0,2} (?:disponible|indisponible|joignable|injoignable|libre|en ligne|vous repondre|prendre votre appel)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern:
      /\b(?:(?:ne )?(?:peux|peut|pouvons|peuvent) (?:pas )?(?:actuellement |malheureusement )?(?:pas )?|n'est pas en mesure de |ne (?:suis|sommes) pas en mesure de |dans l'impossibilite de )(?:vous |te )?(?:repondre|prendre (?:votre|ton) appel|decrocher)\b(?! a (?:ca|cela|cette))/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: new RegExp(
      String.raw`\b(?:vous|te) rappell?er(?:ons|ai|a)(?: \w+){0,2} ${SOON}|\b(?:rappell?er(?:ons|ai)|repondr(?:ons|ai)|reviendr(?:ons|ai)|recontacter(?:ons|ai))(?: \w+){0,2} ${SOON}|\b(?:nous|je) (?:vous|te) (?:rappelle|rappelons|reviens|recontacte)(?: \w+)? ${SOON}|\bretourner(?:ai|ons) (?:votre|ton) appel\b`,
    ),
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\b(?:je ne suis|nous ne sommes|je suis|nous sommes)(?: \w+)? (?:pas (?:disponibles?|joignables?|la)|absente?s?|indisponibles?)\b|\b(?:nos bureaux|notre (?:bureau|cabinet|magasin|etude|secretariat|boutique|standard)|le cabinet)(?: \w+){0,2} (?:sont|est) (?:actuellement |presentement )?fermee?s?\b|\bvous etes bien (?:chez|sur|au|a)\b|\bvous avez (?:bien )?(?:joint|rejoint)\b|\bnos (?:heures d'ouverture|horaires) sont\b|\b(?:votre|ton) nom(?: et)?(?: votre| ton)? numero\b|\ben (?:mon|notre) absence\b/,
  },
  {
    kind: "full",
    weight: 3,
    pattern:
      /\b(?:boite vocale|boite de messagerie|messagerie|repondeur)(?: \w+){0,6} (?:est )?(?:pleine?|saturee?)\b|\b(?:ne peut|n'accepte)(?: \w+){0,3} (?:plus|davantage|aucun)(?: de)?(?: \w+)? messages?\b|\b(?:boite|messagerie)(?: \w+){0,4} (?:n'est pas|n'a pas ete) (?:encore )?(?:activee|configuree|initialisee)\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b${PRESS} (?:maintenant )?${KEY}`) },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\b(?:veuillez |merci de )?(?:entre[rz]|saisissez|saisir|composer?z?|tapez|taper) (?:votre|le|la|les|vos|maintenant)(?! (?:suivant|meme)) (?:\w+ ){0,4}?(?:numero (?:de|du) (?:client|compte|dossier|telephone|poste|contrat|carte|votre|la|l)|numero a|code|poste|pin|mot de passe|nip|chiffres|identifiant)\b|\ben quelques mots\b|\b(?:dites|vous pouvez dire)(?! (?:moi|nous|lui|leur|a|que|si)\b) (?:\w+ ){1,6}ou (?:dites |bien )?\w+ *$|\bdites (?:oui ou non|\w+ ou (?:tapez|appuyez|faites))\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:menu (?:principal|precedent)|(?:options|choix) (?:suivants?|suivantes)|ecoute[rz] attentivement|reecouter (?:ce menu|ces options|ces choix)|(?:option|entree|poste|choix|saisie)(?: \w+){0,2} (?:n'est pas valide|invalide|non valide|incorrecte?)|n'est pas (?:un|une) \w+ valide|for (?:english|service in english)|pour (?:le )?(?:service|continuer) en francais|si vous connaissez (?:le numero de |le |votre )?(?:poste|numero de poste))\b/,
  },
  { kind: "ivr", weight: 1, pattern: /\ba tout moment\b/ },
  {
    kind: "ivr",
    weight: 1.5,
    pattern: new RegExp(
      String.raw`\b${PRESS} (?:sur )?(?:la touche |le |l')?(?:etoile|diese|carre)\b|\bsuivi (?:du|de la touche|de l') ?(?:etoile|diese|carre)\b`,
    ),
  },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\bvotre appel est (?:tres )?important\b|\b${AGENT} (?:\w+ )?(?:vous repondra|va vous repondre|prendra votre appel|va prendre votre appel|sera (?:a vous|avec vous|disponible|bientot))|\bvotre appel (?:sera|va etre|est en cours de) (?:pris|traite|transfere|repondu|mis en)|\b(?:vous )?(?:allez etre|serez) mise? en relation\b|\bappels? (?:sont|sera|seront) (?:pris|traites?|repondus?)(?: \w+){0,3} ordre\b|\bconserver votre (?:priorite|rang|place)\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:tous nos|toutes nos|tous les|toutes les|l'ensemble de nos|l'ensemble des) (?:\w+ )?${AGENT}(?: \w+){0,4} (?:occupe|en ligne|en communication|deja)|\b(?:prochaine?|premiere?) ${AGENT} (?:disponible|libre)\b|\bvolume (?:eleve |important |inhabituel |\w+ )?d'appels\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:position|place|rang)(?: \w+)? dans la file\b|\bvous etes (?:le |la |en )?(?:\w+ )?(?:position|numero \w+|\w+ieme|premier|premiere|\de) (?:\w+ )?(?:dans|de) la file\b|\b(?:dans|en) (?:la |notre |une )?file d'attente telephonique\b|\b(?:votre|notre) (?:temps|duree|delai) d'attente\b|\b(?:temps|duree|delai) d'attente (?:estimee?|approximati\w+|prevue?|actuelle?|moyenn?e?|est estimee?)\b|\b(?:il y a|vous avez) \w+ (?:appels?|personnes?) (?:avant|devant) (?:vous|le votre)\b|\bappels? (?:avant|devant|precedent) (?:vous|le votre)\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:restez|demeurez|veuillez (?:rester|demeurer)|merci de (?:rester|demeurer)|veuillez patienter|merci de (?:bien vouloir )?patienter|continuez a patienter|veuillez garder|gardez)(?: en ligne| la ligne)?\b|\bmerci de votre patience\b|\bne (?:quittez|raccrochez) pas\b|\bfile d'attente\b|\b(?:temps|duree) d'attente\b|\b(?:cet|votre|l) ?'?appel (?:peut|pourra|pourrait|sera|est susceptible d) ?'?(?:etre )?enregistre\b|\bdans l'ordre d'arrivee\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /(?<!\b(?:avez vous|auriez vous|vous avez|vous auriez) )\b(?:un (?:petit |p'tit |tout petit )?(?:instant|moment)|une (?:petite )?(?:seconde|minute)|deux (?:petites )?(?:secondes|minutes)|(?:ne )?(?:quittez|raccrochez) pas|patientez|attendez(?: un| une| je| voir|$)|(?:pouvez|pourriez) vous (?:patienter|attendre|garder la ligne|rester en ligne)|gardez la ligne|restez en ligne|je vous (?:passe|transfere|bascule|reviens|mets en (?:attente|relation|communication)|le passe|la passe)|je (?:regarde|verifie|consulte|me renseigne|reviens|vais (?:voir|verifier|demander|regarder|chercher|me renseigner))|laissez moi (?:voir|regarder|verifier|consulter))\b/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:dites|indiquez|enregistrez|donnez|precisez|enoncez|mentionnez|dis)(?: moi)?(?: s'il vous plait)? (?:votre|ton) nom (?:et|ainsi que) (?:le |la |l'|votre |pourquoi )?(?:motif|raison|objet|vous)\b|\bfiltrage (?:d'appels?|des appels)\b|\bfiltre (?:ses|les) appels\b|\bje vais voir si (?:cette|la) personne est disponible\b/,
  },
  {
    kind: "screening",
    weight: 1.5,
    pattern:
      /\b(?:dites|indiquez|enregistrez|enoncez) votre nom\b|\b(?:motif|raison|objet) de (?:votre|l'|ton) ?appel\b|\bpourquoi vous appelez\b/,
  },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\bnumero(?: (?:que|vous|avez|de|telephone|est)){0,4} (?:compose|demande|appelez|appele|demandez)(?: \w+)? (?:n'est (?:pas|plus) (?:attribue|en service|valide)|n'existe (?:pas|plus)|a change|est (?:hors service|incorrect|errone|invalide))\b|\b(?:votre|l') ?appel ne peut (?:pas )?(?:aboutir|etre (?:achemine|complete|etabli))\b|\bn'est (?:pas|plus) attribue\b|\bil n'y a (?:pas|plus) d'abonne\b|\bne pouvons (?:pas )?donner suite a votre appel\b|\bveuillez (?:verifier le numero|raccrocher) et (?:composer|recomposer|refaire|reessayer|appeler)\b|\bnumero non attribue\b/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:(?:que|comment|en quoi) (?:puis je|peut on|pouvons nous)|(?:puis je|je peux|peut on|on peut|pouvons nous) (?:vous )?(?:aider|renseigner|servir|prendre|lui)|que puis je pour vous|je vous ecoute|(?:c'est )?qui est a l'appareil|qui (?:est ce|parle|appelle)|c'est (?:de la part )?de qui|de la part de qui|a qui ai je l'honneur|(?:voulez|souhaitez) vous (?:lui )?laisser|vous voulez (?:lui )?laisser)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:allo|oui|bonjour|bonsoir|salut|ouais)(?: (?:allo|oui|bonjour|bonsoir|j'ecoute|qui est la|madame|monsieur))*$|\b(?:a l'appareil|a votre ecoute|j'ecoute)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:desolee?|excusez moi|pardon|navree?)(?: \w+)? (?:pour|de) (?:l'attente|vous avoir fait)\b|\bvous avoir fait (?:attendre|patienter)\b|\bvous etes (?:toujours|encore) la\b|\bme (?:revoila|revoici|voila)\b|\bje suis de retour\b/,
  },
  { kind: "person", weight: 1.5, pattern: /\bmerci (?:d'avoir (?:patiente|attendu)|pour (?:votre|l) ?'?attente)\b/ },
];
