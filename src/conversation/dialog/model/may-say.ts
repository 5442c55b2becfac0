/**
 * Whether words of a model may be spoken. Three things it must not do whatever it was told: say numbers, prices, times
 * and codes that nobody gave it, agree to what the request does not cover, and pass for a person. Pure.
 */
import { isBorneOut } from "../../../language/en/borne-out.ts";
import { foundOf, read } from "../../../language/en/reading.ts";
import type { BrainBrief, HistoryEntry } from "../../ports.ts";
import { saidByBusiness } from "./quotes.ts";

export type SpeechContext = {
  /** Everything that we may repeat: the request, what the business said, what the agent answered. */
  readonly sources: readonly string[];
  /** What the rules would ask the agent instead of agreeing; null when they would not. Looked at only when it matters. */
  readonly wouldAsk: () => string | null;
};

/** Null when it may be said, else why not, as one sentence for the model. */
export function whyNotSaid(piece: string, { sources, wouldAsk }: SpeechContext): string | null {
  if (PASSES_FOR_A_PERSON.test(piece)) return "You are an automated assistant and must not claim to be a person.";
  const unknown = unknownValue(piece, sources);
  if (unknown !== null)
    return `Neither the request nor anybody in the call has given you "${unknown}": ask the caller with ask_caller instead of making it up.`;
  if (!agrees(piece)) return null;
  const question = wouldAsk();
  if (question === null) return null;
  return `The request does not cover this, so you cannot agree to it: call ask_caller, and say that you are checking. (${question})`;
}

export function sourcesOf(
  { brief, assistant }: BrainBrief,
  history: readonly HistoryEntry[],
  heard: readonly string[],
): readonly string[] {
  const request = [
    brief.goal,
    brief.details,
    brief.constraints,
    brief.businessName,
    brief.onBehalfOf,
    brief.callbackNumber,
    brief.phone,
    assistant.name,
    ...brief.questions,
  ].filter((text) => text !== null);
  const answers = history.flatMap((entry) => (entry.role === "answer" && entry.answer !== null ? entry.answer : []));
  const noted = history.flatMap((entry) =>
    entry.role === "note" && entry.note.type === "fact" ? [entry.note.value, entry.note.quotes.join(" ")] : [],
  );
  return [...request, ...heard, ...answers, ...noted];
}

/** The sources of a call as it stands. */
export function contextOf(
  brief: BrainBrief,
  history: readonly HistoryEntry[],
  event: Parameters<typeof saidByBusiness>[1],
  wouldAsk: () => string | null,
): SpeechContext {
  return { sources: sourcesOf(brief, history, saidByBusiness(history, event)), wouldAsk };
}

const PASSES_FOR_A_PERSON =
  /\b(?:i'?m|i am|this is|you'?re (?:talking|speaking) (?:to|with)) (?:just |only |really |actually )*(?:a |an )?(?:real |actual |live |human )*(?:human|person|people|man|woman)\b(?! assistant)|\bi(?:'m| am) not (?:a |an |any |some )*(?:robot|bot|machine|computer|recording|ai|automated)\b/i;

const ACCEPTS =
  /\b(?:yes|yeah|yep|sure|certainly|absolutely|of course|please (?:do|book|reserve|go ahead|charge)|go ahead|(?:book|reserve|take|do|charge) (?:it|that)|(?:that|this|it) (?:works|is fine|is okay|is ok|is perfect|is great|will do)|that's (?:fine|okay|ok|perfect|great|good)|sounds (?:good|great|fine|perfect)|(?:i|we)(?:'ll| will) (?:take|pay|do|have)|(?:i|we) (?:agree|accept|promise|guarantee|confirm)|agreed|deal)\b/i;
const DECLINES = /\b(?:not|don't|can't|cannot|won't|isn't|no|unless|whether|if)\b/i;

/** A yes, or a promise: no question, no condition, no refusal. */
function agrees(piece: string): boolean {
  return ACCEPTS.test(piece) && !DECLINES.test(piece) && !piece.trimEnd().endsWith("?");
}

const SHORTEST_NUMBER = 4;

/** A price, a time or a number in these words that none of the sources bears out; null when there is none. */
export function unknownValue(piece: string, sources: readonly string[]): string | null {
  const reading = read(piece);
  const told = (test: (source: string) => boolean): boolean => sources.some(test);
  for (const price of foundOf(reading, "price"))
    if (price.amountCents > 0 && !told((source) => isBorneOut("price", price.text, source))) return price.quote;
  for (const time of foundOf(reading, "time"))
    if (!told((source) => isBorneOut("time", time.text, source))) return time.quote;
  for (const number of [...foundOf(reading, "digits"), ...foundOf(reading, "code")]) {
    const bare = number.text.toUpperCase().replace(/[^A-Z0-9]/g, "");
    if (bare.length < SHORTEST_NUMBER || !/\d/.test(bare)) continue;
    if (!told((source) => bareOf(source).includes(bare) || isBorneOut("code", number.text, source)))
      return number.quote;
  }
  return null;
}

function bareOf(source: string): string {
  return source.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
