/**
 * Whether a model reads out what it was told instead of talking: words of its prompt, one after the other, or the names of
 * its tools. Nobody on the line has a right to them. Pure.
 */
import type { Language } from "../../../language/languages.ts";
import { systemPromptFor } from "./prompts.ts";
import { TOOLS } from "./tools.ts";

/** So many words in a row stand in the prompt by no chance; its examples of speech are shorter. */
const IN_A_ROW = 7;
const NAMES = new RegExp(
  `\\b(?:${TOOLS.map(({ name }) => name)
    .filter((name) => name.includes("_"))
    .join("|")})\\b`,
  "i",
);

const prompts = new Map<Language, string>();

export function recites(piece: string, language: Language): boolean {
  if (NAMES.test(piece)) return true;
  const words = wordsOf(piece);
  const prompt = promptOf(language);
  return words.some(
    (_, i) => i + IN_A_ROW <= words.length && prompt.includes(` ${words.slice(i, i + IN_A_ROW).join(" ")} `),
  );
}

function promptOf(language: Language): string {
  const known = prompts.get(language);
  if (known !== undefined) return known;
  const made = ` ${wordsOf(systemPromptFor(language)).join(" ")} `;
  prompts.set(language, made);
  return made;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
