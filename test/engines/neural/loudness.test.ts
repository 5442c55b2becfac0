import { expect, it } from "vitest";
import { evenLoudness } from "../../../src/engines/neural/loudness.ts";

const RATE = 8000;

/** A tone with a pause in it. */
function phrase(level: number): Float32Array {
  return Float32Array.from({ length: RATE }, (_, i) =>
    i > RATE / 3 && i < RATE / 2 ? 0 : level * Math.sin((2 * Math.PI * 440 * i) / RATE),
  );
}

/** Of its first third, in dB below full scale. */
function db(samples: Float32Array): number {
  const part = samples.subarray(0, RATE / 3);
  return 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
}

it("brings soft and loud phrases to the same level, and does not count their pauses", () => {
  for (const level of [0.03, 0.1, 0.5, 0.99]) expect(db(evenLoudness(phrase(level), RATE))).toBeCloseTo(-22, 0);
});

it("never clips what has a peak", () => {
  const samples = phrase(0.02);
  samples[100] = 0.8;
  expect(Math.max(...evenLoudness(samples, RATE).map(Math.abs))).toBeLessThanOrEqual(0.9);
});

it("leaves silence alone", () => {
  expect(evenLoudness(new Float32Array(400), RATE)).toEqual(new Float32Array(400));
});
