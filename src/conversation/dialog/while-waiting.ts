/**
 * Manners while the business waits for an answer that only the agent has: what is said of our own accord, and to what
 * they say about the waiting. It is the same whoever leads the call. Pure, and read from the history alone, so that
 * nothing said is said twice in a row and what was taken back or cut short does not count.
 */
import { actOf } from "../../language/en/reading.ts";
import { readerOf } from "../../language/readers.ts";
import { consentIn, tellsOfWait, waitingWord } from "../../language/waiting.ts";
import type { HistoryEntry, Unanswered } from "../ports.ts";
import { textsOf } from "./texts/texts.ts";

export type WaitSoFar = {
  readonly history: readonly HistoryEntry[];
  /** The length that the history had when the question was put. */
  readonly since: number;
  /** BCP-47, of the call. */
  readonly language: string;
  /** The wait has not been prolonged, and there is time left to do it in. */
  readonly mayProlong: boolean;
};

export type WaitingMove =
  | { readonly type: "say"; readonly text: string }
  /** They agree to wait longer. */
  | { readonly type: "prolong"; readonly text: string }
  /** Nobody waits any more. */
  | { readonly type: "give_up"; readonly why: Unanswered };

/** So much of a sentence has to be heard for it to count as said. */
const ENOUGH = 0.6;
/** So often they are asked for patience when they are in a hurry. */
const MOST_CALMED = 2;
/** Whoever says more than this says more than that. */
const MOST_WORDS = 24;

/** What is done about words of theirs; null: they are about something else. */
export function onWords(text: string, wait: WaitSoFar): WaitingMove | null {
  const reader = readerOf(wait.language);
  const reading = reader.read(text);
  if (reading.tokens.length > MOST_WORDS) return null;
  if (NOT_OURS.some((kind) => actOf(reading, kind) !== null)) return null;
  const word = waitingWord(reading.words, reader.language);
  const others = reading.clauses.some((each) => each.question && waitingWord(each.words, reader.language) === null);
  if (others && word !== "call_back") return null;
  const consent = word === null && isAsked(wait, "last") ? consentIn(reading, reader.language) : null;
  const texts = textsOf(wait.language);
  switch (word ?? consent) {
    case "call_back":
    case "needless":
      return { type: "give_up", why: word === "call_back" ? "call_back" : "needless" };
    case "cannot_wait":
    case false:
      return { type: "give_up", why: "cannot_wait" };
    case "can_wait":
    case true:
      return { type: wait.mayProlong ? "prolong" : "say", text: nextOf(texts.thankYouForTime, wait.history) };
    case "hurry":
      return countOf(texts.hurrying, wait) < MOST_CALMED
        ? { type: "say", text: nextOf(texts.hurrying, wait.history) }
        : { type: "give_up", why: "cannot_wait" };
    case "presence":
      return { type: "say", text: nextOf(texts.stillHere, wait.history) };
    case null:
      return null;
  }
}

/** For whoever leads the call, whatever else is in it. */
const NOT_OURS = ["objection", "objection_hint", "wrong_number", "robot", "goodbye", "voicemail"] as const;

export function signOfLife({ history, language }: WaitSoFar): string {
  return nextOf(textsOf(language).stillChecking, history);
}

export function pleaForTime({ language }: WaitSoFar): string {
  return textsOf(language).waitLonger;
}

/** Whether they were asked to wait longer; `last`: it is what we said last. */
export function isAsked(wait: WaitSoFar, which: "last" | "ever" = "ever"): boolean {
  const ours = oursIn(wait);
  const plea = pleaForTime(wait);
  return (which === "last" ? ours.slice(-1) : ours).some(({ text }) => shareOf(plea, text) >= ENOUGH);
}

/** What has to be said when nobody has told them that something is being found out; null when somebody has. */
export function announcement(wait: WaitSoFar): string | null {
  const reader = readerOf(wait.language);
  const theirs = wait.history.findLastIndex(({ role }, i) => role === "business" && i < wait.since);
  const ours = oursIn({ ...wait, since: theirs + 1 });
  const told = ours.some(({ text, cutOff = "" }) =>
    tellsOfWait(reader.read(`${text} ${cutOff}`).words, reader.language),
  );
  return told ? null : nextOf(textsOf(wait.language).moment, wait.history);
}

function oursIn({ history, since }: WaitSoFar): Extract<HistoryEntry, { readonly role: "assistant" }>[] {
  return history.slice(since).filter((entry) => entry.role === "assistant");
}

function countOf(lines: readonly string[], wait: WaitSoFar): number {
  return oursIn(wait).filter(({ text }) => lines.some((line) => text.includes(line))).length;
}

/** The line after the one that was said last; what has been begun has been said. */
function nextOf(lines: readonly [string, ...string[]], history: readonly HistoryEntry[]): string {
  const said = history.flatMap((entry) => (entry.role === "assistant" ? [`${entry.text} ${entry.cutOff ?? ""}`] : []));
  const last = said.findLast((text) => lines.some((line) => text.includes(line)));
  const index = lines.findIndex((line) => last?.includes(line) === true);
  return lines[(index + 1) % lines.length] ?? lines[0];
}

function shareOf(line: string, heard: string): number {
  const wanted = line.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  const words = new Set(heard.toLowerCase().match(/[\p{L}\p{N}']+/gu));
  return wanted.filter((word) => words.has(word)).length / Math.max(1, wanted.length);
}
