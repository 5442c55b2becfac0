/**
 * What the mouth knows: the utterance under way, how much of it Asterisk has been given, and what is known of how far it
 * has been played. Positions are samples or frames from the start of the utterance; a frame is 20 ms. Pure.
 */
import { FRAME_MS } from "../media/media-protocol.ts";

export type GivenClause = {
  readonly text: string;
  /** First sample, and the one after the last that has been given so far. */
  readonly start: number;
  readonly end: number;
  /** All its audio has been given. */
  readonly complete: boolean;
};

export type Chunk = { readonly at: number; readonly samples: Int16Array };

/** A mark in Asterisk's queue: when it comes back, frames before `frame` have been played. */
export type Mark = { readonly id: string; readonly frame: number };

export type Speaking = {
  readonly number: number;
  /**
   * `pausing`: Asterisk holds its queue, and the question how long that is has not been answered. `paused`: it has been,
   * the queue is empty again and what was in it is ours to send once more. `stopping`: flushed, the same question open.
   */
  readonly mode: "playing" | "pausing" | "paused" | "stopping";
  readonly clauses: readonly GivenClause[];
  readonly chunks: readonly Chunk[];
  /** Samples given, with the silence that fills up the last frame before a gap. */
  readonly length: number;
  /** The utterance's iterator: may be asked, has been asked, has nothing more. */
  readonly source: "ready" | "asked" | "ended";
  readonly failure: unknown;
  readonly sentFrames: number;
  /** Clauses whose mark has been sent, and the frame of the last mark sent. */
  readonly markedClauses: number;
  readonly markedFrame: number;
  readonly marks: readonly Mark[];
  /** The silence behind the last clause has been sent. */
  readonly tailSent: boolean;
  /** This frame began at this moment, as far as is known. */
  readonly anchor: { readonly frame: number; readonly atMs: number };
  readonly firstSoundAtMs: number | null;
  readonly lastSoundAtMs: number | null;
  /** The status question whose answer tells where the pause or the flush came. */
  readonly question: number | null;
  readonly stopped: "flushed" | "aborted" | null;
};

export type MouthState = {
  readonly frameSamples: number;
  readonly speaking: Speaking | null;
  /** Utterances so far: part of each mark's id. */
  readonly utterances: number;
  /** Nothing but silence can be in Asterisk's queue: silence may be added, and speech flushes it first. */
  readonly filling: boolean;
  /** There is silence in Asterisk's queue: it is to be flushed before speech. */
  readonly dirty: boolean;
  readonly flowOpen: boolean;
  readonly closed: boolean;
  readonly nextQuestion: number;
  /** Backlog of silence: beats until it is checked, the open question, beats to leave out. */
  readonly check: { readonly inBeats: number; readonly question: number | null; readonly skipBeats: number };
};

export type MouthEvent =
  /** `speak` was called. */
  | { readonly type: "begin" }
  | { readonly type: "clause"; readonly text: string; readonly samples: Int16Array; readonly complete: boolean }
  /** More audio of the last clause. */
  | { readonly type: "more"; readonly samples: Int16Array; readonly complete: boolean }
  /** The iterator has no more, or threw. */
  | { readonly type: "end"; readonly failure: unknown }
  | { readonly type: "mark"; readonly id: string }
  /** Null: Asterisk did not answer. */
  | { readonly type: "status"; readonly question: number; readonly queuedFrames: number | null }
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  | { readonly type: "stop"; readonly how: "flushed" | "aborted" }
  | { readonly type: "flow"; readonly open: boolean }
  | { readonly type: "tick" }
  | { readonly type: "closed" };

export type Played = {
  /** The words that were played out; within a clause cut at a word boundary. */
  readonly heard: string;
  /** The words given to `speak` that were not played out; null when all were. */
  readonly cutOff: string | null;
  /** Monotonic clock; null when not one sample was played. */
  readonly firstSoundAtMs: number | null;
  readonly lastSoundAtMs: number | null;
  /** Of an utterance that was played out: for how long before its end it was quiet. */
  readonly quietTailMs: number;
  /** Why it ended. `failed`: the utterance's own iterator threw; what came before has been played. */
  readonly ended: "played" | "flushed" | "aborted" | "closed" | "failed";
  /** What the iterator threw, else null. */
  readonly failure: unknown;
};

export type MouthMove =
  /** Ask the iterator for its next clause. */
  | { readonly type: "pull" }
  | { readonly type: "audio"; readonly samples: Int16Array }
  | { readonly type: "silence"; readonly frames: number }
  | { readonly type: "mark"; readonly id: string }
  | { readonly type: "flush" }
  | { readonly type: "pause" }
  | { readonly type: "continue" }
  | { readonly type: "ask_status"; readonly question: number }
  | { readonly type: "settle"; readonly played: Played };

export const MOUTH_RULES = {
  /** Queued ahead of playback at most: half of what Asterisk takes before it says XOFF. */
  aheadFrames: 500,
  /** So little left and nothing to follow: the last, unfinished frame is filled up with silence. */
  lowFrames: 2,
  /**
   * Silence sent at once when nothing else is queued, and behind the last clause: no gap follows a clause, nor a stall of
   * ours of less than this. It costs no time, because the next clause flushes it.
   */
  cushionFrames: 5,
  checkEveryBeats: 50,
  /** A mark that is this late by the clock: ask what is left to be played, for the mark may be lost. */
  overdueMs: 1500,
  /** More silence than this in the queue: beats are left out until the cushion is left. */
  backlogFrames: 8,
} as const;

/** A mouth that has said nothing, on a leg that nobody has played on. */
export function silent(frameSamples: number): MouthState {
  return {
    frameSamples,
    speaking: null,
    utterances: 0,
    filling: true,
    dirty: false,
    flowOpen: true,
    closed: false,
    nextQuestion: 1,
    check: { inBeats: MOUTH_RULES.checkEveryBeats, question: null, skipBeats: 0 },
  };
}

export function newSpeaking(number: number, nowMs: number): Speaking {
  return {
    number,
    mode: "playing",
    clauses: [],
    chunks: [],
    length: 0,
    source: "ready",
    failure: null,
    sentFrames: 0,
    markedClauses: 0,
    markedFrame: 0,
    marks: [],
    tailSent: false,
    anchor: { frame: 0, atMs: nowMs },
    firstSoundAtMs: null,
    lastSoundAtMs: null,
    question: null,
    stopped: null,
  };
}

/** Frames played by now: what marks have told, and the clock since. Never less than what a mark has told. */
export function playedFrames(speaking: Speaking, nowMs: number): number {
  const { anchor, mode, sentFrames } = speaking;
  if (mode !== "playing") return Math.min(anchor.frame, sentFrames);
  const since = Math.max(0, Math.floor((nowMs - anchor.atMs) / FRAME_MS));
  return Math.min(sentFrames, anchor.frame + since);
}

/** Milliseconds of the audio given so far that are still to be played. */
export function remainingMs(state: MouthState, nowMs: number): number {
  const { speaking, frameSamples } = state;
  if (speaking === null || speaking.mode === "stopping") return 0;
  return Math.max(0, (speaking.length / frameSamples - playedFrames(speaking, nowMs)) * FRAME_MS);
}

/** The samples of an utterance from one position to another; silence where nothing was given. */
export function samplesBetween(chunks: readonly Chunk[], from: number, to: number): Int16Array {
  for (const { at, samples } of chunks) {
    if (at <= from && to <= at + samples.length) return samples.subarray(from - at, to - at);
  }
  const out = new Int16Array(to - from);
  for (const { at, samples } of chunks) {
    const start = Math.max(from, at);
    const end = Math.min(to, at + samples.length);
    if (start < end) out.set(samples.subarray(start - at, end - at), start - from);
  }
  return out;
}
