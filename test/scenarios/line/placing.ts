/**
 * Where each frame lies in time. Packets arrive unevenly (timers, a busy machine) while the sound in them does not: a
 * frame that comes a little late is placed where it would have been, one after a pause where it came. A delay that lasts
 * is believed bit by bit.
 */
import type { WireFrame } from "./impairment.ts";

/** Everything on the line is sent in frames of so long. */
export const FRAME_MS = 20;

export type Placed = { readonly atMs: number; readonly frame: WireFrame };

const LATE_MS = 60;
/** How much of a lateness is believed with each frame. */
const CREEP_MS = 1;

export function placed(frames: readonly WireFrame[]): readonly Placed[] {
  let dueMs = -Infinity;
  return frames.map((frame) => {
    const lateMs = frame.atMs - dueMs;
    // One that is early shows that all before it were late: it is believed at once.
    const atMs = lateMs > LATE_MS ? frame.atMs : dueMs + Math.min(CREEP_MS, lateMs);
    dueMs = atMs + FRAME_MS;
    return { atMs, frame };
  });
}
