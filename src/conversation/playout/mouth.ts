/**
 * Playing: turns clauses of synthesised audio into sound on the line, and tells what of it was really heard. The thin
 * loop around `mouth-rules.ts`: it carries out moves and feeds back what comes of them.
 */
import type { Logger } from "pino";
import type { Clock } from "../../lib/clock.ts";
import { soundSince, type SoundTold } from "../echo/echo-sent.ts";
import type { MediaLeg } from "../media/media-leg.ts";
import { mouth } from "./mouth-rules.ts";
import {
  MOUTH_RULES,
  remainingMs,
  silent,
  type MouthEvent,
  type MouthMove,
  type MouthState,
  type Played,
} from "./mouth-state.ts";
import type { Ticker } from "../media/frame-ticker.ts";

export type { Played } from "./mouth-state.ts";

export type Clause = {
  readonly text: string;
  /** At the leg's sample rate. An iterable when the voice renders while it is being played. */
  readonly audio: Int16Array | AsyncIterable<Int16Array>;
};

export interface Mouth {
  /**
   * `playing` from the first audio of an utterance on, `paused` while one is paused, else `idle`: an utterance whose
   * first clause is still being rendered makes no sound and counts as idle.
   */
  readonly state: "idle" | "playing" | "paused";
  /**
   * Plays an utterance; resolves when its last sample has really been played, or when it is cut short (flush, abort,
   * leg closed). Asks the iterator for the next clause only while less than ten seconds are queued, and ends it (`return`)
   * when cut short. One utterance at a time: rejects when one is under way. Never rejects for what happens on the line.
   */
  speak(utterance: AsyncIterable<Clause>, signal: AbortSignal): Promise<Played>;
  /** Silences the utterance under way within one tick; nothing of it is lost. */
  pause(): void;
  /** Goes on at the sample where it was paused. */
  resume(): void;
  /** Drops the rest of the utterance under way, paused or not; its `speak` resolves with what was heard. */
  flush(): void;
  /** When our last sound left, on the monotonic clock; now while playing, null before the first. */
  lastSoundAtMs(): number | null;
  /** Milliseconds of the audio given so far that are still to be played; 0 when idle. */
  remainingMs(): number;
  /** The one listener to our own sound as it is played: whole frames, and when the first of them began. */
  onSound(listener: (samples: Int16Array, atMs: number) => void): void;
  /** Flushes and stops the silence. The leg stays open. */
  close(): void;
}

export type MouthOptions = {
  readonly leg: MediaLeg;
  /** The thread's one ticker (`startTicker`). */
  readonly ticker: Ticker;
  readonly clock: Clock;
  readonly log: Logger;
};

type UnderWay = {
  readonly steps: AsyncGenerator<MouthEvent, void>;
  readonly settle: (played: Played) => void;
};

const NO_SAMPLES = new Int16Array(0);
const SILENCE = new Int16Array(320 * MOUTH_RULES.cushionFrames);

export function createMouth({ leg, ticker, clock, log }: MouthOptions): Mouth {
  let state: MouthState = silent(leg.frameSamples);
  let underWay: UnderWay | null = null;
  let lastSoundAtMs: number | null = null;
  let sound: (samples: Int16Array, atMs: number) => void = () => {};
  let toldSound: SoundTold = { utterance: 0, frame: 0, untilMs: 0 };

  function dispatch(event: MouthEvent): void {
    tellSound();
    const [next, moves] = mouth(state, event, clock.monotonicMs());
    state = next;
    for (const move of moves) carryOut(move);
  }

  /** Before anything changes what is known of it: what has been played since the last time. */
  function tellSound(): void {
    const played = soundSince(state, toldSound, clock.monotonicMs());
    if (played === null) return;
    toldSound = played.told;
    sound(played.samples, played.atMs);
  }

  function carryOut(move: MouthMove): void {
    switch (move.type) {
      case "pull":
        return pull();
      case "audio":
        return leg.sendAudio(move.samples);
      case "silence":
        return leg.sendAudio(SILENCE.subarray(0, move.frames * leg.frameSamples));
      case "mark":
        return leg.mark(move.id);
      case "flush":
        return leg.flush();
      case "pause":
        return leg.pause();
      case "continue":
        return leg.resume();
      case "ask_status":
        leg.status().then(
          (queuedFrames) => dispatch({ type: "status", question: move.question, queuedFrames }),
          () => dispatch({ type: "status", question: move.question, queuedFrames: null }),
        );
        return;
      case "settle": {
        lastSoundAtMs = move.played.lastSoundAtMs ?? lastSoundAtMs;
        const settled = underWay;
        underWay = null;
        if (settled === null) return;
        settled.steps.return().catch((error: unknown) => log.debug({ err: error }, "a cut-off utterance ended badly"));
        settled.settle(move.played);
      }
    }
  }

  function pull(): void {
    const asked = underWay;
    if (asked === null) return;
    asked.steps.next().then(
      ({ done, value }) => {
        if (underWay === asked) dispatch(done === true ? { type: "end", failure: null } : value);
      },
      (error: unknown) => {
        if (underWay === asked) dispatch({ type: "end", failure: error ?? new Error("the utterance failed") });
      },
    );
  }

  leg.onPlayout((event) => {
    if (event.type === "mark") dispatch({ type: "mark", id: event.id });
    else if (event.type === "flow") dispatch({ type: "flow", open: event.open });
    else if (event.type === "closed") {
      dispatch({ type: "closed" });
      stopTicking();
    }
  });
  const stopTicking = ticker.add(() => dispatch({ type: "tick" }));

  return {
    get state() {
      return outwardState(state);
    },
    async speak(utterance, signal) {
      if (underWay !== null) throw new Error("the mouth is already speaking");
      const { promise, resolve } = Promise.withResolvers<Played>();
      const abort = (): void => dispatch({ type: "stop", how: "aborted" });
      underWay = { steps: stepsOf(utterance), settle: resolve };
      dispatch({ type: "begin" });
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    pause: () => dispatch({ type: "pause" }),
    resume: () => dispatch({ type: "resume" }),
    flush: () => dispatch({ type: "stop", how: "flushed" }),
    remainingMs: () => remainingMs(state, clock.monotonicMs()),
    lastSoundAtMs: () =>
      outwardState(state) === "playing" ? clock.monotonicMs() : (state.speaking?.lastSoundAtMs ?? lastSoundAtMs),
    onSound(listener) {
      sound = listener;
    },
    close() {
      dispatch({ type: "stop", how: "flushed" });
      stopTicking();
    },
  };
}

function outwardState(state: MouthState): Mouth["state"] {
  const { speaking } = state;
  if (speaking === null || speaking.mode === "stopping") return "idle";
  if (speaking.mode !== "playing") return "paused";
  return speaking.sentFrames > 0 ? "playing" : "idle";
}

async function* stepsOf(utterance: AsyncIterable<Clause>): AsyncGenerator<MouthEvent, void> {
  for await (const { text, audio } of utterance) {
    if (audio instanceof Int16Array) {
      yield { type: "clause", text, samples: audio, complete: true };
      continue;
    }
    yield { type: "clause", text, samples: NO_SAMPLES, complete: false };
    for await (const samples of audio) yield { type: "more", samples, complete: false };
    yield { type: "more", samples: NO_SAMPLES, complete: true };
  }
}
