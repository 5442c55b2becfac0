/** One 20 ms frame of the far end as numbers: how loud it is, and which tones it consists of. Pure. */
import { dbfs, FLOOR_DBFS } from "../../media/levels.ts";
import { SPECTRUM } from "./spectrum.ts";

export type Peak = {
  readonly hz: number;
  /** Its part of the power of the telephone's band, 0 to 1. */
  readonly share: number;
};

export type SoundFrame = {
  /** Of the 20 ms, never below -100. */
  readonly dbfs: number;
  /** The strongest lines of the last 60 ms, the strongest first; at most four. */
  readonly peaks: readonly Peak[];
};

const BAND = { from: bin(180), to: bin(3700) } as const;
/** A steady tone in the window used has its power within so many bins on either side of its middle. */
const LINE_BINS = 2;
const PEAKS = 4;

function bin(hz: number): number {
  return Math.round(hz / SPECTRUM.binHz);
}

export function soundFrame(samples: Int16Array, power: Float64Array): SoundFrame {
  const level = Math.max(FLOOR_DBFS, dbfs(samples));
  return { dbfs: level, peaks: peaksOf(power) };
}

function peaksOf(power: Float64Array): readonly Peak[] {
  let total = 0;
  for (let i = BAND.from; i <= BAND.to; i += 1) total += power[i] ?? 0;
  if (total <= 0) return [];
  const found: { bin: number; power: number }[] = [];
  for (let i = BAND.from; i <= BAND.to; i += 1) {
    const here = power[i] ?? 0;
    if (here * 200 < total || here < (power[i - 1] ?? 0) || here <= (power[i + 1] ?? 0)) continue;
    found.push({ bin: i, power: here });
  }
  found.sort((one, other) => other.power - one.power);
  const kept: { bin: number; power: number }[] = [];
  for (const peak of found) {
    if (kept.every((other) => Math.abs(other.bin - peak.bin) > LINE_BINS)) kept.push(peak);
    if (kept.length === PEAKS) break;
  }
  return kept.map(({ bin: at }) => ({ hz: middleOf(power, at) * SPECTRUM.binHz, share: aroundOf(power, at) / total }));
}

/** Of a Hann window the logarithms around a peak are nearly a parabola. */
function middleOf(power: Float64Array, at: number): number {
  const [left, middle, right] = [at - 1, at, at + 1].map((i) => Math.log((power[i] ?? 0) + 1e-9));
  if (left === undefined || middle === undefined || right === undefined) return at;
  const bend = left - 2 * middle + right;
  return bend === 0 ? at : at + (0.5 * (left - right)) / bend;
}

function aroundOf(power: Float64Array, at: number): number {
  let sum = 0;
  for (let i = at - LINE_BINS; i <= at + LINE_BINS; i += 1) sum += power[i] ?? 0;
  return sum;
}
