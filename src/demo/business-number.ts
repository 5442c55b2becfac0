/** Confirmation numbers that are easy to hear: no signs that sound like others, and none of them twice. */
import { digitByDigit } from "../language/en/number-words.ts";

/** Without two and four, which sound like words, and nine, which sounds like five. */
const DIGITS = "0135678";
const LETTERS = "KRWY";

/** The confirmation number of one call: the same seed makes the same number. */
export function confirmationNumber(pattern: string, seed: string): string {
  let state = hash(seed);
  let number = "";
  for (const sign of pattern) {
    const from = [...(sign === "l" ? LETTERS : DIGITS)].filter((each) => !number.includes(each) || number.length > 5);
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    number += from[(state >>> 8) % from.length] ?? "";
  }
  return number;
}

/** Sign by sign, with a pause after each. */
export function aloud(number: string): string {
  return [...number].map((sign) => (/\d/.test(sign) ? digitByDigit(sign) : sign)).join(", ");
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
