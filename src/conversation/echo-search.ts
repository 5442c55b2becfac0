/**
 * Where in our sound of the last 600 ms an inbound frame comes from, when nothing is known yet: each frame is compared
 * with all of it at every delay, and what the last frames agree on stands out.
 *
 * Both are whitened first, by the inbound frame's own spectrum: plain speech resembles itself, and other speech, at
 * every period of its pitch. Half the rate is enough, the path's taps find the rest; that makes it 0.2 million products
 * a frame, which no Fourier transform of that length beats by much.
 */
import { ECHO_FRAME, ECHO_RATE_HZ, type Timeline } from "./echo-timeline.ts";

const STEP = 2;
const LAGS = (0.6 * ECHO_RATE_HZ) / STEP;
const FRAME = ECHO_FRAME / STEP;
const ORDER = 8;
/** Share of what the frames so far agree on that is left after another. */
const MEMORY = 0.9;
/** Delays nearer than this belong to the same peak. */
const PEAK = 6;
/** What came before the frame and is whitened with it. */
const BEFORE = FRAME / 2;

export type Found = {
  /** In samples. */
  readonly lag: number;
  /** How far it stands out: its height over the root mean square of all delays, and over the next best peak. */
  readonly prominence: number;
  readonly lead: number;
};

export class EchoSearch {
  readonly #agreed = new Float32Array(LAGS);
  readonly #heardSpan = new Float32Array((BEFORE + FRAME) * STEP);
  readonly #sentSpan = new Float32Array((ORDER + LAGS + FRAME) * STEP);

  forget(): void {
    this.#agreed.fill(0);
  }

  /** `at`: the moment at which the frame begins. */
  compare(sent: Timeline, heard: Timeline, at: number): Found {
    const near = halved(heard.read(at - BEFORE * STEP, this.#heardSpan));
    const far = halved(sent.read(at - (ORDER + LAGS) * STEP, this.#sentSpan));
    const filter = whitener(near);
    return this.#agree(whitened(near, filter).subarray(BEFORE - ORDER), whitened(far, filter));
  }

  #agree(near: Float32Array, far: Float32Array): Found {
    const agreed = this.#agreed;
    const nearEnergy = energy(near) + 1;
    // Where we were all but silent nothing is proven by likeness.
    const least = (0.05 * energy(far) * FRAME) / far.length + 1;
    let there = energy(far.subarray(0, FRAME));
    let squares = 0;
    let best = 0;
    for (let from = 0; from < LAGS; from += 1) {
      let product = 0;
      for (let i = 0; i < FRAME; i += 1) product += near[i]! * far[from + i]!;
      const value = MEMORY * agreed[from]! + product / Math.sqrt(nearEnergy * (there + least));
      agreed[from] = value;
      squares += value * value;
      if (Math.abs(value) > Math.abs(agreed[best]!)) best = from;
      there += far[from + FRAME]! ** 2 - far[from]! ** 2;
    }
    let next = 0;
    for (let from = 0; from < LAGS; from += 1) {
      if (Math.abs(from - best) > PEAK) next = Math.max(next, Math.abs(agreed[from]!));
    }
    const height = Math.abs(agreed[best]!);
    return {
      lag: (LAGS - best) * STEP,
      prominence: height / (Math.sqrt(squares / LAGS) + 1e-9),
      lead: height / (next + 1e-9),
    };
  }
}

function halved(samples: Float32Array): Float32Array {
  const half = new Float32Array(samples.length / STEP);
  for (let i = 0; i < half.length; i += 1) half[i] = samples[STEP * i]! + samples[STEP * i + 1]!;
  return half;
}

function energy(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}

/** The filter that leaves of these samples only what could not be told from those before (Levinson and Durbin). */
function whitener(samples: Float32Array): Float32Array {
  const likeness = new Float64Array(ORDER + 1);
  for (let k = 0; k <= ORDER; k += 1) {
    for (let i = k; i < samples.length; i += 1) likeness[k]! += samples[i]! * samples[i - k]!;
  }
  const filter = new Float32Array(ORDER + 1);
  const next = new Float32Array(ORDER + 1);
  filter[0] = 1;
  let error = likeness[0]! * 1.001 + 1;
  for (let m = 1; m <= ORDER; m += 1) {
    let reflection = likeness[m]!;
    for (let i = 1; i < m; i += 1) reflection += filter[i]! * likeness[m - i]!;
    reflection /= -error;
    for (let i = 1; i < m; i += 1) next[i] = filter[i]! + reflection * filter[m - i]!;
    next[m] = reflection;
    filter.set(next.subarray(1, m + 1), 1);
    error *= 1 - reflection * reflection;
  }
  return filter;
}

/** Shorter than what goes in by the filter's order. */
function whitened(samples: Float32Array, filter: Float32Array): Float32Array {
  const out = new Float32Array(samples.length - ORDER);
  for (let i = 0; i < out.length; i += 1) {
    let sum = 0;
    for (let k = 0; k <= ORDER; k += 1) sum += filter[k]! * samples[ORDER + i - k]!;
    out[i] = sum;
  }
  return out;
}
