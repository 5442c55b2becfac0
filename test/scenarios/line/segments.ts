/**
 * Who spoke when, by loudness alone. Pure. The threshold lies between the side's own noise and its own speech, so that a
 * soft voice on a quiet line counts and the noise of a loud one does not. Words are not told from other sounds here.
 */
import { loudness } from "../../../src/conversation/media/levels.ts";
import type { WireFrame } from "./impairment.ts";
import { FRAME_MS, placed } from "./placing.ts";

/** In the milliseconds of the frames: performance.now() of the line. */
export type Segment = { readonly fromMs: number; readonly toMs: number };

export type SegmentOptions = {
  /** Gaps shorter than this are closed: stops between words and within them. */
  readonly bridgeMs?: number;
  /** Shorter sounds are clicks. */
  readonly minimumMs?: number;
  /** `sent`: what the side itself sent, without the noise, the echo and the losses of the line. Default: `received`. */
  readonly sound?: "received" | "sent";
  /** Sound so far below the side's speech is not its voice. Default: 35, which has its softest consonants too. */
  readonly belowSpeechDb?: number;
};

const WINDOW_MS = 10;
/** A side that is quieter than this at its loudest has said nothing. */
const SILENT_DBFS = -60;
/** Speech that stands out less than this from the noise around it is not told apart. */
const STANDS_OUT_DB = 10;
/** Of the way from the noise to the speech. */
const THRESHOLD_SHARE = 0.45;
/** However quiet the line: sound so far below the side's speech is its room. */
const BELOW_SPEECH_DB = 45;
/** The loudest so many milliseconds are what its speech is measured by. */
const LOUDEST_MS = 100;
/** The share of quietest windows that is certainly noise. */
const NOISE_SHARE = 0.1;

export function speechSegments(frames: readonly WireFrame[], options: SegmentOptions = {}): readonly Segment[] {
  const { bridgeMs = 200, minimumMs = 60, sound = "received", belowSpeechDb = BELOW_SPEECH_DB } = options;
  const windows = levels(frames, sound);
  const threshold = thresholdOf(
    windows.map(({ dbfs }) => dbfs),
    belowSpeechDb,
  );
  if (threshold === null) return [];
  const joined: { fromMs: number; toMs: number; soundMs: number }[] = [];
  for (const { atMs, dbfs } of windows) {
    if (dbfs < threshold) continue;
    const last = joined.at(-1);
    if (last !== undefined && atMs - last.toMs < bridgeMs) {
      last.toMs = Math.max(last.toMs, atMs + WINDOW_MS);
      last.soundMs += WINDOW_MS;
    } else joined.push({ fromMs: atMs, toMs: atMs + WINDOW_MS, soundMs: WINDOW_MS });
  }
  return joined.filter(({ soundMs }) => soundMs >= minimumMs).map(({ fromMs, toMs }) => ({ fromMs, toMs }));
}

/** Of what was there to be heard: a lost frame has no window, and is silence by that. */
function levels(
  frames: readonly WireFrame[],
  sound: "received" | "sent",
): readonly { readonly atMs: number; readonly dbfs: number }[] {
  return placed(frames).flatMap(({ atMs, frame }) => {
    if (sound === "received" && frame.lost) return [];
    const samples = sound === "sent" ? frame.sent : frame.samples;
    const perWindow = (samples.length * WINDOW_MS) / FRAME_MS;
    return loudness(samples, perWindow).map((dbfs, index) => ({ atMs: atMs + index * WINDOW_MS, dbfs }));
  });
}

/** Null when there is nothing to be heard, or nothing but noise. */
function thresholdOf(all: readonly number[], belowSpeechDb: number): number | null {
  const sorted = [...all].sort((a, b) => a - b);
  const loud = sorted.at(-Math.min(sorted.length, LOUDEST_MS / WINDOW_MS)) ?? -Infinity;
  if (loud < SILENT_DBFS) return null;
  const noise = sorted[Math.floor((sorted.length - 1) * NOISE_SHARE)] ?? loud;
  if (loud - noise < STANDS_OUT_DB) return null;
  return Math.max(noise + THRESHOLD_SHARE * Math.min(loud - noise, 2 * STANDS_OUT_DB), loud - belowSpeechDb);
}
