/** Frames for the tests of what reads them: sounds that are made of numbers. */
import type { WireFrame } from "./impairment.ts";
import { createRandom } from "./random.ts";
import { createRoomNoise } from "./noise.ts";

const FULL_SCALE = 32_768;

/** Sound as broad as speech, at this level. */
export function hiss(samples: number, dbfs: number, seed = 1): Int16Array {
  const random = createRandom(seed);
  const peak = FULL_SCALE * 10 ** (dbfs / 20) * Math.sqrt(3);
  return Int16Array.from({ length: samples }, () => Math.round((2 * random() - 1) * peak));
}

export function roomNoise(samples: number, dbfs: number, sampleRateHz = 8000, seed = 1): Int16Array {
  const noise = createRoomNoise({ sampleRateHz, dbfs, seed });
  const frame = sampleRateHz / 50;
  const all = new Float32Array(samples);
  for (let at = 0; at < samples; at += frame) noise.addTo(all.subarray(at, at + frame));
  return Int16Array.from(all, (sample) => Math.round(sample));
}

/** Adds the second sound to the first, from this millisecond on. */
export function mixedAt(all: Int16Array, fromMs: number, sound: Int16Array, sampleRateHz = 8000): Int16Array {
  const from = (fromMs * sampleRateHz) / 1000;
  const mixed = all.slice();
  for (let i = 0; i < sound.length; i += 1) mixed[from + i] = (mixed[from + i] ?? 0) + (sound[i] ?? 0);
  return mixed;
}

/** One after the other, 20 ms each, the first at `fromMs`. */
export function framesOf(samples: Int16Array, fromMs = 0, sampleRateHz = 8000): WireFrame[] {
  const length = sampleRateHz / 50;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) => {
    const part = samples.slice(index * length, (index + 1) * length);
    return { atMs: fromMs + index * 20, samples: part, sent: part, lost: false };
  });
}
