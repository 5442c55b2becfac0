/**
 * Whether words of a model may be spoken. Three things it must not do whatever it was told: say numbers, prices, times
 * and codes that nobody gave it, agree to what the request does not cover, and pass for a person. Pure.
 */
import { isBorneOut } from "../../../language/en/borne-out.ts";
import { foundOf, read } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../brain/english/topics.ts";
import type { BrainBrief, BrainEvent, HistoryEntry } from "../../ports.ts";
import { speaksKeys } from "./speaks-keys.ts";
import { saidByBusiness } from "./quotes.ts";
import type { AgentsMatter } from "./rules-view.ts";

export type SpeechContext = {
  /** Everything that we may repeat: the request, what the business said, what the agent answered. */
  readonly sources: readonly string[];
  /** Of these the request's own. */
  readonly request: readonly string[];
  /** What the business said last; "" for nothing. */
  readonly lastHeard: string;
  /** What the rules would ask the agent instead of agreeing; null when they would not. Looked at only when it matters. */
  readonly wouldAsk: () => AgentsMatter | null;
};

/** Null when it may be said, else why not, as one sentence for the model. */
export function whyNotSaid(piece: string, { sources, request, lastHeard, wouldAsk }: SpeechContext): string | null {
  if (PASSES_FOR_A_PERSON.test(piece)) return "You are an automated assistant and must not claim to be a person.";
  if (speaksKeys(piece, lastHeard)) return "Keys are never spoken: press them with press_keys.";
  const unknown = unknownValue(piece, sources);
  if (unknown !== null)
    return `Neither the request nor anybody in the call has given you "${unknown}": ask the caller with ask_caller instead of making it up.`;
  if (!agrees(piece)) return null;
  const matter = wouldAsk();
  if (matter === null || (!matter.isOffer && repeats(piece, request))) return null;
  return `The request does not cover this, so you cannot agree to it: call ask_caller, and say that you are checking. (${matter.question})`;
}

/** "Yes, for two on Friday": more than half of what it says stands in the request. */
function repeats(piece: string, request: readonly string[]): boolean {
  return overlap(contentOf(piece), contentOf(request.join(" "))) > 0.5;
}

/** What may be said in a call as it stands. */
export function contextOf(
  { brief, assistant }: BrainBrief,
  history: readonly HistoryEntry[],
  event: BrainEvent,
  wouldAsk: SpeechContext["wouldAsk"],
): SpeechContext {
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
  const heard = saidByBusiness(history, event);
  return { request, sources: [...request, ...heard, ...answers], lastHeard: heard.at(-1) ?? "", wouldAsk };
}

const PASSES_FOR_A_PERSON =
  /\b(?:i'?m|i am|this is|you'?re (?:talking|speaking) (?:to|with)) (?:just |only |really |actually )*(?:a |an )?(?:real |actual |live |human )*(?:human|person|people|man|woman)\b(?! assistant)|\bi(?:'m| am) not (?:a |an |any |some )*(?:robot|bot|machine|computer|recording|ai|automated)\b/i;

const ACCEPTS =
  /\b(?:yes|yeah|yep|yup|sure|certainly|absolutely|definitely|of course|no problem|great|perfect|wonderful|excellent|deal|agreed|please do|go ahead|works|sounds good|(?:is|are|be|that's|it's) (?:fine|okay|ok|perfect|great|good|all right)|(?:i|we)(?:'ll| will) (?:take|pay|do|have|be there|come)|(?:i|we) (?:agree|accept|promise|guarantee|confirm|commit))\b|\b(?:book|reserve|schedule|order|charge|take|do|put|sign) (?:it|that|this|those|me|us|him|her|them|the|a|an)\b/i;
/** It is still to be found out, or it is turned down. */
const CHECKS =
  /\b(?:let me|i'll|i will|i need to|i have to|i must|i'm going to|i am) (?:just |first |quickly )*(?:check|ask|find out|see|checking|asking)|\b(?:not (?:sure|certain|able|allowed|what|possible)|cannot|can't|unable|i don't know|would prefer|rather not|instead of that)\b/i;
/** What is asked of them as a favour is agreed to as well. */
const ASKS_FOR_IT =
  /\b(?:can|could|would|will) you (?:please |just |then )*(?:book|reserve|schedule|order|charge|put|do|go ahead|make)\b/i;

/** A yes, a promise, or the asking for it: no open question, no word that it has to be checked first. */
function agrees(piece: string): boolean {
  if (CHECKS.test(piece)) return false;
  return piece.trimEnd().endsWith("?") ? ASKS_FOR_IT.test(piece) : ACCEPTS.test(piece);
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
