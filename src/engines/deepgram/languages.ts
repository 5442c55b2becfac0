/**
 * Which of our languages Deepgram's models know, by their names, as its documentation says (models-languages-overview,
 * tts-models; November 2026): Nova in general all four, its special editions (medical, phonecall, finance …) English;
 * Flux English, or all four as `-multi`; a voice the language at the end of its name.
 */
import { languageIn, LANGUAGES } from "../../language/languages.ts";
import type { Language } from "../../language/languages.ts";

const ENGLISH: readonly Language[] = ["en"];

/** A model of one's own, which no rule knows, hears what it was trained for: the operator says it with `languages`. */
export function heardByDeepgram(model: string): readonly Language[] {
  if (/^flux\b.*-multi$/i.test(model)) return LANGUAGES;
  if (/^nova(?:-[23])?(?:-general)?$/i.test(model)) return LANGUAGES;
  if (/^(?:enhanced|base|whisper)(?:-(?:general|tiny|base|small|medium|large))?$/i.test(model)) return LANGUAGES;
  return ENGLISH;
}

/** `voice`: such as `aura-2-celeste-es`. */
export function spokenByDeepgram(voice: string): readonly Language[] {
  const end = /-([a-z]{2})$/i.exec(voice)?.[1];
  const language = end === undefined ? "en" : languageIn(end);
  return language === null ? [] : [language];
}
