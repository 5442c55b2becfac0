/** For one event, in place of a model whose answer may not be given: a mind that claims, accepts and promises nothing. */
import { actOf } from "../../../language/en/reading.ts";
import type { Reader } from "../../../language/readers.ts";
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry, Unanswered } from "../../ports.ts";
import type { AgentsMatter } from "../model/rules-view.ts";
import { gistOf } from "../brain/passing-on.ts";
import { SUMMARY } from "../brain/english/texts.ts";
import type { SpokenTexts } from "../texts/spoken-texts.ts";

export type StandInParts = {
  readonly brief: BrainBrief;
  readonly reader: Reader;
  readonly texts: SpokenTexts;
  readonly line: string;
  readonly wouldAsk: (history: readonly HistoryEntry[], event: BrainEvent) => AgentsMatter | null;
  readonly newQuestionId: () => string;
  readonly takenOver: readonly HistoryEntry[];
};

export function standIn(parts: StandInParts): Brain {
  return {
    openingLine: () => parts.line,
    async *respond(event, history) {
      yield* moves(parts, event, history.length === 0 ? parts.takenOver : history);
    },
    retract: () => undefined,
  };
}

function moves(parts: StandInParts, event: BrainEvent, history: readonly HistoryEntry[]): BrainMove[] {
  const { texts, line } = parts;
  switch (event.type) {
    case "opened":
      return [say(line)];
    case "heard":
      return heard(parts, event, history);
    case "silence":
      return event.who === "menu" ? [] : [say(texts.areYouThere)];
    case "answered":
      // It is for the model to pass on; who cannot says so, and that we call again.
      return parting(texts.willCallBack);
    case "answer_expired":
      return unanswered(texts, event.why);
    // The conversation sees to that itself.
    case "still_waiting":
      return [];
    case "connecting":
      return [say(texts.stillConnecting[0])];
    case "transfer_answered":
      return [say(onTheLine(parts))];
    case "transfer_failed":
      return [say(texts.notConnected)];
    case "wrap_up":
      return parting(event.reason === "no_response" ? texts.nobody : texts.wrapUp);
  }
}

function unanswered(texts: SpokenTexts, why: Unanswered | undefined): BrainMove[] {
  switch (why) {
    case undefined:
      return [say(texts.noAnswer)];
    case "cannot_wait":
      return [say(texts.cannotWait)];
    case "needless":
      return [say(texts.goOnWithout)];
    case "call_back":
      return parting(texts.willCallBack, SUMMARY.open, SUMMARY.nextCallBack);
  }
}

function onTheLine({ brief: { brief, assistant }, texts }: StandInParts): string {
  return texts.onTheLine(assistant.name, brief.businessName ?? texts.theBusiness, gistOf(brief.goal));
}

function heard(
  { brief, reader, texts, wouldAsk, newQuestionId }: StandInParts,
  event: Extract<BrainEvent, { readonly type: "heard" }>,
  history: readonly HistoryEntry[],
): BrainMove[] {
  const reading = reader.read(event.text);
  const objection = actOf(reading, "objection");
  if (objection !== null) {
    const quotes = [objection.quote];
    return [{ type: "objected", quotes }, ...parting(texts.objection, SUMMARY.objection, SUMMARY.nextNever)];
  }
  if (actOf(reading, "objection_hint") !== null) return [say(texts.isThatAnObjection)];
  if (actOf(reading, "wrong_number") !== null)
    return parting(texts.wrongNumber, SUMMARY.wrongNumber, SUMMARY.nextNumber);
  if (actOf(reading, "goodbye") !== null) return parting(texts.shortGoodbye);
  if (actOf(reading, "robot") !== null) return [say(texts.robot(brief.brief.onBehalfOf ?? texts.someCustomer))];
  if (actOf(reading, "hold") !== null) return [say(texts.sureHold)];
  const matter = wouldAsk(history, event);
  if (matter !== null)
    return [
      say(isAsking(history) ? texts.alsoAsking : texts.moment[0]),
      { type: "ask_agent", questionId: newQuestionId(), question: matter.question },
    ];
  const asked = history.filter(
    (entry) => entry.role === "assistant" && texts.notUnderstood.includes(entry.text),
  ).length;
  return [say(texts.notUnderstood[asked % texts.notUnderstood.length] ?? texts.notUnderstood[0])];
}

function isAsking(history: readonly HistoryEntry[]): boolean {
  const last = history.findLast(({ role }) => role === "asked" || role === "answer");
  return last?.role === "asked";
}

function say(text: string): BrainMove {
  return { type: "say", text };
}

function parting(text: string, summary: string = SUMMARY.open, nextSteps: string = SUMMARY.nextAgain): BrainMove[] {
  return [{ type: "conclusion", summary, nextSteps }, say(text), { type: "hang_up" }];
}
