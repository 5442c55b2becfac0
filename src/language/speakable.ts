/**
 * A text as a voice should read it. Engines differ in how they read "$42.50", "B74K9" or "+1 (202) 555-0119" (some read
 * "seventy four" in the middle of a code), so none of them is asked to: English is spelled out in words before it gets
 * there, telephone numbers with a pause between their groups. Other languages are only cleaned, not spelled out: their
 * engines know their own numbers better than we do. Pure. The transcript keeps the original words, never this form.
 */
import { spellOut } from "./en/to-spoken.ts";

/** No engine should have to guess at a word of this length; it may take it seconds. */
const ENDLESS_WORD = /[\p{L}']{40}(?=[\p{L}'])/gu;

export function speakable(text: string, language: string): string {
  const spelled = /^en\b/i.test(language) ? spellOut(text, "voice") : text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
  return spelled
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
