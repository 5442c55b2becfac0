/** Reading numbers that were spoken: words at a place in an utterance to a value and the place behind it. Pure. */
import { numberWords, ONES, ordinalWords, TEENS, TENS } from "./number-words.ts";

export type Read<Value> = { readonly value: Value; readonly next: number };

const UNITS = new Map<string, number>(ONES.map((word, value) => [word, value]));
const TEEN_VALUES = new Map<string, number>(TEENS.map((word, index) => [word, index + 10]));
const TEN_VALUES = new Map<string, number>(TENS.map((word, index) => [word, (index + 2) * 10]));
const ORDINALS = new Map<string, number>(Array.from({ length: 31 }, (_, n) => [ordinalWords(n + 1), n + 1]));

/** One digit, "oh" included. */
export function readDigit(word: string | undefined): number | null {
  if (word === "oh") return 0;
  return UNITS.get(word ?? "") ?? null;
}

/** 0 to 99: "seven", "fifteen", "forty", "forty two". */
export function readBelowHundred(words: readonly string[], at: number): Read<number> | null {
  const word = words[at] ?? "";
  const small = UNITS.get(word) ?? TEEN_VALUES.get(word);
  if (small !== undefined) return { value: small, next: at + 1 };
  const tens = TEN_VALUES.get(word);
  if (tens === undefined) return null;
  const unit = UNITS.get(words[at + 1] ?? "") ?? 0;
  return unit > 0 ? { value: tens + unit, next: at + 2 } : { value: tens, next: at + 1 };
}

/** A whole number: "one hundred and twenty five", "a thousand", "twelve hundred". */
export function readNumber(words: readonly string[], at: number): Read<number> | null {
  const one = words[at] === "a" && /^(?:hundred|thousand)$/.test(words[at + 1] ?? "");
  const first = one ? { value: 1, next: at + 1 } : readBelowHundred(words, at);
  if (first === null) return null;
  let { value, next } = first;
  let thousands = 0;
  for (;;) {
    const size = words[next];
    if (size === "hundred" && value > 0 && value < 100) value *= 100;
    else if (size === "thousand" && thousands === 0 && value > 0) {
      thousands = value * 1000;
      value = 0;
    } else return { value: thousands + value, next };
    next += 1;
    const joined = words[next] === "and" ? next + 1 : next;
    const rest = readBelowHundred(words, joined);
    // "a hundred and two dollars" is one number, "a hundred and" with nothing behind it is not our "and".
    if (rest === null) continue;
    const hundredsFollow = words[rest.next] === "hundred" && size === "thousand";
    value += rest.value * (hundredsFollow ? 100 : 1);
    next = rest.next + (hundredsFollow ? 1 : 0);
    if (hundredsFollow) {
      const tail = readBelowHundred(words, words[next] === "and" ? next + 1 : next);
      if (tail !== null) {
        value += tail.value;
        next = tail.next;
      }
    }
  }
}

/** "third", "twenty third": 1 to 31. */
export function readOrdinal(words: readonly string[], at: number): Read<number> | null {
  const two = ORDINALS.get(`${words[at] ?? ""} ${words[at + 1] ?? ""}`);
  if (two !== undefined) return { value: two, next: at + 2 };
  const one = ORDINALS.get(words[at] ?? "");
  return one === undefined ? null : { value: one, next: at + 1 };
}

/** "twenty twenty six", "two thousand and five": 1900 to 2099. */
export function readYear(words: readonly string[], at: number): Read<number> | null {
  if (words[at] === "two" && words[at + 1] === "thousand") {
    const number = readNumber(words, at);
    return number !== null && number.value < 2100 ? number : null;
  }
  const century = words[at] === "nineteen" ? 1900 : words[at] === "twenty" ? 2000 : null;
  if (century === null) return null;
  const rest = readBelowHundred(words, at + 1);
  return rest !== null && rest.value >= 10 ? { value: century + rest.value, next: rest.next } : null;
}

export const isNumberWord = (word: string | undefined): boolean =>
  word !== undefined && (readBelowHundred([word], 0) !== null || word === "hundred" || word === "thousand");

/** "3rd". */
export function shortOrdinal(value: number): string {
  const last = value % 100 >= 11 && value % 100 <= 13 ? 0 : value % 10;
  return `${value}${last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th"}`;
}

/** Digits from ten on, as newspapers write them; words below. */
export function plainNumber(value: number): string {
  return value < 10 ? numberWords(value) : value.toLocaleString("en-US");
}
