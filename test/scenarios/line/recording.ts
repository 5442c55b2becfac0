/** A call to listen to: the assistant on the left, the callee on the right, as each was heard at the other end. Pure. */
import { writeWav } from "../../support/wav.ts";
import type { WireFrame } from "./impairment.ts";
import { FRAME_MS, placed } from "./placing.ts";

/** Both sides on one axis of 20 ms slots that begins with the first packet of either; what did not come is silence. */
export function stereoWav(
  assistant: readonly WireFrame[],
  callee: readonly WireFrame[],
  sampleRateHz: number,
): Uint8Array {
  const beginMs = Math.min(assistant[0]?.atMs ?? Infinity, callee[0]?.atMs ?? Infinity);
  const channels = [assistant, callee].map((frames) => onAxis(frames, beginMs, sampleRateHz));
  return writeWav({ sampleRateHz, channels });
}

function onAxis(frames: readonly WireFrame[], beginMs: number, sampleRateHz: number): Int16Array {
  const perSlot = (sampleRateHz * FRAME_MS) / 1000;
  let next = 0;
  const slots = placed(frames).map(({ atMs, frame }) => {
    // Never two frames in one slot, nor in the wrong order: what comes in a burst follows in a row.
    const slot = Math.max(next, Math.round((atMs - beginMs) / FRAME_MS));
    next = slot + 1;
    return { slot, frame };
  });
  const samples = new Int16Array(next * perSlot);
  for (const { slot, frame } of slots) {
    if (!frame.lost) samples.set(frame.samples.subarray(0, perSlot), slot * perSlot);
  }
  return samples;
}
