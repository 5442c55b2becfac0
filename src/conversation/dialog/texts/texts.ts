/** What we say ourselves, by the language of the call. */
import { languageOfTag } from "../../../language/languages.ts";
import type { Language } from "../../../language/languages.ts";
import { TEXTS } from "../brain/english/texts.ts";
import { FRENCH_TEXTS } from "./french.ts";
import { GERMAN_TEXTS } from "./german.ts";
import { SPANISH_TEXTS } from "./spanish.ts";
import type { SpokenTexts } from "./spoken-texts.ts";

const BY_LANGUAGE: Readonly<Record<Language, SpokenTexts>> = {
  en: TEXTS,
  es: SPANISH_TEXTS,
  fr: FRENCH_TEXTS,
  de: GERMAN_TEXTS,
};

/** `tag`: BCP-47, of a call. */
export function textsOf(tag: string): SpokenTexts {
  return BY_LANGUAGE[languageOfTag(tag)];
}
