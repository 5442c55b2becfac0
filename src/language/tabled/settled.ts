/** Words that sound like a yes and settle nothing, in Spanish, French and German. Words are folded. */
import type { Language } from "../languages.ts";
import { wordsOf } from "./words.ts";

type Abroad = Exclude<Language, "en">;

type SettledWords = {
  /** "We can do that", "there is a table": nobody has done it. */
  readonly possible: RegExp;
  /** It is done only if somebody does something more. */
  readonly contingent: RegExp;
  /** A condition about what may go wrong, not about whether it is done. */
  readonly harmless: RegExp;
  /** A yes that means no. */
  readonly scorn: RegExp;
  /** All of a bare "yes, of course". */
  readonly agreeing: ReadonlySet<string>;
  /** In words of ours: we asked whether it is done, or for it to be done. */
  readonly asksIfDone: RegExp;
};

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

export const SETTLED: Readonly<Record<Abroad, SettledWords>> = {
  es: {
    possible:
      /\b(?:puedo|podemos|puede|pueden|podria|podriamos|podrian|(?:es|seria) posible|se podria|tenemos (?!(?:ya )?(?:anotad|apuntad|reservad|confirmad)\w*)|tengo (?!(?:ya )?(?:anotad|apuntad|reservad|confirmad)\w*)|hay (?:mesa|sitio|hueco|lugar|disponib\w+|plaza|cita)|quedan? (?:mesas?|sitios?|huecos?|lugares|plazas?|libres?|una|dos|alguna)|le (?:parece|va bien|viene bien|interesa)|que tal|ofrecemos|deje(?:me)? que|dejeme)\b/,
    contingent:
      /\b(?:solo si|unicamente si|siempre que|siempre y cuando|a condicion de|con la condicion|con tal de|salvo que|a menos que|pero (?:antes |primero )?(?:tiene|tendria|hay|habria|necesit\w+|debe\w*) (?:que )?\w+|primero (?:tiene|hay|debe)|en cuanto (?:pague|deje|firme|confirme|envie)|cuando (?:pague|deje|firme|confirme|envie)|si (?:usted |ustedes )?(?:viene|vienen|paga|pagan|deja|dejan|firma|firman|confirma|confirman|da|dan|trae|traen|envia|envian|hace|hacen|acepta|aceptan|llega|llegan)|falta (?:que|confirmar|el pago|la senal|el deposito))\b/,
    harmless: /\b(?:tarde|retras\w+|cancel\w*|anular|cambi\w+|no puede\w*|duda|dudas|pregunta\w*|surge|perd\w+)\b/,
    scorn:
      /\b(?:cuando las ranas crien pelo|ni en suenos|ni loc[oa]|ni de broma|ni hablar|si claro como no|esta (?:usted )?de broma|me toma el pelo|ya le gustaria|cuando vuelen los (?:burros|cerdos))\b/,
    agreeing: set(
      "si claro por supuesto desde luego correcto exacto exactamente asi es eso perfecto de acuerdo vale muy bien bueno sin problema ningun no hay como efectivamente con mucho gusto hecho ok okay genial estupendo senor senora usted gracias a ustedes ti pues ah que encantada encantado seguro listo ya sale dale orale andele",
    ),
    asksIfDone: /\b(?:reserv|confirm|anot|apunt|agend|cancel|anul|cambi|mov|encarg|program|hech|list|qued|cit)\w*\b/,
  },
  fr: {
    possible:
      /\b(?:peux|peut|pouvons|peuvent|pourrais|pourrait|pourrions|pouvez|pourriez|(?:c est|ce serait|serait|est) (?:tout a fait )?possible|possible de|il (?:y a|reste|nous reste)|(?:nous avons|on a|j ai|j aurais|nous aurions|on aurait) (?:encore |toujours )?(?:une?|deux|de la|des|du) (?:table|tables|place|places|creneau|creneaux|disponibilite\w*|rendez|chambre\w*)|(?:ca|cela) vous (?:va|convient|irait)|que diriez|proposons|propose)\b/,
    contingent:
      /\b(?:seulement si|uniquement si|a condition|sous reserve|pourvu que|sauf si|a moins que|mais (?:il faut|il faudrait|vous devez|d abord)|d abord (?:il faut|vous devez)|des que vous (?:aurez|avez|payez|confirmez)|une fois que vous|quand vous aurez|si (?:vous|il|elle|votre client|monsieur|madame) (?:\w+ )?(?:venez|vient|payez|paye|paie|versez|verse|signez|signe|confirmez|confirme|donnez|donne|envoyez|acceptez|accepte|laissez|reglez|apportez|arrivez)|il manque|reste a (?:confirmer|payer|regler))\b/,
    harmless: /\b(?:retard|annul\w+|chang\w+|ne pouvez|empechement|question\w*|perd\w+|decommand\w+)\b/,
    scorn:
      /\b(?:quand les poules auront des dents|dans vos reves|vous revez|jamais de la vie|et puis quoi encore|vous plaisantez|vous rigolez|c est ca oui)\b/,
    agreeing: set(
      "oui ouais si bien sur tout a fait exactement exact absolument d accord entendu parfait c est ca bon correct pas de probleme souci sans avec plaisir volontiers certainement tres effectivement voila marche ok okay merci madame monsieur super genial je vous en prie vas y allez ben ah mais evidemment",
    ),
    asksIfDone:
      /\b(?:reserv|confirm|not|inscri|enregistr|annul|modifi|deplac|report|command|fix|pris|prend|fait|regle)\w*\b/,
  },
  de: {
    possible:
      /\b(?:kann|konnen|konnte|konnten|konntest|ginge|waren|ware (?:moglich|frei)|hatte ich|hatten wir|(?:ist|ware) (?:noch )?(?:moglich|frei|machbar)|(?:haben wir|wir haben|hab ich|ich habe|ich hab) (?:\w+ ){0,4}?(?:frei|platz|verfugbar)|wie ware|gibt es|anbieten|wurde gehen)\b/,
    contingent:
      /\b(?:nur wenn|nur falls|vorausgesetzt|unter der (?:bedingung|voraussetzung)|sofern|es sei denn|aber (?:zuerst|erst|vorher|sie mussen|dazu mussen)|sie mussen (?:\w+ ){0,3}?(?:noch|erst|vorher|zuerst) \w+|sobald sie|wenn sie (?:\w+ ){0,4}?(?:zahlen|bezahlen|uberweisen|anzahlen|unterschreiben|bestatigen|kommen|vorbeikommen|mitbringen|schicken|angeben|hinterlegen|akzeptieren|nehmen)|(?:fehlt|brauchen wir) (?:aber |nur )?noch)\b/,
    harmless:
      /\b(?:spater|zu spat|verspat\w+|absag\w+|stornier\w+|ander\w+|fragen|nicht konnen|dazwischen|verlier\w+)\b/,
    scorn:
      /\b(?:wenn die holle zufriert|in ihren traumen|traumen sie weiter|nie im leben|am sankt nimmerleinstag|das glauben sie doch selbst nicht|sie machen witze|ja klar sicher nicht|na klar und sonst noch was|das konnte ihnen so passen)\b/,
    agreeing: set(
      "ja jawohl jo jep genau richtig korrekt stimmt naturlich selbstverstandlich gerne gern klar alles sicher sehr gut in ordnung kein problem passt geht das ist okay ok einverstanden auf jeden fall perfekt prima super doch freilich logisch machen wir so danke bitte na und ach ah sowieso eh",
    ),
    asksIfDone:
      /\b(?:reservier|bestatig|notier|eingetrag|eintrag|gebucht|buch|storn|abgesagt|absag|verschob|verschieb|verleg|bestell|vorgemerkt|vormerk|erledigt|fest|vereinbar)\w*\b/,
  },
};

/** "Sí, claro": what it says stands in what we had asked. */
export function isBareAgreement(text: string, language: Abroad): boolean {
  const words = wordsOf(text).map(({ word }) => word);
  return words.length > 0 && words.every((word) => SETTLED[language].agreeing.has(word));
}

export function isContingentIn(words: string, language: Abroad): boolean {
  const { contingent, harmless } = SETTLED[language];
  const match = contingent.exec(words);
  return match !== null && !harmless.test(words.slice(match.index));
}

/** Beginnings of the words that carry meaning, each once: "reservar" and "reserva" are the same. */
export function contentIn(text: string): readonly string[] {
  const words = wordsOf(text).map(({ word }) => word);
  return [...new Set(words.filter((word) => word.length >= LEAST_LETTERS && !EMPTY.has(word)))].map((word) =>
    word.slice(0, LEAST_LETTERS),
  );
}

const LEAST_LETTERS = 5;
const EMPTY = set(
  "para cuando donde cuanto cuanta tienen tiene puede pueden podria ustedes usted favor gracias entonces tambien quisiera saber estan esta sobre " +
    "quelle combien avez votre votre pouvez pourriez merci savoir aussi alors serait etes comme quels quand " +
    "haben konnen konnten mochte wissen bitte danke welche welcher einen einer einem ihnen dann auch oder ware gibt",
);
