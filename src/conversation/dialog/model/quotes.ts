/**
 * The words of the business that a model means by a quote. Models change what they copy: another case, a comma more,
 * the apostrophe of a keyboard. Only the words count here, in their order and without a gap; what is kept is how they
 * stand in the transcript, so that whoever looks them up there finds them.
 */
import type { TranscriptEntry } from "../../../calls/operations.ts";
import type { BrainEvent, HistoryEntry } from "../../ports.ts";

/** What the business said so far, the words of the event included. */
export function saidByBusiness(history: readonly HistoryEntry[], event: BrainEvent): readonly string[] {
  const said = history.flatMap((entry) => (entry.role === "business" ? entry.text : []));
  const words = event.type === "heard" ? event.text : event.type === "opened" ? (event.heard ?? "") : "";
  const told = words === "" || said.some((text) => text.includes(words) || words.includes(text));
  return told ? said : [...said, words];
}

/** The quote as it stands in one of these texts, the latest first; null when nobody said it. */
export function quoted(quote: string, said: readonly string[]): string | null {
  const wanted = wordsOf(quote).map(({ word }) => word);
  if (wanted.length === 0) return null;
  for (const text of said.toReversed()) {
    const words = wordsOf(text);
    const at = words.findIndex((_, i) => wanted.every((word, j) => words[i + j]?.word === word));
    const [first, last] = [words[at], words[at + wanted.length - 1]];
    if (first !== undefined && last !== undefined) return text.slice(first.start, last.end);
  }
  return null;
}

/** Both sides as the outcome will see them: the checks of both are the same. The words of the event are the last. */
export function transcriptOf(history: readonly HistoryEntry[], event: BrainEvent): TranscriptEntry[] {
  const lines = history.flatMap((entry) =>
    entry.role === "business" || entry.role === "assistant" ? [{ role: entry.role, text: entry.text }] : [],
  );
  const known = lines.filter(({ role }) => role === "business").length;
  const fresh = saidByBusiness(history, event).slice(known);
  return [...lines, ...fresh.map((text) => ({ role: "business" as const, text }))].map(({ role, text }, i) => ({
    seq: i + 1,
    role,
    text,
    cutOff: null,
    atMs: 0,
    offsetMs: 0,
    latency: null,
  }));
}

type Word = { readonly word: string; readonly start: number; readonly end: number };

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}$€£%]+/gu)].map((match) => ({
    word: match[0].normalize("NFKC").toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
