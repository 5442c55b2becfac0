/**
 * Whether a model says what it should press: "Pressing 1.", "Press one", "[DTMF 1]", or a bare "1." to a menu. Pure. A
 * number as such is no key: "two" is an answer to how many people are coming.
 */
const KEY = "(?:[0-9*#]+|zero|one|two|three|four|five|six|seven|eight|nine|star|asterisk|pound|hash)";
const SPOKEN = new RegExp(
  `^\\W*(?:(?:i'?m|i am|i'?ll|i will|let me|now|okay|ok|then|please|just)[\\s,]+)*(?:press(?:ing)?|dial(?:l?ing)?|enter(?:ing)?|dtmf|keys?:?|select(?:ing)?|choos(?:e|ing))\\s+(?:the |key |keys |number |option )*${KEY}(?:[\\s,]+(?:and |then )?${KEY})*(?:\\s+(?:key|now|please))*\\W*$`,
  "i",
);
const BARE = new RegExp(`^\\W*${KEY}(?:[\\s,]+${KEY})*\\W*$`, "i");
const MENU =
  /\b(?:press|dial|enter|push|touch)\b.{0,30}?\b(?:[0-9*#]|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)/i;

/** A menu's own way of offering keys, in English: "for sales, press one", "enter your extension". */
export function isMenu(heard: string): boolean {
  return OFFERS.test(heard);
}

const OFFERS =
  /\b(?:for|to)\b[^.?!]{2,60}\b(?:press|dial|push|enter)\b|\b(?:press|dial|push|touch)\b[^.?!]{1,30}\b(?:for|to)\b|\b(?:enter|type|key in|dial)\b[^.?!]{0,30}\b(?:extension|digits?|number|code|pin|zip)\b|\b(?:marque|pulse|oprima|presione|tapez|appuyez|drücken|wählen)\b/i;

export function speaksKeys(piece: string, lastHeard: string): boolean {
  return SPOKEN.test(piece) || (BARE.test(piece) && MENU.test(lastHeard));
}
