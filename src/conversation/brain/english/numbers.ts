/** Numbers as English says and writes them: "forty two", "a hundred and twenty", "1,200". */
import { joined, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export const DIGITS: ReadonlyMap<string, number> = new Map(
  ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map((word, value) => [word, value]),
);
const TEENS: ReadonlyMap<string, number> = new Map(
  ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"].map(
    (word, i) => [word, 10 + i],
  ),
);
const TENS: ReadonlyMap<string, number> = new Map(
  ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].map((word, i) => [word, 20 + 10 * i]),
);
const SPELT_ALIKE: ReadonlyMap<string, string> = new Map([["fourty", "forty"]]);

/** Every word that a number may begin with. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...DIGITS.keys(),
  ...TEENS.keys(),
  ...TENS.keys(),
  ...SPELT_ALIKE.keys(),
]);

const ORDINAL_UNITS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
const ORDINAL_TEENS = [
  "tenth",
  "eleventh",
  "twelfth",
  "thirteenth",
  "fourteenth",
  "fifteenth",
  "sixteenth",
  "seventeenth",
  "eighteenth",
  "nineteenth",
];
const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...ORDINAL_UNITS.map((word, i): [string, number] => [word, i + 1]),
  ...ORDINAL_TEENS.map((word, i): [string, number] => [word, i + 10]),
  ["twentieth", 20],
  ["thirtieth", 30],
]);

export type NumberHere = { readonly value: number; readonly next: number };

/** Zero to ninety-nine in words. */
export function smallNumber(run: readonly Token[], i: number): NumberHere | null {
  const word = SPELT_ALIKE.get(wordAt(run, i)) ?? wordAt(run, i);
  const tens = TENS.get(word);
  if (tens !== undefined) {
    const unit = run[i]?.stop === "" ? DIGITS.get(wordAt(run, i + 1)) : undefined;
    return unit !== undefined && unit > 0 ? { value: tens + unit, next: i + 2 } : { value: tens, next: i + 1 };
  }
  const value = TEENS.get(word) ?? DIGITS.get(word);
  return value === undefined ? null : { value, next: i + 1 };
}

/** A whole number at this place, written or spoken, up to hundreds of thousands. */
export function wholeNumber(run: readonly Token[], i: number): NumberHere | null {
  const word = wordAt(run, i);
  if (/^\d{1,9}$|^\d{1,3}(,\d{3})+$/.test(word)) return scaled(run, Number(word.replaceAll(",", "")), i + 1);
  if ((word === "a" || word === "one") && /^(hundred|thousand)$/.test(wordAt(run, i + 1))) return scaled(run, 1, i + 1);
  const small = smallNumber(run, i);
  return small === null ? null : scaled(run, small.value, small.next);
}

function scaled(run: readonly Token[], start: number, from: number): NumberHere {
  let total = 0;
  let value = start;
  let i = from;
  while (joined(run, i - 1)) {
    const word = wordAt(run, i);
    if (word === "hundred") value *= 100;
    else if (word === "thousand") {
      total += value * 1000;
      value = 0;
    } else break;
    i++;
    const and = wordAt(run, i) === "and" ? 1 : 0;
    const rest = joined(run, i - 1) ? smallNumber(run, i + and) : null;
    if (rest === null || (and === 1 && isCents(run, rest.next))) continue;
    value += rest.value;
    i = rest.next;
    if (wordAt(run, i) === "hundred" && value < 100) continue;
    break;
  }
  return { value: total + value, next: i };
}

function isCents(run: readonly Token[], i: number): boolean {
  return /^cents?$/.test(wordAt(run, i));
}

/** A day of the month as an ordinal: "twelfth", "twenty first", "12th". */
export function ordinal(run: readonly Token[], i: number): NumberHere | null {
  const word = wordAt(run, i);
  const written = /^(\d{1,2})(st|nd|rd|th)$/.exec(word);
  if (written?.[1] !== undefined) return { value: Number(written[1]), next: i + 1 };
  const tens = TENS.get(word);
  if (tens !== undefined) {
    const unit = ORDINALS.get(wordAt(run, i + 1));
    return unit !== undefined && unit < 10 ? { value: tens + unit, next: i + 2 } : null;
  }
  const value = ORDINALS.get(word);
  return value === undefined ? null : { value, next: i + 1 };
}
