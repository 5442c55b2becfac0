/** The plan's wording, one file a language. What no language of ours matches is worded in English. */
import type { Topic } from "./topics.ts";
import { ENGLISH } from "./words-en.ts";
import { FRENCH } from "./words-fr.ts";
import { GERMAN } from "./words-de.ts";
import { SPANISH } from "./words-es.ts";

export type PlanWords = {
  /** What the business will ask, as it asks it. */
  readonly questions: Readonly<Record<Topic, string>>;
  /** Steps of the call, for the checklist. */
  readonly introduce: (name: string, whom: string | null, disclosed: boolean) => string;
  readonly pursue: (goal: string) => string;
  readonly ask: (question: string) => string;
  readonly useDetails: string;
  readonly keepWithin: (constraints: string) => string;
  readonly giveCallback: (number: string) => string;
  readonly askAgent: (seconds: number) => string;
  readonly confirm: string;
  readonly transfer: (number: string) => string;
  readonly voicemail: string;
  readonly noVoicemail: string;
};

const BY_LANGUAGE: Readonly<Record<string, PlanWords>> = { en: ENGLISH, es: SPANISH, de: GERMAN, fr: FRENCH };

export function wordsFor(language: string): PlanWords {
  return BY_LANGUAGE[language.toLowerCase().split("-", 1)[0] ?? "en"] ?? ENGLISH;
}
