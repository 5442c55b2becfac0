/**
 * What a conversation needs from its engines: to hear, to think, to speak. Owned here, implemented in `engines/`.
 * Audio is always 16-bit signed linear, mono, in the sample rate named beside it; a frame is 20 ms of it.
 */
import type { Brief } from "../calls/brief.ts";
import type { QuestionStatus } from "../calls/vocabulary.ts";

// ---------------------------------------------------------------- hearing

export type HearingEvent =
  /**
   * The words so far of the utterance under way; each replaces the one before. `written`: how an `utterance` of these
   * words would be written, when that differs.
   */
  | { readonly type: "partial"; readonly text: string; readonly written?: string }
  /** One finished utterance. Empty text: there was sound but no words. `confidence` 0..1, null when unknown. */
  | { readonly type: "utterance"; readonly text: string; readonly confidence: number | null }
  /** The engine's own judgement that the speaker has finished the turn (Flux and the like). */
  | { readonly type: "end_of_turn" }
  /** The engine is gone. `retryable`: another try, or another engine, may do. */
  | { readonly type: "failed"; readonly retryable: boolean; readonly message: string };

/** One call's ear. Frames go in as they arrive; what was said comes out as events. */
export interface Hearing {
  /** Every frame of the far end, speech or not, in order. Never blocks; keeps what it needs for `begin`. */
  write(frame: Int16Array): void;
  /** The voice-activity detector heard speech begin; `prerollMs` of the frames already written belong to it. */
  begin(prerollMs: number): void;
  /** The endpointer decided that the utterance is over. An `utterance` follows within 2 s, or `failed`. */
  commit(): void;
  /** It was no speech after all: forget the utterance under way. No event follows. */
  discard(): void;
  close(): void;
}

export type HearingOptions = {
  readonly language: string;
  readonly sampleRateHz: 8000 | 16000;
  /** Names and terms likely to be said: the business, the person, words of the questions. */
  readonly hints: readonly string[];
};

export interface Recogniser {
  /** Opens an ear for one call. Rejects when the engine cannot be had. Ends with `close` or with the signal. */
  open(options: HearingOptions, listener: (event: HearingEvent) => void, signal: AbortSignal): Promise<Hearing>;
}

// ---------------------------------------------------------------- speaking

export interface Voice {
  /** Samples per second of what `speak` yields; constant for a voice. */
  readonly sampleRateHz: number;
  /**
   * Renders one clause or sentence. Yields audio in pieces of any length as it becomes available; aborting ends the
   * iteration without an exception. Throws when the engine fails.
   */
  speak(text: string, signal: AbortSignal): AsyncIterable<Int16Array>;
}

// ---------------------------------------------------------------- voice activity

/** Tells speech from everything else. One instance a call. */
export interface VoiceActivity {
  /** Takes the next 20 ms frame, answers the probability 0..1 that the latest window holds speech. */
  feed(frame: Int16Array): Promise<number>;
}

// ---------------------------------------------------------------- thinking

export type BrainEvent =
  /** The far end answered and has greeted, or stayed silent for a moment: it is our turn to open. */
  | { readonly type: "opened"; readonly heard: string | null }
  /** The business's turn is over; everything it said since our last turn. */
  | { readonly type: "heard"; readonly text: string; readonly confidence: number | null }
  /** Nobody has said anything for this long since we last spoke. */
  | { readonly type: "silence"; readonly silentMs: number }
  /** The agent answered the question we asked it. */
  | { readonly type: "answered"; readonly questionId: string; readonly answer: string }
  /** The agent did not answer in time. */
  | { readonly type: "answer_expired"; readonly questionId: string }
  /** While we wait for the agent and nobody speaks: keep the line alive (about every 12 s). */
  | { readonly type: "still_waiting"; readonly waitedMs: number }
  /** Come to an end politely, now. */
  | { readonly type: "wrap_up"; readonly reason: string };

export type BrainMove =
  /** Say this, one or more sentences. Moves are carried out in the order they come. */
  | { readonly type: "say"; readonly text: string }
  /** Ask the agent; the conversation raises `pending_question`. At most one at a time. */
  | { readonly type: "ask_agent"; readonly questionId: string; readonly question: string }
  /** Press keys of the telephone: 0-9 * #. */
  | { readonly type: "press"; readonly keys: string }
  /** What was learnt about one of the request's questions. A later one for the same question replaces it. */
  | {
      readonly type: "finding";
      readonly question: string;
      readonly status: QuestionStatus;
      readonly answer: string | null;
      readonly quote: string | null;
    }
  | {
      readonly type: "fact";
      readonly fact: "confirmation_number" | "price_quoted" | "appointment_time";
      readonly value: string;
      readonly quote: string;
    }
  | {
      readonly type: "goal";
      readonly met: boolean;
      readonly quotes: readonly string[];
      readonly summary: string;
      readonly nextSteps: string;
    }
  /** They do not want to be called again, by anybody. */
  | { readonly type: "objected" }
  /** Hang up once everything said so far has been played out. */
  | { readonly type: "hang_up" };

/** What has been said so far, as it was heard: what another brain needs to take over in mid-call. */
export type HistoryEntry = { readonly role: "assistant" | "business"; readonly text: string };

export type BrainBrief = {
  readonly brief: Brief;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
};

/** One call's mind. It is asked one event at a time, in order; a newer event aborts the reply under way. */
export interface Brain {
  /**
   * The first words we say, known before the call is answered so that they can be synthesised while it rings.
   * Must equal the text of the first `say` in answer to `opened`.
   */
  openingLine(): string;
  /** The moves in answer to one event. Aborting ends the iteration without an exception. Throws on failure. */
  respond(event: BrainEvent, history: readonly HistoryEntry[], signal: AbortSignal): AsyncIterable<BrainMove>;
  /**
   * Forget the last event, as if it had never come: the far end went on speaking before any sound of the reply was
   * made. The next `heard` repeats its words together with what followed.
   */
  retract(): void;
}

export interface Thinker {
  /** A mind for one call. `history` is not empty when it takes over from another in mid-call. */
  begin(brief: BrainBrief, history: readonly HistoryEntry[]): Brain;
}
