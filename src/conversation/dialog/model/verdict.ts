/**
 * What a call that a model led comes to, in plain sentences made of its notes alone: every one of them rests on words of
 * the business, and no sentence is the model's. Pure.
 */
import type { BrainBrief, BrainMove } from "../../ports.ts";
import { languageOf } from "../brain/language.ts";
import type { Notes } from "./notes.ts";

type Conclusion = Extract<BrainMove, { readonly type: "conclusion" }>;

export type Course = {
  /** Somebody spoke to us. */
  readonly heardAnybody: boolean;
  /** They do not want to be called again. */
  readonly objected: boolean;
  /** Nobody there is whom we wanted. */
  readonly wrongNumber?: boolean;
  /** A machine asked who calls, and nobody came. */
  readonly screened?: boolean;
};

export function conclusionOf({ brief, errands }: BrainBrief, notes: Notes, course: Course): Conclusion {
  const { summary: words } = languageOf(brief.language);
  const parts: string[] = [];
  if (course.screened === true) return { type: "conclusion", summary: words.screened, nextSteps: words.nextAgain };
  if (!course.heardAnybody) return { type: "conclusion", summary: words.nobody, nextSteps: words.nextAgain };
  parts.push(words.spokeWith(brief.businessName ?? words.theBusiness));
  if (course.objected) parts.push(words.objection);
  if (course.wrongNumber === true)
    return { type: "conclusion", summary: [...parts, words.wrongNumber].join(" "), nextSteps: words.nextNumber };
  for (const [index, errand] of errands.entries()) {
    const note = notes.errands.get(index);
    const quote = note?.quotes.at(-1);
    if (note === undefined || quote === undefined) continue;
    if (!note.reached) parts.push(words.refused(quote));
    else parts.push(errands.length === 1 ? words.met(quote) : words.reached(errand.text, quote));
  }
  const answered = brief.questions.filter((question) => notes.findings.get(question)?.status === "answered").length;
  const { length } = brief.questions;
  if (length > 0) parts.push(answered === length ? words.allAnswered(length) : words.someAnswered(answered, length));
  const { number, price, time } = valuesOf(notes);
  if (number !== undefined) parts.push(words.number(number));
  if (price !== undefined) parts.push(words.price(price));
  if (time !== undefined) parts.push(words.time(time));
  for (const { question, answer } of notes.asked)
    parts.push(typeof answer === "string" ? words.asked(question, answer) : words.askedInVain(question));
  return { type: "conclusion", summary: parts.join(" "), nextSteps: nextSteps({ brief, errands }, notes, course) };
}

function nextSteps(
  { brief, errands }: Pick<BrainBrief, "brief" | "errands">,
  notes: Notes,
  { objected }: Course,
): string {
  const { summary: words } = languageOf(brief.language);
  if (objected) return words.nextNever;
  const met = errands.every((_, index) => notes.errands.get(index)?.reached === true);
  const refused = [...notes.errands.values()].some(({ reached }) => !reached);
  const open = brief.questions.filter((question) => notes.findings.get(question)?.status !== "answered");
  const { number, time } = valuesOf(notes);
  const steps: string[] = [];
  if (met && number !== undefined) steps.push(words.nextKeep(number));
  if (met && time !== undefined) steps.push(words.nextCome(time));
  for (const { question, answer, why } of notes.asked)
    if (typeof answer !== "string" && why !== "needless") steps.push(words.nextAnswer(question));
  if (notes.asked.some(({ answer, why }) => typeof answer !== "string" && why === "call_back"))
    steps.push(words.nextCallBack);
  if (open.length > 0) steps.push(words.nextAsk(open.join(" ")));
  if (refused) steps.push(words.nextOther);
  else if (!met && steps.length === 0) steps.push(words.nextAgain);
  return steps.length === 0 ? words.nextNothing : steps.join(" ");
}

function valuesOf({ facts }: Notes): Record<"number" | "price" | "time", string | undefined> {
  return {
    number: facts.get("confirmation_number")?.value,
    price: facts.get("price_quoted")?.value,
    time: facts.get("appointment_time")?.value,
  };
}
