/** the assignment of one call: what does not change while it lasts, worked out once from the request. */
import type { Brief } from "../../../calls/brief.ts";
import type { BrainBrief } from "../../ports.ts";
import type { Errand } from "./english/errands.ts";
import type { Goal } from "./english/goal-sentence.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { languageOf } from "./language.ts";
import type { Language } from "./language.ts";
import { wantedIn } from "./wanted.ts";
import type { Wanted } from "./wanted.ts";

export type PlannedErrand = Errand & { readonly wanted: Wanted };

export type Assignment = {
  readonly brief: Brief;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  readonly language: Language;
  readonly errands: readonly PlannedErrand[];
  /** Of the errand at hand, as is `wanted`: the first that somebody has to carry out, until the next one is begun. */
  readonly goal: Goal;
  /** Whom we call for, as it is said. */
  readonly whom: string;
  readonly business: string;
  /** The request's own sentences: all that may be told to the business. */
  readonly told: readonly Reading[];
  readonly wanted: Wanted;
};

export function assignmentOf({ brief, assistant, today = null }: Omit<BrainBrief, "errands">): Assignment {
  const language = languageOf(brief.language);
  const told = [brief.goal, brief.details, brief.constraints].flatMap((text) =>
    text === null ? [] : sentencesOf(text).map((sentence) => language.read(sentence)),
  );
  const errands = language.errandsOf(brief).map((errand, _, all) => {
    const heard = all.length === 1 ? told : toldOf(errand, all, told, language);
    const dated = heard.map((reading) => (errand.kind === "change" ? afterTo(language, reading) : reading));
    return { ...errand, wanted: wantedIn(dated, today) };
  });
  const first = errands.find(({ kind }) => kind !== "find_out") ?? errands[0]!;
  return {
    brief,
    assistant,
    language,
    errands,
    goal: first,
    whom: brief.onBehalfOf ?? language.texts.someCustomer,
    business: brief.businessName ?? language.summary.theBusiness,
    told,
    wanted: first.wanted,
  };
}

/** What is said of one of several errands: its own words, and what belongs to none of them. */
function toldOf(errand: Errand, all: readonly Errand[], told: readonly Reading[], language: Language): Reading[] {
  const own = /\b(it|that|one)\b/i.test(errand.text.split(" ").slice(1, 3).join(" "));
  const others = all.filter((other) => other !== errand).map(({ text }) => text);
  const around = told.filter(({ text }) => own || !others.some((other) => text.includes(other)));
  const apart = around.filter(({ text }) => !text.includes(errand.text));
  return [language.read(errand.text), ...(own ? around : apart)];
}

/** The first words of the call: who calls, for whom, and what for. */
export function openingLine(assignment: Assignment): string {
  return `${introduction(assignment)} ${assignment.errands[0]?.sentence ?? assignment.goal.sentence}`;
}

export function introduction({ language, assistant, whom }: Assignment): string {
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
