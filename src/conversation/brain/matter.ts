/** The matter of one call: what does not change while it lasts, worked out once from the request. */
import type { Brief } from "../../calls/brief.ts";
import type { BrainBrief } from "../ports.ts";
import type { Goal } from "./english/goal-sentence.ts";
import type { Reading } from "./english/reading.ts";
import { languageOf } from "./language.ts";
import type { Language } from "./language.ts";
import { wantedIn } from "./wanted.ts";
import type { Wanted } from "./wanted.ts";

export type Matter = {
  readonly brief: Brief;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  readonly language: Language;
  readonly goal: Goal;
  /** Whom we call for, as it is said. */
  readonly whom: string;
  readonly business: string;
  /** The request's own sentences: all that may be told to the business. */
  readonly told: readonly Reading[];
  readonly wanted: Wanted;
};

export function matterOf({ brief, assistant }: BrainBrief): Matter {
  const language = languageOf(brief.language);
  const told = [brief.goal, brief.details, brief.constraints].flatMap((text) =>
    text === null ? [] : sentencesOf(text).map((sentence) => language.read(sentence)),
  );
  const goal = language.goalOf(brief);
  const dated = told.map((reading) => (goal.kind === "change" ? afterTo(language, reading) : reading));
  return {
    brief,
    assistant,
    language,
    goal,
    whom: brief.onBehalfOf ?? language.texts.someCustomer,
    business: brief.businessName ?? language.summary.theBusiness,
    told,
    wanted: wantedIn(dated),
  };
}

/** The first words of the call: who calls, for whom, and what for. */
export function openingLine(matter: Matter): string {
  return `${introduction(matter)} ${matter.goal.sentence}`;
}

export function introduction({ language, assistant, whom }: Matter): string {
  const { introduction: disclosing, plainIntroduction } = language.texts;
  return (assistant.disclosure ? disclosing : plainIntroduction)(assistant.name, whom);
}

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=(?<!\b(?:Dr|Mr|Mrs|Ms|St|No|vs|approx|[ap]\.?m))[.!?])\s+|\n+|;\s+/i)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** "from Monday to Wednesday": what is wanted is what it is to become. */
function afterTo(language: Language, reading: Reading): Reading {
  const at = reading.text.search(/\bto (?!be\b|see\b|make\b)/i);
  return at < 0 ? reading : language.read(reading.text.slice(at + 3));
}
