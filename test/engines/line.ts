/** What reaches an ear over a telephone line: speech as the network leaves it, and the sounds that are no speech. */
import { decodeMulaw, encodeMulaw } from "../support/g711.ts";
import { createResampler } from "../../src/conversation/media/resample.ts";
import { createRandom } from "../scenarios/line/random.ts";

export type Band = {
  readonly name: string;
  readonly sampleRateHz: 8000 | 16000;
  readonly carry: (samples: Int16Array) => Int16Array;
};

/** As an engine's voice makes it, and as the telephone brings it. */
export const WIDE: Band = { name: "wide band", sampleRateHz: 16000, carry: (samples) => samples };
export const TELEPHONE: Band = {
  name: "8 kHz mu-law",
  sampleRateHz: 8000,
  carry(samples) {
    const resampler = createResampler(16000, 8000);
    return decodeMulaw(encodeMulaw(joined([resampler.push(samples), resampler.end()])));
  },
};

export function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.length;
  }
  return all;
}

export function* frames(samples: Int16Array, sampleRateHz: number): Generator<Int16Array> {
  const length = sampleRateHz / 50;
  for (let at = 0; at + length <= samples.length; at += length) yield samples.slice(at, at + length);
}

/** White noise of this root mean square, always the same. */
export function noise(ms: number, sampleRateHz: number, rms: number, seed = 7): Int16Array {
  const random = createRandom(seed);
  return made(ms, sampleRateHz, () => (random() - 0.5) * 2 * Math.sqrt(3) * rms);
}

export function tones(ms: number, sampleRateHz: number, hertz: readonly number[], level: number): Int16Array {
  return made(ms, sampleRateHz, (second) =>
    hertz.reduce((sum, f) => sum + level * Math.sin(2 * Math.PI * f * second), 0),
  );
}

/** What mains leave on a badly shielded line: the ground note, and little above it. */
export function hum(ms: number, sampleRateHz: number): Int16Array {
  const [ground, second, third] = [
    tones(ms, sampleRateHz, [60], 2000),
    tones(ms, sampleRateHz, [120], 500),
    tones(ms, sampleRateHz, [180], 150),
  ];
  return ground.map((sample, at) => sample + (second[at] ?? 0) + (third[at] ?? 0));
}

/** Sound and silence in turns: ringing, busy, key presses. */
export function cadence(samples: Int16Array, sampleRateHz: number, onMs: number, offMs: number): Int16Array {
  const period = ((onMs + offMs) * sampleRateHz) / 1000;
  return samples.map((sample, at) => (at % period < (onMs * sampleRateHz) / 1000 ? sample : 0));
}

/** The keys of a telephone, pressed one after another. */
export function keys(ms: number, sampleRateHz: number): Int16Array {
  const rows = [697, 770, 852, 941];
  const columns = [1209, 1336, 1477];
  const sound = made(ms, sampleRateHz, (second) => {
    const key = Math.floor(second * 4);
    const pair = [rows[key % 4] ?? 697, columns[key % 3] ?? 1209];
    return pair.reduce((sum, f) => sum + 5000 * Math.sin(2 * Math.PI * f * second), 0);
  });
  return cadence(sound, sampleRateHz, 120, 130);
}

function made(ms: number, sampleRateHz: number, at: (second: number) => number): Int16Array {
  return Int16Array.from({ length: (ms * sampleRateHz) / 1000 }, (_, index) =>
    Math.max(-32768, Math.min(32767, Math.round(at(index / sampleRateHz)))),
  );
}
