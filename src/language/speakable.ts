/**
 * A text as a voice should read it. Engines differ in how they read "$42.50", "B74K9" or "+1 (202) 555-0119" (some read
 * "seventy four" in the middle of a code), so none of them is asked to: English is spelled out in words before it gets
 * there, telephone numbers with a pause between their groups. Of Spanish, French and German the same is said in words but
 * plain numbers, which their voices know; any other language is only cleaned. Pure. The transcript keeps the original
 * words, never this form.
 */
import { spellOut } from "./en/to-spoken.ts";
import { languageIn } from "./languages.ts";
import { TONGUES } from "./readers.ts";
import { spokenBy } from "./tabled/spoken.ts";

/** No engine should have to guess at a word of this length; it may take it seconds. */
const ENDLESS_WORD = /[\p{L}']{40}(?=[\p{L}'])/gu;

export function speakable(text: string, language: string): string {
  return spelledOut(text, language)
    .replaceAll(/[()]/g, ", ")
    .replaceAll(/\s-+\s/g, ", ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s+([.,;:!?])/g, "$1")
    .replaceAll(/,(?:\s?,)+/g, ",")
    .replaceAll(/,([.;:!?])/g, "$1")
    .replaceAll(/([.!?]){2,}/g, "$1")
    .replaceAll(ENDLESS_WORD, "$& ")
    .replace(/^[\s.,;:!?]+/, "")
    .trim();
}

function spelledOut(text: string, tag: string): string {
  const language = languageIn(tag);
  if (language === null) return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
  return language === "en" ? spellOut(text, "voice") : spokenBy(TONGUES[language], text);
}
