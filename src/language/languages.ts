/**
 * The languages that a call can be held in. Whether one may be asked for depends on the engines that are configured
 * (`engines/languages.ts`); what is in `src/language` and in the dialog knows all of them. A regional tag (es-MX, de-AT)
 * is its language here.
 */
export const LANGUAGES = ["en", "es", "fr", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Of a BCP-47 tag; null when it is none of ours. */
export function languageIn(tag: string): Language | null {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0];
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** Of the tag of a call, which has been checked: what is none of ours is taken for English. */
export function languageOfTag(tag: string): Language {
  return languageIn(tag) ?? "en";
}
