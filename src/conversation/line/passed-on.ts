/**
 * Whether they hand us to somebody else, and whether somebody speaks who was not there before: without music or silence
 * between nothing else tells it. `language`: BCP-47, of the call. Pure.
 */
import { languageOfTag } from "../../language/languages.ts";
import { COLLEAGUE_WORDS } from "./words/colleagues.ts";
import { plain } from "./words/families.ts";

export function announcesSomebody(text: string, language: string): boolean {
  const { announces, notNow } = COLLEAGUE_WORDS[languageOfTag(language)];
  const words = plain(text);
  return announces.test(words) && !notNow.test(words);
}

/** `announced`: somebody was to come, so a greeting is enough. */
export function presentsSomebody(text: string, announced: boolean, language: string): boolean {
  const { greets: greeting, presents: presenting } = COLLEAGUE_WORDS[languageOfTag(language)];
  const words = plain(text);
  const [greets, presents] = [greeting.test(words), presenting.test(words)];
  return announced ? greets || (presents && words.split(" ").length <= SHORT_WORDS) : greets && presents;
}

/** What is announced and who then speaks may come as one turn. */
export function handsOverWithin(text: string, language: string): boolean {
  const parts = text.split(/(?<=[.!?])\s+/);
  const at = parts.findIndex((part) => announcesSomebody(part, language));
  return at >= 0 && at + 1 < parts.length && presentsSomebody(parts.slice(at + 1).join(" "), false, language);
}

/** "One moment please", by which somebody else is fetched. */
export function leadsAway(text: string, language: string): boolean {
  return COLLEAGUE_WORDS[languageOfTag(language)].leadsAway.test(plain(text));
}

const SHORT_WORDS = 12;
