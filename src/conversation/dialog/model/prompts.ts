/** The prompts, as they stand in readable files beside this one. Read once: every call of a language begins the same. */
import { readFileSync } from "node:fs";
import { languageOfTag, LANGUAGES } from "../../../language/languages.ts";

const SYSTEM_PROMPT = prompt("system");
export const LOOK_BACK_PROMPT = prompt("look-back");
export const PLAN_PROMPT = prompt("plan");
const BY_LANGUAGE = new Map(
  LANGUAGES.map((language) => [
    language,
    language === "en" ? SYSTEM_PROMPT : `${SYSTEM_PROMPT}\n\n${prompt(language)}`,
  ]),
);

/** `tag`: BCP-47, of the call. What all languages share comes first. */
export function systemPromptFor(tag: string): string {
  return BY_LANGUAGE.get(languageOfTag(tag)) ?? SYSTEM_PROMPT;
}

function prompt(name: string): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), "utf8").trim();
}
