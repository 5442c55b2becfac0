/** Menus of telephones in Spanish, French and German: that they offer keys, or want to be talked to. Pure. */
import { plain } from "../en/words.ts";
import { wordsOf } from "./words.ts";

const ES = String.raw`(?:\d|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|asterisco|almohadilla|numeral|gato)`;
const FR = String.raw`(?:\d|zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf|etoile|diese|carre)`;
const DE = String.raw`(?:\d|null|eins|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun|raute|rautetaste|stern|sterntaste)`;

/** A key is told with its article, or with what it is for. */
const OFFERS = new RegExp(
  [
    String.raw`\b(?:pulse|presione|marque|oprima|digite|teclee)(?: o diga)? (?:(?:el|la|la tecla|tecla|la opcion|opcion) ${ES}\b(?! ${ES}\b)|${ES}(?= para\b| o\b| *$))`,
    String.raw`\b(?:appuyez|tapez|composez|faites|pressez)(?: ou dites)? (?:(?:sur )?(?:le|la|la touche|l|sur) ${FR}\b(?! (?:${FR}|\d+)\b)|${FR}(?= pour\b| ou\b| *$))`,
    String.raw`\b(?:drucken|wahlen|tippen) sie (?:bitte |jetzt |dann )*(?:(?:die|die taste|taste|auf die) ${DE}\b(?! ${DE}\b)|${DE}(?= fur\b| um\b| oder\b| *$))`,
    String.raw`\b(?:introduzca|ingrese|digite|teclee) (?:ahora )?(?:su|el|la) (?:\w+ ){0,3}?(?:numero|extension|codigo|clave|pin|digitos)\b`,
    String.raw`\b(?:saisissez|entrez|saisir|entrer) (?:votre|le|la) (?:\w+ ){0,3}?(?:numero|poste|code|nip|pin|chiffres)\b`,
    String.raw`\bgeben sie (?:\w+ ){0,4}?(?:\w*nummer|code|pin|durchwahl|postleitzahl)(?: \w+){0,4} ein\b`,
  ].join("|"),
);

/** A machine's "for appointments, press two", in any of these languages. */
export function offersKeys(text: string): boolean {
  return OFFERS.test(plain(wordsOf(text)));
}

const WANTS_WORDS =
  /\b(?:en pocas palabras|diga (?:por ejemplo|brevemente|el motivo)|digame (?:brevemente |en pocas )?(?:el motivo|la razon|en que|que necesita)|puede decir(?:me)? (?:cosas como|por ejemplo)|en quelques mots|dites moi (?:en quelques mots|brievement|la raison|ce que vous)|vous pouvez dire|dites par exemple|in wenigen worten|in kurzen worten|nennen sie (?:mir |uns )?(?:bitte )?(?:kurz )?(?:ihr anliegen|den grund)|sagen sie (?:mir )?(?:bitte )?(?:zum beispiel|kurz|einfach))\b/;

/** Said instead of pressed. */
export function wantsWords(text: string): boolean {
  const words = plain(wordsOf(text));
  return !OFFERS.test(words) && WANTS_WORDS.test(words);
}
