/** Which words carry a capital: I, days and months, names that are common, and names that the hints spell so. Pure. */
import { FIRST_NAMES, LAST_NAMES } from "./common-names.ts";
import { MONTHS, WEEKDAYS } from "./dates.ts";
import { capital } from "./words.ts";

type Words = readonly string[];

/** Names that are also ordinary words are left alone. */
const ORDINARY = new Set("brown young king kate may miss mister will mark".split(" "));
const COMMON_NAMES = new Set([...FIRST_NAMES.flat(), ...LAST_NAMES].filter((name) => !ORDINARY.has(name)));

export function capitalised(words: Words, hints: readonly string[]): string[] {
  const cased = words.map((word, at) => ownCase(words, word, at));
  for (const name of namesIn(hints)) {
    const parts = name.map((part) => part.toLowerCase());
    for (let at = 0; at + parts.length <= words.length; at += 1) {
      if (parts.every((part, offset) => words[at + offset] === part)) cased.splice(at, parts.length, ...name);
    }
  }
  return cased;
}

function ownCase(words: Words, word: string, at: number): string {
  if (word === "i" || /^i'(?:m|ll|ve|d)$/.test(word)) return capital(word);
  if (WEEKDAYS.includes(word.replace(/s$/, ""))) return capital(word);
  if (MONTHS.includes(word)) return isReallyAMonth(words, word, at) ? capital(word) : word;
  if (/^(?:mister|missis|doctor)$/.test(word) && at + 1 < words.length && words[at - 1] !== "the") return capital(word);
  const possessor = word.replace(/'s$/, "");
  return COMMON_NAMES.has(possessor) ? capital(word) : word;
}

function isReallyAMonth(words: Words, word: string, at: number): boolean {
  if (word !== "may" && word !== "march" && word !== "august") return true;
  return /^(?:in|of|since|until|by|next|this|last|early|late)$/.test(words[at - 1] ?? "");
}

/** Runs of capitalised words in the hints; the first word of a sentence says nothing, unless the hint is a name alone. */
function namesIn(hints: readonly string[]): string[][] {
  return hints.flatMap((hint) => {
    const words = hint
      .replaceAll(/[^\p{L}\p{N}'\s.-]/gu, " ")
      .split(/\s+/)
      .map((word) => word.replace(/[.]+$/, ""))
      .filter(Boolean);
    const proper = (word: string | undefined): boolean => /^\p{Lu}[\p{L}'-]+$/u.test(word ?? "");
    const isName = words.length <= 5 && words.every(proper);
    const names: string[][] = [];
    let run: string[] = [];
    words.forEach((word, at) => {
      if (proper(word) && (at > 0 || isName)) run.push(word);
      else {
        if (run.length > 0) names.push(run);
        run = [];
      }
    });
    if (run.length > 0) names.push(run);
    return names.flatMap((name) =>
      name.length > 1 ? [name, ...name.filter(notOrdinary).map((word) => [word])] : [name],
    );
  });
}

/** A part of a name that is capitalised even by itself: "Morgan" is, the "House" of "Blue House" is not. */
function notOrdinary(word: string): boolean {
  return word.length > 2 && COMMON_NAMES.has(word.toLowerCase());
}
