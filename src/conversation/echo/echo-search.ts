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
const MEMORY = 0.92;
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

  /** `at`: the moment at which the frame begins; `weight` 0..1: how much of it is more than noise. */
  compare(sent: Timeline, heard: Timeline, at: number, weight: number): Found {
    const near = halved(heard.read(at - BEFORE * STEP, this.#heardSpan));
    const far = halved(sent.read(at - (ORDER + LAGS) * STEP, this.#sentSpan));
    const filter = whitener(near);
    return this.#agree(whitened(near, filter).subarray(BEFORE - ORDER), whitened(far, filter), weight);
  }

  #agree(near: Float64Array, far: Float64Array, weight: number): Found {
    const agreed = this.#agreed;
    const products = likeness(near, far);
    const nearEnergy = energy(near) + 1;
    // Where we were all but silent nothing is proven by likeness.
    const least = (0.05 * energy(far) * FRAME) / far.length + 1;
    let there = energy(far.subarray(0, FRAME));
    let squares = 0;
    let best = 0;
    for (let from = 0; from < LAGS; from += 1) {
      const value = MEMORY * agreed[from]! + (weight * products[from]!) / Math.sqrt(nearEnergy * (there + least));
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

/** The frame's product with as much from each moment on. Four at a time: what is read is used four times. */
function likeness(near: Float64Array, far: Float64Array): Float64Array {
  const products = new Float64Array(LAGS);
  for (let from = 0; from < LAGS; from += 4) {
    let [a, b, c, d] = [0, 0, 0, 0];
    let [x, y, z] = [far[from]!, far[from + 1]!, far[from + 2]!];
    for (let i = 0; i < FRAME; i += 1) {
      const sample = near[i]!;
      const w = far[from + i + 3]!;
      a += sample * x;
      b += sample * y;
      c += sample * z;
      d += sample * w;
      x = y;
      y = z;
      z = w;
    }
    products[from] = a;
    products[from + 1] = b;
    products[from + 2] = c;
    products[from + 3] = d;
  }
  return products;
}

function halved(samples: Float32Array): Float64Array {
  const half = new Float64Array(samples.length / STEP);
  for (let i = 0; i < half.length; i += 1) half[i] = samples[STEP * i]! + samples[STEP * i + 1]!;
  return half;
}

function energy(samples: Float64Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}

/** The filter that leaves of these samples only what could not be told from those before (Levinson and Durbin). */
function whitener(samples: Float64Array): Float64Array {
  const own = new Float64Array(ORDER + 1);
  for (let k = 0; k <= ORDER; k += 1) {
    for (let i = k; i < samples.length; i += 1) own[k]! += samples[i]! * samples[i - k]!;
  }
  const filter = new Float64Array(ORDER + 1);
  const next = new Float64Array(ORDER + 1);
  filter[0] = 1;
  let error = own[0]! * 1.001 + 1;
  for (let m = 1; m <= ORDER; m += 1) {
    let reflection = own[m]!;
    for (let i = 1; i < m; i += 1) reflection += filter[i]! * own[m - i]!;
    reflection /= -error;
    for (let i = 1; i < m; i += 1) next[i] = filter[i]! + reflection * filter[m - i]!;
    next[m] = reflection;
    filter.set(next.subarray(1, m + 1), 1);
    error *= 1 - reflection * reflection;
  }
  return filter;
}

/** Shorter than what goes in by the filter's order. */
function whitened(samples: Float64Array, filter: Float64Array): Float64Array {
  const out = new Float64Array(samples.length - ORDER);
  for (let i = 0; i < out.length; i += 1) {
    let sum = 0;
    for (let k = 0; k <= ORDER; k += 1) sum += filter[k]! * samples[ORDER + i - k]!;
    out[i] = sum;
  }
  return out;
}
