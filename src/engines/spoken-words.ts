import { spellOut } from "./spell-out.ts";

/**
 * The words a person would say to read this text aloud, in the recogniser's spelling: lower case, letters and
 * apostrophes only, single letters for spelled ones. Pure.
 */
export function spokenWords(text: string): string[] {
  return spellOut(text, " ")
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z' ]+/g, " ")
    .split(" ")
    .map((word) => word.replaceAll(/^'+|'+$/g, ""))
    .filter((word) => word !== "");
}

/** The same, sentence by sentence: a language model must know where sentences end. */
export function spokenSentences(text: string): string[][] {
  return text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'$])|\n+/u)
    .map(spokenWords)
    .filter((words) => words.length > 0);
}
