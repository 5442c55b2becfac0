/**
 * Codes and telephone numbers as people write them: what was spelled letter by letter and digit by digit, put together.
 * "b seven four k nine" is "B74K9", "m as in mary three six one" is "M361", "five five five zero one four two" is
 * "555-0142". Pure.
 */
import { codeIsDue, isCounted } from "./written-numbers.ts";
import { readBelowHundred, readDigit } from "./spoken-numbers.ts";
import type { Read } from "./spoken-numbers.ts";

type Words = readonly string[];

const SPELLING_WORDS = new Map(
  (
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo " +
    "sierra tango uniform victor whiskey xray yankee zulu"
  )
    .split(" ")
    .map((word) => [word, word.charAt(0).toUpperCase()]),
);
const SHORTEST_RUN = 3;

type Run = { text: string; next: number; readonly ends: number[]; letters: number };

/** One letter or digit, or a pair of equal ones, at this place of a spelling. */
function readAtom(words: Words, at: number, due: boolean, first: boolean): Read<string> | null {
  const word = words[at] ?? "";
  if (word === "double" || word === "triple") {
    if (word === "double" && words[at + 1] === "u") return { value: "W", next: at + 2 };
    const again = readAtom(words, at + 1, due, false);
    return again === null ? null : { value: again.value.repeat(word === "double" ? 2 : 3), next: again.next };
  }
  const digit = readDigit(word);
  if (digit !== null) return { value: String(digit), next: at + 1 };
  if (word === "x" && words[at + 1] === "ray") return due ? { value: "X", next: at + 2 } : null;
  if (/^[a-z]$/.test(word)) {
    // "a m" and "p m" are times, and a lone "a" or "i" in front is a word unless a code is due.
    if ((word === "a" || word === "p") && words[at + 1] === "m" && !due) return null;
    if (first && /^[ai]$/.test(word) && !due) return null;
    const spelled = /^(?:as|for|like)$/.test(words[at + 1] ?? "") ? example(words, at) : null;
    return { value: word.toUpperCase(), next: spelled ?? at + 1 };
  }
  const letter = SPELLING_WORDS.get(word);
  return letter !== undefined && due ? { value: letter, next: at + 1 } : null;
}

/** The place behind "as in mary", "for mary", "like mary" when the word does begin with the letter. */
function example(words: Words, at: number): number | null {
  const word = words[at + 1] === "as" ? at + 3 : at + 2;
  if (words[at + 1] === "as" && words[at + 2] !== "in") return null;
  if (!(words[word] ?? "").startsWith(words[at] ?? "")) return null;
  return words[word] === "x" && words[word + 1] === "ray" ? word + 2 : word + 1;
}

function readRun(words: Words, at: number, due: boolean): Run {
  const run: Run = { text: "", next: at, ends: [], letters: 0 };
  for (;;) {
    const atom = readAtom(words, run.next, due, run.next === at) ?? (due ? readPair(words, run.next) : null);
    if (atom === null) return run;
    run.text += atom.value;
    run.next = atom.next;
    run.ends.push(atom.next);
    if (/[A-Z]/.test(atom.value)) run.letters += 1;
  }
}

/** Inside a code two digits may be said as one number: "seventy four ninety two". */
function readPair(words: Words, at: number): Read<string> | null {
  const number = readBelowHundred(words, at);
  return number === null ? null : { value: String(number.value), next: number.next };
}

export function readCode(words: Words, at: number): Read<string> | null {
  const due = codeIsDue(words, at);
  const eightHundred = words[at] === "eight" && words[at + 1] === "hundred" && readDigit(words[at + 2]) !== null;
  const run = readRun(words, eightHundred ? at + 2 : at, due);
  if (eightHundred) run.text = `800${run.text}`;
  // "… nine two people": the last digit counts the people.
  const oneMore =
    words[run.next - 1] === "one" && /^(?:more|moment|second|minute|last|other|thing)$/.test(words[run.next] ?? "");
  if (isCounted(words[run.next]) || words[run.next] === "o'clock" || oneMore) {
    run.ends.pop();
    run.next = run.ends.at(-1) ?? at;
    run.text = run.text.slice(0, -1);
  }
  // A letter at the end that is really a word: "... seven four a table".
  if (!due && /[AI]$/.test(run.text) && run.next < words.length) {
    run.ends.pop();
    run.next = run.ends.at(-1) ?? at;
    run.text = run.text.slice(0, -1);
  }
  if (run.text.length < SHORTEST_RUN || run.ends.length < 2) return null;
  const half = run.text.slice(0, run.text.length / 2);
  if (half.length >= SHORTEST_RUN && half + half === run.text) return { value: `${half} ${half}`, next: run.next };
  const digits = /^\d+$/.test(run.text);
  if (!digits && !/\d/.test(run.text) && !due) return null;
  return { value: digits && !due ? telephone(run.text) : run.text, next: run.next };
}

function telephone(digits: string): string {
  const national = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  const prefix = national === digits ? "" : "1-";
  if (national.length === 10) return `${prefix}${national.slice(0, 3)}-${national.slice(3, 6)}-${national.slice(6)}`;
  return digits.length === 7 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}
