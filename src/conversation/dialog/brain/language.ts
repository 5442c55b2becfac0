/**
 * What the brain needs to know of a language. The policy beside this file is the same for all of them; hearing and
 * wording are in one folder a language.
 */
import type { Brief } from "../../../calls/brief.ts";
import type { Expected } from "../../../language/en/found.ts";
import { spokenQuestion, voiced } from "./english/goal-sentence.ts";
import { errandsOf } from "./english/errands.ts";
import type { Errand } from "./english/errands.ts";
import { read } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { SUMMARY, TEXTS } from "./english/texts.ts";

export type Language = {
  readonly texts: typeof TEXTS;
  readonly summary: typeof SUMMARY;
  read(text: string, expected?: Expected): Reading;
  errandsOf(brief: Brief): readonly Errand[];
  spokenQuestion(question: string, brief: Brief): string;
  /** A sentence of the request as we may say it to the business. */
  voiced(sentence: string, brief: Brief): string;
};

const english: Language = { texts: TEXTS, summary: SUMMARY, read, errandsOf, spokenQuestion, voiced };

/** The rules lead calls in English alone. In any other language a model leads, and `abroad` is the net below it. */
export function languageOf(_tag: string): Language {
  return english;
}
