/**
 * What Deepgram's two listening interfaces send, read into one form: a stretch of the stream and the words in it. Fields
 * that we have no use for are not looked at, messages of a kind that we do not know are passed over; one that claims a
 * kind and has not its form, or has no kind at all, is no message of Deepgram's.
 */
import { z } from "zod";
import type { Stretch, TimedWord } from "./transcript.ts";

export type Reading =
  | ({ readonly type: "words"; readonly stretch: Stretch; readonly final: boolean } & Partial<{
      /** It answers a Finalize. */
      readonly flushed: boolean;
      /** After it the engine found a pause. */
      readonly pause: boolean;
      /** What the engine judges of the turn these words belong to. */
      readonly turn: "probable_end" | "went_on" | "end_of_turn";
    }>)
  | { readonly type: "failed"; readonly reason: string }
  /** Nothing that we have a use for. */
  | { readonly type: "nothing" }
  /** Of a kind that may be new, or of another protocol. */
  | { readonly type: "unknown" }
  | { readonly type: "foreign" };

const NOTHING: Reading = { type: "nothing" };
const UNKNOWN: Reading = { type: "unknown" };
const FOREIGN: Reading = { type: "foreign" };

const WITHOUT_WORDS = new Set([
  ...["Metadata", "SpeechStarted", "UtteranceEnd"],
  ...["Connected", "ConfigureSuccess", "ConfigureFailure", "Warning"],
]);

const envelope = z.looseObject({ type: z.string() });

const failure = z.looseObject({
  description: z.string().nullish(),
  message: z.string().nullish(),
  code: z.string().nullish(),
});

const word = z.looseObject({
  word: z.string(),
  punctuated_word: z.string().nullish(),
  start: z.number().nullish(),
  end: z.number().nullish(),
  confidence: z.number().nullish(),
});

const results = z.looseObject({
  start: z.number().nullish(),
  duration: z.number().nullish(),
  is_final: z.boolean().nullish(),
  speech_final: z.boolean().nullish(),
  from_finalize: z.boolean().nullish(),
  channel: z.looseObject({
    alternatives: z.array(
      z.looseObject({ transcript: z.string(), confidence: z.number().nullish(), words: z.array(word).nullish() }),
    ),
  }),
});

const turnInfo = z.looseObject({
  event: z.string(),
  turn_index: z.number().nullish(),
  audio_window_start: z.number().nullish(),
  audio_window_end: z.number().nullish(),
  transcript: z.string(),
  words: z.array(word).nullish(),
});

/** One message of `/v1/listen`. */
export function readResults(message: unknown): Reading {
  const type = typeOf(message);
  if (type === "Error") return failureIn(message);
  if (type !== "Results") return withoutWords(type);
  const parsed = results.safeParse(message);
  if (!parsed.success) return FOREIGN;
  const { start, duration, is_final: final, speech_final: pause, from_finalize: flushed, channel } = parsed.data;
  const [best] = channel.alternatives;
  const startS = start ?? 0;
  const endS = startS + (duration ?? 0);
  const stretch: Stretch = {
    startS,
    endS,
    text: best?.transcript.trim() ?? "",
    confidence: best?.confidence ?? null,
    words: (best?.words ?? []).map((said) => timed(said, startS, endS)),
  };
  return { type: "words", stretch, final: final === true, flushed: flushed === true, pause: pause === true };
}

/** Messages of `/v2/listen`, in the order they come: words without times are placed by when they were first told. */
export function createTurnReader(): (message: unknown) => Reading {
  let turn: number | null = null;
  let heardToS = 0;
  /** Of the words of this turn, in which part of the stream each came up. */
  let cameUp: { readonly startS: number; readonly endS: number }[] = [];

  return (message) => {
    const type = typeOf(message);
    if (type === "Error") return failureIn(message);
    if (type !== "TurnInfo") return withoutWords(type);
    const parsed = turnInfo.safeParse(message);
    if (!parsed.success) return FOREIGN;
    const { event, turn_index: index, audio_window_start: start, audio_window_end: end, transcript } = parsed.data;
    if (index !== turn) cameUp = [];
    turn = index ?? null;
    const endS = Math.max(end ?? heardToS, start ?? 0);
    const words = parsed.data.words ?? [];
    while (cameUp.length < words.length) cameUp.push({ startS: Math.min(heardToS, endS), endS });
    heardToS = endS;
    const stretch: Stretch = {
      startS: start ?? 0,
      endS,
      text: transcript.trim(),
      confidence: null,
      words: words.map((said, at) => timed(said, cameUp[at]?.startS ?? endS, cameUp[at]?.endS ?? endS)),
    };
    const judged = judgement(event);
    return {
      type: "words",
      stretch,
      final: event === "EndOfTurn",
      ...(judged === null ? {} : { turn: judged }),
    };
  };
}

function judgement(event: string): "probable_end" | "went_on" | "end_of_turn" | null {
  if (event === "EagerEndOfTurn") return "probable_end";
  if (event === "TurnResumed") return "went_on";
  return event === "EndOfTurn" ? "end_of_turn" : null;
}

function withoutWords(type: string | null): Reading {
  if (type === null) return FOREIGN;
  return WITHOUT_WORDS.has(type) ? NOTHING : UNKNOWN;
}

function typeOf(message: unknown): string | null {
  const parsed = envelope.safeParse(message);
  return parsed.success ? parsed.data.type : null;
}

function failureIn(message: unknown): Reading {
  const parsed = failure.safeParse(message);
  if (!parsed.success) return FOREIGN;
  const { code, description, message: text } = parsed.data;
  const parts = [code, description ?? text].filter((part) => part != null && part !== "");
  return { type: "failed", reason: parts.length === 0 ? "an error without a name" : parts.join(": ") };
}

function timed(said: z.infer<typeof word>, startS: number, endS: number): TimedWord {
  const from = said.start ?? startS;
  return {
    text: said.punctuated_word ?? said.word,
    startS: from,
    endS: Math.max(from, said.end ?? endS),
    confidence: said.confidence ?? null,
  };
}
