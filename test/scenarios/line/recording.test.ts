import { expect, it } from "vitest";
import { readWav } from "../../support/wav.ts";
import type { WireFrame } from "./impairment.ts";
import { framesOf, hiss } from "./made-sounds.ts";
import { stereoWav } from "./recording.ts";

const RATE = 8000;
const FRAME = 160;

function channels(assistant: readonly WireFrame[], callee: readonly WireFrame[]): readonly Int16Array[] {
  const wav = readWav(stereoWav(assistant, callee, RATE));
  expect([wav.sampleRateHz, wav.channels.length]).toEqual([RATE, 2]);
  return wav.channels;
}

/** The samples of these 20 ms. */
function slot(channel: Int16Array | undefined, index: number): Int16Array | undefined {
  return channel?.slice(index * FRAME, (index + 1) * FRAME);
}

const VOICE = framesOf(hiss(5 * FRAME, -20), 5000);
const OTHER = framesOf(hiss(3 * FRAME, -20, 7), 5061);
const SILENCE = new Int16Array(FRAME);

it("has the assistant on the left and the callee on the right, at their times", () => {
  const [left, right] = channels(VOICE, OTHER);
  expect([left?.length, right?.length]).toEqual([6 * FRAME, 6 * FRAME]);
  for (const [index, { samples }] of VOICE.entries()) expect(slot(left, index)).toEqual(samples);
  for (const [index, { samples }] of OTHER.entries()) expect(slot(right, index + 3)).toEqual(samples);
  expect(slot(right, 0)).toEqual(SILENCE);
});

it("is silent where frames were lost and where none came", () => {
  const lost = { ...VOICE[1]!, lost: true };
  const later = { ...VOICE[4]!, atMs: 5400 };
  const [left] = channels([VOICE[0]!, lost, VOICE[2]!, later], []);
  expect(left?.length).toBe(21 * FRAME);
  expect(slot(left, 1)).toEqual(SILENCE);
  expect(slot(left, 2)).toEqual(VOICE[2]?.samples);
  expect(slot(left, 10)).toEqual(SILENCE);
  expect(slot(left, 20)).toEqual(VOICE[4]?.samples);
});

it.each([
  ["unevenly", [0, 13, 26, 4, 0]],
  ["in a burst", [0, 70, 50, 30, 10]],
])("leaves nothing out and doubles nothing when frames arrive %s", (_, jitter) => {
  const [left] = channels(
    VOICE.map((frame, index) => ({ ...frame, atMs: frame.atMs + (jitter[index] ?? 0) })),
    [],
  );
  const heard = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => slot(left, index)).filter((part) => part?.some(Boolean));
  expect(heard).toEqual(VOICE.map(({ samples }) => samples));
});

it("is empty for a call without sound", () => {
  expect(channels([], []).map(({ length }) => length)).toEqual([0, 0]);
});
