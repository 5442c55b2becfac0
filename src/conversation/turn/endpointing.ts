/**
 * How long to wait before an utterance counts as finished, and which words over our own speech take the floor. Pure:
 * what is known of the utterance under way is all there is.
 *
 * The waits, after reference measurements of people on the telephone: 300 ms when the words are a complete answer, 500 as
 * a base, 1,000 after an open ending, 1,400 while digits or letters are read out. An engine's own end of turn beats all.
 */
import type { Hearing } from "../ports.ts";
import { completeness, isBackchannel, isGreetingOver, isShortAnswer, takesFloor } from "./words.ts";

const ENDPOINT_RULES = {
  silenceMs: { complete: 300, neutral: 500, open: 1000, dictating: 1400 },
  /** Nobody has to think about a greeting: our opening waits this long after one that is at its end, and at most. */
  greetingMs: { over: 160, bySound: 300, most: 600 },
  /** An engine that tells words after a pause is waited for this long: what they were says how long to wait. */
  wordsMs: 1100,
  /** How much the sound alone has to say for or against an end to change the waits. */
  bySound: { over: 0.75, goesOn: 0.25 },
  /** The waits when the sound says that they have finished, and when it says that they have not. */
  overMs: { complete: 240, neutral: 300, open: 700, dictating: 1200 },
  goesOnMs: { complete: 700, neutral: 900, open: 1200, dictating: 1600 },
  /** Silence after words that may well be the last ones: a reply to them can be made meanwhile. */
  likelyMs: { complete: 60, neutral: 60, open: 500, dictating: 700 },
  /** Words told this long after the last sound are all the words there were. */
  partialFreshMs: 40,
  /** Anything within this much of our end is an answer, not a sound of listening. */
  answerWindowMs: 1500,
} as const;

/** An utterance of theirs that has not been committed. */
export type UnderWay = {
  readonly number: number;
  readonly sinceMs: number;
  readonly lastSpeechMs: number;
  /** It began while we were speaking, with this much of our speech still to come. */
  readonly overRemainingMs: number | null;
  /** We were speaking, and went on. */
  readonly unpaused: boolean;
  /** The words so far, as they sound and as they would be written. */
  readonly partial: string;
  readonly written: string;
  readonly partialAtMs: number;
  readonly engineEnded: boolean;
  /** The words that were told as likely to be the last, unless they went on. */
  readonly likely: string | null;
  /** They are silent for a moment, and the engine knows. */
  readonly paused: boolean;
  /** What the sound alone says: the probability that they have finished. Null while it has not been judged. */
  readonly finished: number | null;
};

/** The silence after which it is over. `greeting`: we have not said anything yet. */
export function endpointMs(
  speech: UnderWay,
  { greeting, words }: { readonly greeting: boolean; readonly words: Hearing["tellsWords"] },
): number {
  if (speech.engineEnded) return 0;
  const fresh = isFresh(speech);
  if (greeting) return Math.min(greetingMs(speech, fresh), ENDPOINT_RULES.greetingMs.most);
  if (!fresh && words === "after_pause") return ENDPOINT_RULES.wordsMs;
  return silenceMs(speech, fresh);
}

function greetingMs(speech: UnderWay, fresh: boolean): number {
  if (fresh && isGreetingOver(speech.partial)) return ENDPOINT_RULES.greetingMs.over;
  if (speech.finished !== null) {
    const over = speech.finished >= ENDPOINT_RULES.bySound.over;
    return over ? ENDPOINT_RULES.greetingMs.bySound : ENDPOINT_RULES.greetingMs.most;
  }
  return silenceMs(speech, fresh);
}

function silenceMs(speech: UnderWay, fresh: boolean): number {
  const form = completeness(speech.partial);
  // Only words heard up to the very end can make the wait shorter; older ones can still make it longer.
  const known = form === "complete" && !fresh ? "neutral" : form;
  if (speech.finished === null) return ENDPOINT_RULES.silenceMs[known];
  if (speech.finished >= ENDPOINT_RULES.bySound.over) return ENDPOINT_RULES.overMs[known];
  return ENDPOINT_RULES[speech.finished <= ENDPOINT_RULES.bySound.goesOn ? "goesOnMs" : "silenceMs"][known];
}

/** The silence after which its words are worth a reply in advance; for ever when they are not known to the end. */
export function likelyAfterMs(speech: UnderWay): number {
  if (!isFresh(speech) || speech.partial === "") return Infinity;
  return ENDPOINT_RULES.likelyMs[completeness(speech.partial)];
}

/** Nothing in these words takes the floor from us. Near our end anything that says something may be the answer. */
export function onlyListens(
  words: string,
  { overRemainingMs, lastedMs }: { readonly overRemainingMs: number | null; readonly lastedMs: number },
): boolean {
  return isBackchannel(words) || (!isNearEnd(overRemainingMs) && !takesFloor(words, lastedMs));
}

/** "Yes" over the last words of our question is the answer, and not a sound of listening. */
export function answersUs(speech: UnderWay): boolean {
  return isNearEnd(speech.overRemainingMs) && isShortAnswer(speech.partial);
}

function isNearEnd(overRemainingMs: number | null): boolean {
  return overRemainingMs !== null && overRemainingMs <= ENDPOINT_RULES.answerWindowMs;
}

/** The words were heard up to the very end of the sound. */
export function isFresh(speech: UnderWay): boolean {
  return speech.partialAtMs >= speech.lastSpeechMs + ENDPOINT_RULES.partialFreshMs;
}
