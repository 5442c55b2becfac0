/** Whether they agree to what we said back. */
import type { Reading } from "../../../language/en/reading.ts";

/** "No", unless it is "No, that's right". */
export function isNo(reading: Reading): boolean {
  return !isYes(reading) && (reading.polarity?.yes === false || SAYS_WRONG.test(reading.words));
}

export function isYes(reading: Reading): boolean {
  if (SAYS_WRONG.test(reading.words)) return false;
  return reading.polarity?.yes === true || SAYS_RIGHT.test(reading.words);
}

const SAYS_RIGHT =
  /\b(that's|that is|it's|it is|you're|you are|is) (all |quite |exactly )?(right|correct|perfect)\b|\b(that's|that is) (it|the one|him|her|what i said)$|\b(spot on|you got it|you have it|you've got it)\b/;
const SAYS_WRONG = /\b(wrong|incorrect|not (quite )?(right|correct)|isn't (right|correct)|misheard|misunderstood)\b/;
