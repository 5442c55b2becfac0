/**
 * Whether a model says what it should press: "Pressing 1.", "Press one", "[DTMF 1]", or a bare "1." to a menu. Pure. A
 * number as such is no key: "two" is an answer to how many people are coming.
 */
import { offersKeys } from "../../../language/tabled/menus.ts";

const KEY = "(?:[0-9*#]+|zero|one|two|three|four|five|six|seven|eight|nine|star|asterisk|pound|hash)";
const SPOKEN = new RegExp(
  `^\\W*(?:(?:i'?m|i am|i'?ll|i will|let me|now|okay|ok|then|please|just)[\\s,]+)*(?:press(?:ing)?|dial(?:l?ing)?|enter(?:ing)?|dtmf|keys?:?|select(?:ing)?|choos(?:e|ing))\\s+(?:the |key |keys |number |option )*${KEY}(?:[\\s,]+(?:and |then )?${KEY})*(?:\\s+(?:key|now|please))*\\W*$`,
  "i",
);
const BARE = new RegExp(`^\\W*${KEY}(?:[\\s,]+${KEY})*\\W*$`, "i");
const MENU =
  /\b(?:press|dial|enter|push|touch)\b.{0,30}?\b(?:[0-9*#]|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)/i;

/** A menu's own way of offering keys: "for sales, press one", "enter your extension". */
export function isMenu(heard: string): boolean {
  return OFFERS.test(heard) || offersKeys(heard);
}

const OFFERS =
  /\b(?:for|to)\b[^.?!]{2,60}\b(?:press|dial|push|enter)\b|\b(?:press|dial|push|touch)\b[^.?!]{1,30}\b(?:for|to)\b|\b(?:enter|type|key in|dial)\b[^.?!]{0,30}\b(?:extension|digits?|number|code|pin|zip)\b/i;

const KEY_ABROAD =
  "(?:[0-9*#]|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun)";
const SPOKEN_ABROAD = new RegExp(
  `^\\W*(?:(?:ahora|vale|bien|voy a|je vais|bon|alors|ich|gut|jetzt|okay|ok)[\\s,]+)*(?:pulso|marco|presiono|oprimo|pulsar|marcar|pulsando|marcando|j'appuie|appuyer|je tape|taper|je fais|j'appuie sur|drücke|wähle|tippe)[\\s,]+(?:ich |el |la |le |sur |die |tecla |touche |taste )*${KEY_ABROAD}(?:[\\s,]+${KEY_ABROAD})*\\W*$`,
  "iu",
);
const BARE_ABROAD = new RegExp(`^\\W*${KEY_ABROAD}(?:[\\s,]+${KEY_ABROAD})*\\W*$`, "iu");

export function speaksKeys(piece: string, lastHeard: string): boolean {
  const menu = MENU.test(lastHeard) || offersKeys(lastHeard);
  return SPOKEN.test(piece) || SPOKEN_ABROAD.test(piece) || ((BARE.test(piece) || BARE_ABROAD.test(piece)) && menu);
}
