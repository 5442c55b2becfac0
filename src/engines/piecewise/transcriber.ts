/**
 * What the piecewise ear (ear.ts) needs of a recogniser that is not streaming: a piece of sound goes in, its words come
 * out. A process next door, a file sent to a server and a realtime session are such recognisers.
 */
import type { EngineFailure } from "../engine-failure.ts";

export type Transcript = {
  /** Empty: there were no words in it. */
  readonly text: string;
  /** 0..1, null when unknown. */
  readonly confidence: number | null;
};

export type Transcription = {
  /** Rejects when it cannot be had, with an `EngineFailure` where more is known than that. Stays open when cancelled. */
  readonly done: Promise<Transcript>;
  /** What was a guess is needed now. */
  promote(): void;
  /** Nobody waits for it any more. */
  cancel(): void;
};

export interface PieceTranscriber {
  /**
   * Has this sound written down, in the line's sample rate. `pause`: they may have finished, and somebody may cancel it;
   * `final`: the answer waits for its words.
   */
  transcribe(sound: Int16Array, urgency: "pause" | "final"): Transcription;
  /** For one that is sent the sound while it is spoken: the piece under way is this so far, and what was before is void. */
  restart?(sound: Int16Array): void;
  /** The same: more of the piece under way. `transcribe` is given all of it again. */
  append?(sound: Int16Array): void;
  /** The ear is closed. */
  close?(): void;
}

/** The probability 0..1 that who is heard at the end of this sound has finished the turn. Rejects when not to be had. */
export type TurnJudgement = (sound: Int16Array, sampleRateHz: number) => Promise<number>;

/** What a transcriber that lives as long as its ear tells it unasked. */
export type EarNews = {
  /** The words so far of the piece under way. */
  wordsSoFar(text: string): void;
  fail(failure: EngineFailure): void;
};
