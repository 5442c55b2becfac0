/** Sounds of the telephone network and of machines, made of numbers. */
import { decodeMulaw, encodeMulaw } from "../../../src/conversation/media/mulaw.ts";
import { Spectrum } from "../../../src/conversation/line/sound/spectrum.ts";
import { soundFrame } from "../../../src/conversation/line/sound/frame.ts";
import { NO_SIGNALS, signals } from "../../../src/conversation/line/sound/signals.ts";
import type { Signal } from "../../../src/conversation/line/sound/signals.ts";
import { music, NO_MUSIC } from "../../../src/conversation/line/sound/music.ts";

/** The pitches that sound together, and for how long; none: quiet. */
export type Step = readonly [hz: readonly number[], forMs: number];

export type Making = { readonly rateHz?: 8000 | 16000; readonly dbfs?: number; readonly noiseDbfs?: number };

export const QUIET: Step = [[], 1500];

export function made(steps: readonly Step[], { rateHz = 8000, dbfs = -20, noiseDbfs = -65 }: Making = {}): Int16Array {
  const random = seeded(7);
  const noise = 32_768 * 10 ** (noiseDbfs / 20) * Math.sqrt(3);
  const samples: number[] = [];
  for (const [hz, forMs] of steps) {
    const peak = (32_768 * 10 ** (dbfs / 20) * Math.SQRT2) / Math.max(1, Math.sqrt(hz.length));
    for (let i = 0; i < (forMs * rateHz) / 1000; i += 1) {
      const t = samples.length / rateHz;
      const tone = hz.reduce((sum, each) => sum + Math.sin(2 * Math.PI * each * t), 0);
      samples.push(peak * tone + noise * (2 * random() - 1));
    }
  }
  return Int16Array.from(samples, (value) => Math.max(-32_768, Math.min(32_767, value)));
}

export function repeated(steps: readonly Step[], times: number): Step[] {
  return Array.from({ length: times }, () => steps).flat();
}

export function throughMulaw(samples: Int16Array): Int16Array {
  return decodeMulaw(encodeMulaw(samples));
}

/** What is heard in it, each with the end of the frame in which it was told. */
export function signalsIn(samples: Int16Array, rateHz: 8000 | 16000 = 8000): { signal: Signal; atMs: number }[] {
  const spectrum = new Spectrum(rateHz);
  let state = NO_SIGNALS;
  const told: { signal: Signal; atMs: number }[] = [];
  for (const [frame, atMs] of frames(samples, rateHz)) {
    spectrum.feed(frame);
    const [next, heard] = signals(state, soundFrame(frame, spectrum.power), atMs);
    state = next;
    told.push(...heard.map((signal) => ({ signal, atMs })));
  }
  return told;
}

/** When music begins, and its share of the frames. */
export function musicIn(samples: Int16Array): { readonly fromMs: number | null; readonly share: number } {
  const spectrum = new Spectrum(8000);
  let state = NO_MUSIC;
  let fromMs: number | null = null;
  let playing = 0;
  let all = 0;
  for (const [frame, atMs] of frames(samples, 8000)) {
    spectrum.feed(frame);
    state = music(state, soundFrame(frame, spectrum.power));
    if (state.playing) {
      fromMs ??= atMs;
      playing += 1;
    }
    all += 1;
  }
  return { fromMs, share: playing / Math.max(1, all) };
}

function* frames(samples: Int16Array, rateHz: number): Generator<readonly [Int16Array, number]> {
  const length = rateHz / 50;
  for (let at = 0; at + length <= samples.length; at += length) {
    yield [samples.subarray(at, at + length), ((at + length) * 1000) / rateHz];
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
