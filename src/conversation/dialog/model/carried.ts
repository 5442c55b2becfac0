/**
 * What a model asks for, checked: a move, or the reason why it is none. The checks of what it notes are those of the
 * outcome at the end of the call, so that what is accepted here stands there. Pure but for the ids of questions.
 */
import { isReached, provenValue } from "../../../calls/evidence.ts";
import { judgeKeys } from "../../../calls/key-rules.ts";
import { isObjection } from "../../../calls/objection.ts";
import { tells } from "../../../calls/said-for.ts";
import { actOf, read as readEnglish } from "../../../language/en/reading.ts";
import type { Reader } from "../../../language/readers.ts";
import type { BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";
import { approvalQuestion, givenIn, keysAsked } from "../keys-asked.ts";
import { unknownToCaller } from "./may-say.ts";
import { isMeantForAModel } from "../../../language/en/meant-for-a-model.ts";
import { isMenu } from "./speaks-keys.ts";
import { notesIn, openIn, pendingIn } from "./notes.ts";
import { quoted, saidByBusiness, transcriptOf } from "./quotes.ts";
import type { RulesView } from "./rules-view.ts";
import type { Asked } from "./tools.ts";

export type CallSoFar = {
  readonly brief: BrainBrief;
  /** With what was noted in the reply under way. */
  readonly history: readonly HistoryEntry[];
  readonly event: BrainEvent;
  readonly rules: RulesView;
  readonly newQuestionId: () => string;
};

export type Carried =
  | { readonly ok: true; readonly move: BrainMove; readonly result: string }
  /** `result`: why not, as one sentence for the model. */
  | { readonly ok: false; readonly result: string };

type Given<Name extends NonNullable<Asked["name"]>> = Extract<Asked, { readonly name: Name }>["given"];

const MOST_FAILED_TRANSFERS = 2;
const MOST_AGENT_QUESTIONS = 5;
/** So many questions may wait for the one that is open. */
const MOST_BESIDE = 2;
const LONGEST_QUESTION = 500;
const LONGEST_ANSWER = 1000;
const LONGEST_VALUE = 100;

export function carried(asked: Asked, call: CallSoFar): Carried {
  switch (asked.name) {
    case null:
      return no(asked.fault);
    case "ask_caller":
      return question(asked.given, call);
    case "press_keys":
      return keys(asked.given, call);
    case "leave_voicemail":
      return yes({ type: "line_is", line: "voicemail" }, "The message is left when it can be, and the call ends.");
    case "wait_on_hold":
      return yes({ type: "line_is", line: "hold" }, "You are asked again when somebody speaks.");
    case "transfer":
      return transfer(call);
    case "record_answer":
      return answer(asked.given, call);
    case "record_fact":
      return fact(asked.given, call);
    case "record_errand":
      return errand(asked.given, call);
    case "record_objection":
      return objection(asked.given, call);
    case "end_call":
      return ending(call);
  }
}

function keys({ keys: wanted }: Given<"press_keys">, { brief: { brief }, history, event }: CallSoFar): Carried {
  const verdict = judgeKeys(keysAsked(wanted, givenIn(brief), history));
  switch (verdict.type) {
    case "press":
      return isPersonThere(history, event)
        ? no("A person is on the line: keys are for menus, whoever asks for them.")
        : yes({ type: "press", keys: wanted }, "The keys are being pressed.");
    case "refuse":
      return no(`These keys cannot be pressed: ${verdict.why}.`);
    case "ask":
      return no(`So long a number needs the caller's approval: ask with ask_caller: "${approvalQuestion(wanted)}"`);
  }
}

/** Somebody who can be talked to, as far as is known; a machine that speaks is told of. */
function isPersonThere(history: readonly HistoryEntry[], event: BrainEvent): boolean {
  if (event.type === "heard" && event.who === "menu") return false;
  const last = history.findLast(({ role }) => role === "line");
  if (last?.role === "line" && last.state !== "human" && last.state !== "silence") return false;
  // What a menu says is known before its line is, and in some languages alone.
  const heard = saidByBusiness(history, event).at(-1) ?? "";
  return isMeantForAModel(heard) || !isMenu(heard);
}

function transfer({ brief: { brief }, history }: CallSoFar): Carried {
  if (brief.transferTo === null) return no("The request names nobody to connect them with.");
  const last = history.findLast(({ role }) => role === "transfer");
  if (last?.role === "transfer" && last.result === "asked") return no("They are being connected already.");
  const failed = history.filter((entry) => entry.role === "transfer" && entry.result !== "asked").length;
  if (failed >= MOST_FAILED_TRANSFERS) return no("Nobody can be reached there: offer that somebody calls back.");
  return yes({ type: "transfer" }, "They are being connected.");
}

function question({ question: text }: Given<"ask_caller">, { history, newQuestionId }: CallSoFar): Carried {
  const notes = notesIn(history);
  const wanted = text.replaceAll(/\s+/g, " ").trim();
  if (wanted === "" || wanted.length > LONGEST_QUESTION)
    return no(`A question has 1 to ${LONGEST_QUESTION} characters.`);
  const open = openIn(notes);
  const again = open.find((each) => each.toLowerCase() === wanted.toLowerCase());
  if (again !== undefined) return no(`The caller is being asked that already: "${again}". Wait for the answer.`);
  if (open.length > MOST_BESIDE)
    return no(`The caller is being asked already: "${open.join(" ")}". Wait for the answers.`);
  if (notes.asked.length >= MOST_AGENT_QUESTIONS)
    return no("The caller has been asked enough: go on without an answer, or offer to call back.");
  const result =
    open.length === 0 ? "The caller is being asked." : "The caller is asked this next: wait for both answers.";
  return yes({ type: "ask_agent", questionId: newQuestionId(), question: wanted }, result);
}

function answer(
  given: Given<"record_answer">,
  { brief: { brief }, history, event, rules: { reader } }: CallSoFar,
): Carried {
  const text = brief.questions[given.question - 1];
  if (text === undefined) return no(numbered("question", brief.questions.length));
  const said = saidByBusiness(history, event);
  const quote = quoted(given.quote ?? "", said);
  if (given.status !== "answered")
    return yes({ type: "finding", question: text, status: given.status, answer: null, quote }, "Recorded.");
  const told = given.answer?.trim() ?? "";
  if (told === "" || told.length > LONGEST_ANSWER) return no("An answer needs a text, a short one.");
  if (quote === null) return no(notSaid(given.quote));
  const turns = said.filter((each) => each.includes(quote));
  const unknown = unknownToCaller(told, turns, reader);
  if (unknown !== null) return no(`The words that you quote do not say "${unknown}".`);
  const others = brief.questions.filter((other) => other !== text);
  if (!tells(text, quote, transcriptOf(history, event), { language: brief.language, others })) return no(NOT_TOLD);
  if (contradicts(told, quote, reader)) return no("The words that you quote say the opposite of this answer.");
  return yes({ type: "finding", question: text, status: "answered", answer: told, quote }, "Recorded.");
}

function fact(given: Given<"record_fact">, { brief: { brief }, history, event }: CallSoFar): Carried {
  const said = saidByBusiness(history, event);
  const quotes = given.quotes.map((quote) => quoted(quote, said));
  const missing = given.quotes.find((_, i) => quotes[i] === null);
  if (given.quotes.length === 0 || missing !== undefined) return no(notSaid(missing));
  const found = quotes.filter((quote) => quote !== null);
  const value = given.value.trim();
  const kind = KINDS[given.fact];
  const proven = provenValue(kind, { value, quotes: found }, transcriptOf(history, event), brief.language);
  if (proven === null || value.length > LONGEST_VALUE)
    return no(`The words that you quote do not hold "${value}", or not all of it: quote the words that do.`);
  return yes({ type: "fact", fact: given.fact, value: proven, quotes: found }, "Recorded.");
}

const KINDS = { confirmation_number: "code", price_quoted: "price", appointment_time: "time" } as const;

function errand(given: Given<"record_errand">, { brief, history, event, rules }: CallSoFar): Carried {
  const index = given.errand - 1;
  const wanted = brief.errands[index];
  if (wanted === undefined) return no(numbered("errand", brief.errands.length));
  const said = saidByBusiness(history, event);
  const quotes = given.quotes.map((quote) => quoted(quote, said));
  const missing = given.quotes.find((_, i) => quotes[i] === null);
  if (missing !== undefined) return no(notSaid(missing));
  const found = quotes.filter((quote) => quote !== null);
  if (!given.done) return yes({ type: "errand", index, reached: false, quotes: found }, "Recorded.");
  if (found.length === 0) return no(notSaid(undefined));
  if (wanted.kind === "do" && found.every((quote) => isQuestion(quote, rules.reader)))
    return no("The words that you quote are a question of theirs: nothing is done by it yet.");
  if (!isReached({ ...wanted, reached: true, quotes: found }, transcriptOf(history, event), brief.brief.language))
    return no(wanted.kind === "do" ? NOT_DONE : NOT_TOLD);
  const outside = rules.whyOutside(history, index);
  if (outside !== null) return no(`${outside}: correct them, or ask the caller with ask_caller whether it may be.`);
  const matter = rules.wouldAsk(history, event);
  if (wanted.kind === "do" && matter?.isOffer === true)
    return no(
      `The request does not cover what they offer, so it is not done yet: ask the caller with ask_caller. (${matter.question})`,
    );
  return yes({ type: "errand", index, reached: true, quotes: found }, "Recorded.");
}

const NOT_DONE =
  "The words that you quote do not say that it is done: they refuse it, or set a condition, or only say what could be, or answer something else. Ask whether it is done.";
const NOT_TOLD =
  "The words that you quote answer something else, or nothing: ask again, and quote the words that tell it.";

function objection(given: Given<"record_objection">, { brief: { brief }, history, event }: CallSoFar): Carried {
  const said = saidByBusiness(history, event);
  const quotes = given.quotes.map((quote) => quoted(quote, said)).filter((quote) => quote !== null);
  if (!isObjection(quotes, transcriptOf(history, event), brief.language))
    return no("These words do not ask us plainly never to call again: ask them whether they mean that.");
  return yes({ type: "objected", quotes }, "Recorded. Apologise, and end the call.");
}

function ending({ history, event, rules: { reader } }: CallSoFar): Carried {
  const pending = pendingIn(notesIn(history));
  const last = saidByBusiness(history, event).at(-1) ?? "";
  const leaving = ["goodbye", "objection", "wrong_number", "call_back"] as const;
  if (pending !== null && !leaving.some((kind) => actOf(reader.read(last), kind) !== null))
    return no(`The caller is still being asked: "${pending}". Wait for the answer.`);
  return yes({ type: "hang_up" }, "The call ends.");
}

/** "Yes" on the strength of a no, and the other way round. */
function contradicts(told: string, quote: string, reader: Reader): boolean {
  // An answer for the agent may be in English.
  const [claimed, heard] = [reader.read(told).polarity ?? readEnglish(told).polarity, reader.read(quote).polarity];
  return claimed !== null && heard !== null && claimed.yes !== heard.yes;
}

function isQuestion(quote: string, reader: Reader): boolean {
  const { clauses } = reader.read(quote);
  return clauses.length > 0 && clauses.every((clause) => clause.question && !clause.check);
}

function notSaid(quote: string | undefined): string {
  if (quote === undefined || quote.trim() === "") return "It needs a quote: words of the business, copied exactly.";
  return `The business has not said "${quote}" in one of its turns: copy its words exactly.`;
}

function numbered(what: string, count: number): string {
  return count === 0 ? `The request has no ${what}s.` : `There is no such ${what}: they are numbered 1 to ${count}.`;
}

function yes(move: BrainMove, result: string): Carried {
  return { ok: true, move, result };
}

function no(result: string): Carried {
  return { ok: false, result };
}
