/**
 * The words a person would say to read a text aloud, in a recogniser's spelling: lower case, letters and apostrophes
 * only, single letters for spelled ones. Pure.
 */
import { spellOut } from "./to-spoken.ts";

export function spokenWords(text: string): string[] {
  return spellOut(text, "words")
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z' ]+/g, " ")
    .split(" ")
    .map((word) => word.replaceAll(/^'+|'+$/g, ""))
    .filter((word) => word !== "");
}

/** The same as one string. */
export function inWords(text: string): string {
  return spokenWords(text).join(" ");
}
