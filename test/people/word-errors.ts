/** How many words a transcript has wrong. Digits and their words are the same; so are spellings that sound alike. Pure. */
import { spokenWords } from "../../src/language/en/plain-words.ts";

export type WordErrors = { readonly words: number; readonly errors: number };

/** Pairs that nobody can hear apart, or that are two ways to write one thing. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\bvoice mail\b/g, "voicemail"],
  [/\bcall forward\b/g, "callforward"],
  [/\bokay\b|\bo k\b/g, "ok"],
  [/\bpass word\b/g, "password"],
  [/\blog ?ged\b/g, "logged"],
  [/\bhash\b/g, "pound"],
];

export function plainWords(text: string): readonly string[] {
  let words = spokenWords(text).join(" ");
  for (const [pattern, plain] of ALIKE) words = words.replaceAll(pattern, plain);
  return words.split(" ").filter((word) => word !== "");
}

/** Of the best alignment: substitutions, deletions and insertions. */
export function wordErrors(said: string, heard: string): WordErrors {
  const reference = plainWords(said);
  const found = plainWords(heard);
  let row = Array.from({ length: found.length + 1 }, (_, i) => i);
  for (const [i, word] of reference.entries()) {
    const next = [i + 1];
    for (const [j, other] of found.entries()) {
      const same = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(same, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return { words: reference.length, errors: row.at(-1) ?? 0 };
}

export function share(all: readonly WordErrors[]): number {
  const words = all.reduce((sum, one) => sum + one.words, 0);
  return words === 0 ? 0 : all.reduce((sum, one) => sum + one.errors, 0) / words;
}
