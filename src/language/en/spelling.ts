/**
 * The spelling alphabet, sign by sign: "b", "bravo", "b as in boy", "double four", "oh", "seventy four", "B74K9". Words
 * that merely sound like letters ("see", "are", "you") are read too, but never `sure`: "see you friday" follows many a
 * confirmation number.
 */
import { digitByDigit, DIGIT_VALUES, TEEN_VALUES, TEN_VALUES } from "./number-words.ts";
import { smallNumber, wholeNumber } from "./numbers.ts";
import { wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export const SPELLING_WORDS: ReadonlyMap<string, string> = new Map(
  (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo " +
    "sierra tango uniform victor whiskey xray yankee zulu alfa juliett whisky"
  )
    .split(" ")
    .map((word) => [word, word.charAt(0).toUpperCase()]),
);
const SOUNDS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: "ay",
    B: "be bee",
    C: "see sea",
    G: "gee",
    I: "eye",
    J: "jay",
    K: "kay okay",
    L: "el",
    M: "em",
    N: "en",
    P: "pea pee",
    Q: "queue cue",
    R: "are our",
    T: "tea",
    U: "you",
    X: "ex",
    Y: "why",
    Z: "zee zed",
    1: "won",
    2: "to too",
    4: "for",
    8: "ate",
    "-": "dash hyphen",
    "": "uh um er then capital",
  }).flatMap(([sign, words]) => words.split(" ").map((word): [string, string] => [word, sign])),
);
const TIMES: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
]);

export type Sign = {
  readonly text: string;
  readonly next: number;
  /** False: it counts only when something surely spelled follows. */
  readonly sure: boolean;
};

/** "forty", "fifteen": two digits in one word. */
export function isTwoDigits(word: string): boolean {
  return TEN_VALUES.has(word) || TEEN_VALUES.has(word);
}

/** Cheap, because it is asked of every word. */
export function mayBeSpelled(word: string): boolean {
  return (
    word.length === 1 ||
    /^[#+]?[\w-]*\d/.test(word) ||
    TIMES.has(word) ||
    SPELLING_WORDS.has(word) ||
    DIGIT_VALUES.has(word) ||
    isTwoDigits(word)
  );
}

/** One sign of a code, behind those of `sofar`. `wanted`: something calls for a code here. */
export function signAt(run: readonly Token[], i: number, wanted: boolean, sofar: string): Sign | null {
  const word = wordAt(run, i);
  const first = sofar === "";
  if (word === "") return null;
  if (TIMES.has(word)) return repeated(run, i, TIMES.get(word) ?? 1);
  const number = digits(run, i, sofar);
  if (number !== null) return number;
  const xray = word === "x" && wordAt(run, i + 1) === "ray";
  const letter = xray ? "X" : SPELLING_WORDS.get(word);
  if (letter !== undefined)
    return { text: letter, next: xray ? i + 2 : i + 1, sure: !first || wanted || word.length > 4 };
  if (/^[a-z]$/.test(word)) return example(run, i) ?? letterAt(run, i, wanted, sofar);
  const together = word.replace(/^(\d{3})\.(\d{3})\.(\d{4})$/, "$1$2$3");
  const written = /^[#+]?([a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(together)?.[1] ?? "";
  if (/\d/.test(written) && !/^\d{1,2}(am|pm|st|nd|rd|th)$|^\d{4}-\d{2}-\d{2}$/.test(written)) {
    return { text: written.toUpperCase().replace(/(?<=\d)-(?=\d)/g, ""), next: i + 1, sure: true };
  }
  const alike = first || !wanted ? undefined : SOUNDS_LIKE.get(word);
  return alike === undefined ? null : { text: alike, next: i + 1, sure: false };
}

/** "seven", "oh", "seventy four", "eight hundred". */
function digits(run: readonly Token[], i: number, sofar: string): Sign | null {
  const word = wordAt(run, i);
  const hundreds = wordAt(run, i + 1) === "hundred" ? wholeNumber(run, i) : null;
  if (hundreds !== null && DIGIT_VALUES.has(word))
    return { text: String(hundreds.value), next: hundreds.next, sure: true };
  const digit = word === "o" && /\d$/.test(sofar) ? 0 : DIGIT_VALUES.get(word);
  if (digit === undefined) {
    const small = smallNumber(run, i);
    return small === null ? null : { text: String(small.value), next: small.next, sure: true };
  }
  if (sofar === "" && word === "oh" && smallNumber(run, i + 1) === null) return null;
  return { text: String(digit), next: i + 1, sure: true };
}

function repeated(run: readonly Token[], i: number, times: number): Sign | null {
  const word = wordAt(run, i + 1);
  if (times === 2 && /^(u|you)$/.test(word)) return { text: "W", next: i + 2, sure: true };
  const digit = word === "o" ? 0 : DIGIT_VALUES.get(word);
  const once = digit?.toString() ?? (/^[a-z]$/.test(word) ? word.toUpperCase() : /^\d$/.test(word) ? word : undefined);
  return once === undefined ? null : { text: once.repeat(times), next: i + 2, sure: true };
}

/** "b as in boy", "b for boy", "b like boy". */
function example(run: readonly Token[], i: number): Sign | null {
  const word = wordAt(run, i);
  const link = wordAt(run, i + 1);
  const at = link === "as" && wordAt(run, i + 2) === "in" ? i + 3 : /^(for|like|as)$/.test(link) ? i + 2 : null;
  if (at === null || !wordAt(run, at).startsWith(word)) return null;
  const xray = wordAt(run, at) === "x" && wordAt(run, at + 1) === "ray" ? 1 : 0;
  if (wordAt(run, at).length < 2 && xray === 0) return null;
  return { text: word.toUpperCase(), next: at + 1 + xray, sure: true };
}

/** A letter by itself. "a" and "i" are mostly words, so they need neighbours that are not. */
function letterAt(run: readonly Token[], i: number, wanted: boolean, sofar: string): Sign | null {
  const word = wordAt(run, i);
  const text = word.toUpperCase();
  const more = isSpelled(run, i + 1);
  if (word !== "a" && word !== "i") return { text, next: i + 1, sure: wanted || sofar !== "" || more };
  if (word === "a" && wordAt(run, i + 1) === "m" && !(wanted && isSpelled(run, i + 2))) return null;
  if (more) return sofar !== "" || startsCode(run, i) ? { text, next: i + 1, sure: wanted } : null;
  const last = i === run.length - 1 || (run[i]?.stop !== "" && run[i]?.stop !== ",");
  return sofar !== "" && last ? { text, next: i + 1, sure: wanted && /[A-Z]/.test(sofar) } : null;
}

/** "a b two": not "a twenty eighteen honda" and not "a 3 bedroom flat". */
function startsCode(run: readonly Token[], i: number): boolean {
  return !isTwoDigits(wordAt(run, i + 1)) && isSpelled(run, i + 2);
}

/** Whether what stands here can hardly be anything but a sign of a code. */
export function isSpelled(run: readonly Token[], i: number): boolean {
  const word = wordAt(run, i);
  if (word === "a" || word === "i") return isSpelled(run, i + 1);
  return (
    DIGIT_VALUES.has(word) || SPELLING_WORDS.has(word) || /^[b-hj-z\d]$/.test(word) || smallNumber(run, i) !== null
  );
}

/** "B74K9" as "B seven four K nine". `afterA` keeps a letter A from being read as the article. */
export function signBySign(code: string, afterA = ""): string {
  return [...code]
    .map((sign) => (/\d/.test(sign) ? digitByDigit(sign) : sign.toUpperCase()))
    .join(" ")
    .replaceAll(/\bA(?= )/g, `A${afterA}`);
}

/** "B74K9" as "B 7 4 K 9": a voice reads it sign by sign, and who reads the transcript sees the number. */
export function spelledOut(code: string): string {
  return [...code.replace(/\s+/g, "")].map((sign) => (sign === "-" ? "dash" : sign)).join(" ");
}
