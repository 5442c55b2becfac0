/**
 * One path along which our sound comes back: a delay, and the taps of a filter behind it (18 ms: the telephone and the
 * room's first reflections), fitted by least squares to what was heard of it, the last second counting most.
 */
import { ECHO_FRAME, energyOf, type Timeline } from "./echo-timeline.ts";

const TAPS = 144;
/** Share of what was learnt that is left after another frame. */
const MEMORY = 0.97;
/** Noise supposed in what was sent, as a share of it: keeps the taps small where nothing tells what they are. */
const STEADYING = 0.02;
/** Taps that are fitted at first, and more with each frame: few frames do not tell many taps. */
const FIRST_TAPS = 32;
const TAPS_A_FRAME = 5;
/** A path that has been learning for so many frames is known well enough to be fitted at every fourth only. */
const GROWN_FRAMES = 50;

export class EchoPath {
  /** Samples from our sound to the first tap. */
  readonly lag: number;
  readonly #own: Float64Array;
  readonly #cross: Float64Array;
  readonly #taps: Float64Array;
  readonly #span: Float32Array;
  #frames = 0;
  #learnt = 0;

  constructor(lag: number, taps = TAPS) {
    this.lag = Math.max(0, lag);
    this.#own = new Float64Array(taps);
    this.#cross = new Float64Array(taps);
    this.#taps = new Float64Array(taps);
    this.#span = new Float32Array(ECHO_FRAME + taps);
  }

  get isGrown(): boolean {
    return this.#learnt >= GROWN_FRAMES;
  }

  /** What of our sound must be in the frame that begins at this moment, if it comes `later` than usual. */
  expected(sent: Timeline, at: number, later = 0): Float32Array {
    const span = this.#read(sent, at, later);
    const taps = this.#taps;
    const out = new Float32Array(ECHO_FRAME);
    for (let i = 0; i < ECHO_FRAME; i += 1) {
      let sum = 0;
      for (let k = 0; k < taps.length; k += 1) sum += taps[k]! * span[taps.length + i - k]!;
      out[i] = sum;
    }
    return out;
  }

  /** Energy of the sound that this frame would be the echo of. */
  sounded(sent: Timeline, at: number, later: number): number {
    const from = this.#taps.length - FIRST_TAPS;
    return energyOf(this.#read(sent, at, later).subarray(from, from + ECHO_FRAME));
  }

  /** Takes a frame of echo for the next fit. `weight` 0..1: how much of it is our echo. */
  take(sent: Timeline, at: number, heard: Float32Array, later = 0, weight = 1): void {
    const span = this.#read(sent, at, later);
    const taps = this.#taps.length;
    for (let k = 0; k < taps; k += 1) {
      let own = 0;
      let cross = 0;
      for (let i = 0; i < ECHO_FRAME; i += 1) {
        const shifted = span[taps + i - k]!;
        own += span[taps + i]! * shifted;
        cross += heard[i]! * shifted;
      }
      this.#own[k] = MEMORY * this.#own[k]! + weight * own;
      this.#cross[k] = MEMORY * this.#cross[k]! + weight * cross;
    }
    this.#frames += 1;
    this.#learnt += weight;
  }

  fit(taps = FIRST_TAPS + Math.round(TAPS_A_FRAME * this.#learnt)): void {
    this.#taps.set(solved(this.#own, this.#cross, Math.min(this.#taps.length, taps)));
  }

  learn(sent: Timeline, at: number, heard: Float32Array, later: number, weight: number): void {
    this.take(sent, at, heard, later, weight);
    if (!this.isGrown || this.#frames % 4 === 0) this.fit();
  }

  #read(sent: Timeline, at: number, later: number): Float32Array {
    return sent.read(at - this.lag - later - this.#taps.length, this.#span);
  }
}

/** The taps whose filter turns one into the other: a Toeplitz system, by Levinson's recursion. */
function solved(own: Float64Array, cross: Float64Array, order: number): Float64Array {
  const taps = new Float64Array(own.length);
  const predictor = new Float64Array(own.length);
  const next = new Float64Array(own.length);
  let error = own[0]! * (1 + STEADYING) + 1;
  predictor[0] = 1;
  taps[0] = cross[0]! / error;
  for (let m = 1; m < order; m += 1) {
    let reflection = 0;
    let rest = cross[m]!;
    for (let i = 0; i < m; i += 1) {
      reflection -= predictor[i]! * own[m - i]!;
      rest -= taps[i]! * own[m - i]!;
    }
    reflection /= error;
    for (let i = 0; i < m; i += 1) next[i] = predictor[i]! + (i > 0 ? reflection * predictor[m - i]! : 0);
    next[m] = reflection;
    predictor.set(next.subarray(0, m + 1));
    error *= 1 - reflection * reflection;
    rest /= error;
    for (let i = 0; i <= m; i += 1) taps[i]! += rest * predictor[m - i]!;
  }
  return taps;
}
