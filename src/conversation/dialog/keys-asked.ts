/** What is known in a call of keys that are to be pressed: what was pressed before, what was heard, what the caller gave. */
import type { Brief } from "../../calls/brief.ts";
import type { KeysAsked } from "../../calls/key-rules.ts";
import { read } from "../../language/en/reading.ts";
import type { HistoryEntry } from "../ports.ts";

/** The caller's own texts in which a number may stand. */
export function givenIn({ goal, details, constraints, callbackNumber, transferTo }: Brief): readonly string[] {
  return [goal, details, constraints, callbackNumber, transferTo].filter((text) => text !== null);
}

export function keysAsked(keys: string, given: readonly string[], history: readonly HistoryEntry[]): KeysAsked {
  const lastWords = history.findLastIndex(({ role }) => role === "business" || role === "assistant");
  return {
    keys,
    before: pressedIn(history),
    inOneGo: pressedIn(history.slice(lastWords + 1)),
    lastHeard: lastOf(history),
    given: [...given, ...approvedIn(history)],
  };
}

/** As it is asked of the caller; a yes to it approves of the digits in it. */
export function approvalQuestion(keys: string): string {
  return `May I type ${keys} on the telephone's keys? The other side asks for it, and it does not stand in the request.`;
}

function pressedIn(history: readonly HistoryEntry[]): string {
  return history
    .map((entry) => (entry.role === "keys" && entry.by === "assistant" && entry.sent ? entry.keys : ""))
    .join("")
    .replaceAll(/\D/g, "");
}

function lastOf(history: readonly HistoryEntry[]): string {
  const last = history.findLast(({ role }) => role === "business");
  return last?.role === "business" ? last.text : "";
}

/** The caller's answers, and the questions that it answered with yes. */
function approvedIn(history: readonly HistoryEntry[]): readonly string[] {
  return history.flatMap((entry) => {
    if (entry.role !== "answer" || entry.answer === null) return [];
    const asked = history.find((each) => each.role === "asked" && each.questionId === entry.questionId);
    const agreed = read(entry.answer).polarity?.yes === true;
    return asked?.role === "asked" && agreed ? [entry.answer, asked.question] : [entry.answer];
  });
}
