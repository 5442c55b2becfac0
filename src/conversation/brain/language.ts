/**
 * What the brain needs to know of a language. The policy beside this file is the same for all of them; hearing and
 * wording are in one folder a language.
 */
import type { Brief } from "../../calls/brief.ts";
import type { Expected } from "./english/found.ts";
import { goalOf, spokenQuestion, voiced } from "./english/goal-sentence.ts";
import type { Goal } from "./english/goal-sentence.ts";
import { read } from "./english/reading.ts";
import type { Reading } from "./english/reading.ts";
import { SUMMARY, TEXTS } from "./english/texts.ts";

export type Language = {
  readonly texts: typeof TEXTS;
  readonly summary: typeof SUMMARY;
  read(text: string, expected?: Expected): Reading;
  goalOf(brief: Brief): Goal;
  spokenQuestion(question: string, brief: Brief): string;
  /** A sentence of the request as we may say it to the business. */
  voiced(sentence: string, brief: Brief): string;
};

const english: Language = { texts: TEXTS, summary: SUMMARY, read, goalOf, spokenQuestion, voiced };

/** Every supported tag is a kind of English so far; the HTTP edge refuses the others. */
export function languageOf(_tag: string): Language {
  return english;
}
