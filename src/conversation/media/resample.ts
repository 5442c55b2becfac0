/**
 * Changing the sample rate of a stream, piece by piece: the state between two pieces is kept, so that there is no click
 * where they meet (the libraries that have none were tried: each piece's edge is audible).
 */

export interface Resampler {
  /** The output that can be given so far; a piece may have any length, and so may what comes out. */
  push(samples: Int16Array): Int16Array;
  /** The rest, a few milliseconds at most. The stream is over. */
  end(): Int16Array;
}

/** Zero crossings of the sinc on either side: more is steeper and costs more. */
const ZERO_CROSSINGS = 16;
/** The pass band's end, as a share of the lower of the two Nyquist frequencies. */
const PASS_BAND = 0.92;

/** Band-limited, for what is to be listened to. Rates are whole hertz; equal rates pass through unchanged. */
export function createResampler(fromHz: number, toHz: number): Resampler {
  if (!Number.isInteger(fromHz) || !Number.isInteger(toHz) || fromHz <= 0 || toHz <= 0) {
    throw new RangeError(`no resampling from ${fromHz} to ${toHz} Hz`);
  }
  if (fromHz === toHz) return { push: (samples) => samples, end: () => new Int16Array(0) };
  const divisor = greatestCommonDivisor(fromHz, toHz);
  return new PolyphaseResampler(toHz / divisor, fromHz / divisor);
}

/**
 * 8 to 16 kHz by drawing straight lines, for the recogniser only: the images it leaves above 4 kHz were measured to
 * help a model trained on wide-band speech (fewer wrong words than band-limited audio).
 */
export function createLinearDoubler(): (samples: Int16Array) => Int16Array {
  let last = 0;
  return (samples) => {
    const doubled = new Int16Array(samples.length * 2);
    for (let i = 0; i < samples.length; i += 1) {
      const sample = samples[i] ?? 0;
      doubled[2 * i] = (last + sample) >> 1;
      doubled[2 * i + 1] = sample;
      last = sample;
    }
    return doubled;
  };
}

/** Rational resampling by up/down with one windowed sinc per output phase; output n sits at input n * down / up. */
class PolyphaseResampler implements Resampler {
  readonly #up: number;
  readonly #down: number;
  /** Input samples on either side of an output. */
  readonly #reach: number;
  readonly #phases: readonly Float32Array[];
  /** Input kept for the outputs to come; its first sample is input number `#firstInput`. */
  #kept: Float32Array;
  #firstInput: number;
  #inputs = 0;
  #outputs = 0;

  constructor(up: number, down: number) {
    this.#up = up;
    this.#down = down;
    const cutOff = Math.min(1, up / down) * PASS_BAND;
    this.#reach = Math.ceil(ZERO_CROSSINGS / cutOff);
    this.#phases = Array.from({ length: up }, (_, phase) => coefficients(phase / up, this.#reach, cutOff));
    this.#kept = new Float32Array(this.#reach);
    this.#firstInput = -this.#reach;
  }

  push(samples: Int16Array): Int16Array {
    this.#inputs += samples.length;
    return this.#run(samples, Math.ceil(((this.#inputs - this.#reach) * this.#up) / this.#down));
  }

  end(): Int16Array {
    return this.#run(new Int16Array(this.#reach + 1), Math.ceil((this.#inputs * this.#up) / this.#down));
  }

  #run(samples: Int16Array, upToOutput: number): Int16Array {
    const input = new Float32Array(this.#kept.length + samples.length);
    input.set(this.#kept);
    input.set(samples, this.#kept.length);
    const out = new Int16Array(Math.max(0, upToOutput - this.#outputs));
    const [up, down] = [this.#up, this.#down];
    const firstTap = 1 - this.#reach - this.#firstInput;
    for (let i = 0; i < out.length; i += 1) {
      const position = (this.#outputs + i) * down;
      const base = Math.floor(position / up);
      out[i] = convolved(this.#phases[position - base * up]!, input, base + firstTap);
    }
    this.#outputs += out.length;
    const nextBase = Math.floor((this.#outputs * down) / up) - this.#reach;
    const drop = Math.min(input.length, Math.max(0, nextBase - this.#firstInput));
    this.#kept = input.slice(drop);
    this.#firstInput += drop;
    return out;
  }
}

/** The hottest loop of a call: within bounds by construction, so that no tap is checked. */
function convolved(taps: Float32Array, input: Float32Array, from: number): number {
  let value = 0;
  for (let k = 0; k < taps.length; k += 1) value += taps[k]! * input[from + k]!;
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : Math.round(value);
}

/** Taps for an output that lies `fraction` of a sample after its base input, from base - reach + 1 to base + reach. */
function coefficients(fraction: number, reach: number, cutOff: number): Float32Array {
  const taps = new Float32Array(2 * reach);
  let total = 0;
  for (let k = 0; k < taps.length; k += 1) {
    const t = k - reach + 1 - fraction;
    const window =
      Math.abs(t) >= reach
        ? 0
        : 0.42 + 0.5 * Math.cos((Math.PI * t) / reach) + 0.08 * Math.cos((2 * Math.PI * t) / reach);
    const x = Math.PI * t * cutOff;
    const tap = (x === 0 ? 1 : Math.sin(x) / x) * window;
    taps[k] = tap;
    total += tap;
  }
  return taps.map((tap) => tap / total);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
