/**
 * Reads the numbers of an utterance, said or written: "forty two", "twelve hundred", "a hundred and five", "1,200",
 * "twenty first", "twenty oh five", "four point five". What a number stands for is for others to say.
 */
import {
  DIGIT_VALUES,
  NUMBER_WORDS,
  ORDINAL_VALUES,
  SCALES,
  TEEN_VALUES,
  TEN_VALUES,
  UNIT_VALUES,
} from "./number-words.ts";
import { joined, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export type NumberHere = { readonly value: number; readonly next: number };

/** Of "eighteen hundred" the `scale` is 100: in "twelve to eighteen hundred" it is that of the twelve as well. */
export type ScaledNumber = NumberHere & { readonly scale: number };

export function isNumberWord(word: string): boolean {
  return NUMBER_WORDS.has(word) || SCALES.has(word) || word === "oh";
}

/** Zero to ninety-nine in words. */
export function smallNumber(run: readonly Token[], i: number): NumberHere | null {
  const word = wordAt(run, i);
  const tens = TEN_VALUES.get(word);
  if (tens !== undefined) {
    const unit = run[i]?.stop === "" ? (UNIT_VALUES.get(wordAt(run, i + 1)) ?? 0) : 0;
    return unit > 0 ? { value: tens + unit, next: i + 2 } : { value: tens, next: i + 1 };
  }
  const value = TEEN_VALUES.get(word) ?? UNIT_VALUES.get(word);
  return value === undefined ? null : { value, next: i + 1 };
}

/** The same, written in digits too. */
export function twoDigits(run: readonly Token[], i: number): NumberHere | null {
  const written = /^\d{1,2}$/.test(wordAt(run, i));
  return written ? { value: Number(wordAt(run, i)), next: i + 1 } : smallNumber(run, i);
}

/** "oh five", "fifteen", "05": what follows an hour or a century. */
export function pairOfDigits(run: readonly Token[], i: number): NumberHere | null {
  if (/^(oh|o|zero)$/.test(wordAt(run, i))) {
    const unit = UNIT_VALUES.get(wordAt(run, i + 1)) ?? 0;
    return unit > 0 ? { value: unit, next: i + 2 } : null;
  }
  const value = smallNumber(run, i);
  return value !== null && value.value >= 10 ? value : null;
}

/** A whole number at this place, below a thousand million. */
export function wholeNumber(run: readonly Token[], i: number): ScaledNumber | null {
  const first = groupAt(run, i);
  return first === null ? null : withThousands(run, first, Infinity);
}

/** "two hundred | thousand five hundred": thousands and millions, each below the one before it. */
function withThousands(run: readonly Token[], group: ScaledNumber, below: number): ScaledNumber {
  const size = joined(run, group.next - 1) ? (SCALES.get(wordAt(run, group.next)) ?? 1) : 1;
  if (size < 1000 || size >= below || group.value === 0) return group;
  const head = { value: group.value * size, next: group.next + 1, scale: size * group.scale };
  const more = joined(run, group.next) ? remainder(run, head.next, size) : null;
  if (more === null) return head;
  const rest = withThousands(run, more, size);
  return { ...rest, value: head.value + rest.value };
}

/** A number below a thousand, or of hundreds: "a hundred and five", "twelve hundred", "40". */
function groupAt(run: readonly Token[], i: number): ScaledNumber | null {
  const word = wordAt(run, i);
  const written = /^\d{1,9}$|^\d{1,3}(,\d{3})+$/.test(word);
  const one = (word === "a" || word === "one") && SCALES.has(wordAt(run, i + 1)) ? { value: 1, next: i + 1 } : null;
  const first = written ? { value: Number(word.replaceAll(",", "")), next: i + 1 } : (one ?? smallNumber(run, i));
  if (first === null || first.value === 0 || wordAt(run, first.next) !== "hundred" || !joined(run, first.next - 1))
    return first === null ? null : { ...first, scale: 1 };
  const hundreds = { value: first.value * 100, next: first.next + 1, scale: 100 };
  const rest = run[first.next]?.stop === "" ? remainder(run, hundreds.next, 100) : null;
  return rest === null ? hundreds : { ...rest, value: hundreds.value + rest.value };
}

/** What may follow a hundred or a thousand; neither the first of listed digits ("eight hundred five five five") nor cents. */
function remainder(run: readonly Token[], i: number, size: number): ScaledNumber | null {
  const and = wordAt(run, i) === "and" ? 1 : 0;
  const small = smallNumber(run, i + and);
  const rest = size > 100 ? groupAt(run, i + and) : small === null ? null : { ...small, scale: 1 };
  if (rest === null || rest.value >= size || /^\d/.test(wordAt(run, i + and))) return null;
  if (and === 1 && /^cents?$/.test(wordAt(run, rest.next))) return null;
  const listed =
    rest.next === i + 1 && rest.value < 10 && run[i]?.stop === "" && DIGIT_VALUES.has(wordAt(run, rest.next));
  return listed ? null : rest;
}

/**
 * "twelve to eighteen hundred": what the first number of a range is when only the last one tells how large they are. Of
 * "hundred thousand" the two may share all, as in "two to three hundred thousand", or the thousand only: "fifty to two
 * hundred thousand".
 */
export function onScaleOf(first: ScaledNumber, last: ScaledNumber): number {
  if (first.scale > 1) return first.value;
  const outer = [...SCALES.values()].findLast((size) => last.scale % size === 0) ?? 1;
  return first.value * ([last.scale, outer].find((size) => first.value < last.value / size) ?? 1);
}

/** "four point five", "4.5", and every whole number. */
export function anyNumber(run: readonly Token[], i: number): ScaledNumber | null {
  if (/^\d{1,6}\.\d{1,3}$/.test(wordAt(run, i))) return { value: Number(wordAt(run, i)), next: i + 1, scale: 1 };
  const whole = wholeNumber(run, i);
  if (whole === null || wordAt(run, whole.next) !== "point") return whole;
  let next = whole.next + 1;
  let digits = "";
  for (; DIGIT_VALUES.has(wordAt(run, next)) && digits.length < 6; next++)
    digits += DIGIT_VALUES.get(wordAt(run, next));
  return digits === "" ? whole : { value: Number(`${whole.value}.${digits}`), next, scale: 1 };
}

/** First to ninety-ninth: "twelfth", "twenty first", "12th". */
export function ordinalNumber(run: readonly Token[], i: number): NumberHere | null {
  const word = wordAt(run, i);
  const written = /^(\d{1,2})(st|nd|rd|th)$/.exec(word);
  if (written?.[1] !== undefined) return { value: Number(written[1]), next: i + 1 };
  const value = ORDINAL_VALUES.get(word);
  if (value !== undefined) return { value, next: i + 1 };
  const tens = TEN_VALUES.get(word);
  const unit = tens === undefined ? undefined : ORDINAL_VALUES.get(wordAt(run, i + 1));
  return tens !== undefined && unit !== undefined && unit < 10 ? { value: tens + unit, next: i + 2 } : null;
}

/** 1900 to 2099: "2026", "twenty twenty six", "twenty oh five", "two thousand and five", "nineteen eighty four". */
export function yearNumber(run: readonly Token[], i: number): NumberHere | null {
  const whole = wholeNumber(run, i);
  if (whole !== null && whole.value >= 1900 && whole.value < 2100) return whole;
  const century = ["nineteen", "twenty"].indexOf(wordAt(run, i));
  const rest = century < 0 ? null : pairOfDigits(run, i + 1);
  return rest === null ? null : { value: (19 + century) * 100 + rest.value, next: rest.next };
}
