/**
 * What of our sound has really been played, and when: what an echo is told by. Follows the mouth's own knowledge, so
 * that a pause, a flush or a stalled queue does not shift it. Pure.
 */
import { FRAME_MS } from "../media/media-protocol.ts";
import { playedFrames, samplesBetween, type MouthState } from "../playout/mouth-state.ts";

/** Up to which frame of an utterance it has been told, and when that frame ended. */
export type SoundTold = { readonly utterance: number; readonly frame: number; readonly untilMs: number };

/** A mark that tells when playing began and does not come back in this time is not waited for. */
const START_KNOWN_MS = 100;

/** The frames played since, and when the first of them began; null when there are none. */
export function soundSince(
  state: MouthState,
  told: SoundTold,
  nowMs: number,
): { readonly samples: Int16Array; readonly atMs: number; readonly told: SoundTold } | null {
  const { speaking, frameSamples } = state;
  if (speaking === null) return null;
  const { anchor, marks, number } = speaking;
  // Sent, but it begins at Asterisk's next tick: the mark in front of it tells when that was.
  const startUnknown = marks.some(({ frame }) => frame === anchor.frame) && nowMs - anchor.atMs < START_KNOWN_MS;
  if (startUnknown) return null;
  const atMs = (frame: number): number => anchor.atMs + (frame - anchor.frame) * FRAME_MS;
  // It went on later than was thought, after a pause or a stall: from where it really stopped.
  const isRepeated = told.frame > anchor.frame && atMs(told.frame) - told.untilMs > 1.5 * FRAME_MS;
  const from = number !== told.utterance ? 0 : isRepeated ? anchor.frame : told.frame;
  const to = playedFrames(speaking, nowMs);
  if (to <= from) return null;
  return {
    samples: samplesBetween(speaking.chunks, from * frameSamples, to * frameSamples),
    atMs: atMs(from),
    told: { utterance: number, frame: to, untilMs: atMs(to) },
  };
}
