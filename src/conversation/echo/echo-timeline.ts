/**
 * Sound laid out in time, for the judge of echoes: narrow band (8 kHz, all that a telephone's echo has), its low end
 * turned down a little so that the deep of a voice does not outweigh everything else, and kept for two seconds.
 * Moments are counted in samples.
 */
export const ECHO_RATE_HZ = 8000;
/** Samples of a frame at that rate. */
export const ECHO_FRAME = ECHO_RATE_HZ / 50;

const KEPT = 16_384;
const EMPHASIS = 0.4;
/** Half-band low pass: one side of its odd taps; the even ones are zero but for the middle, a half. */
const HALF_BAND = [0.3135, -0.0926, 0.0451, -0.0212, 0.0082];
const REACH = 2 * HALF_BAND.length - 1;

export class Timeline {
  readonly #ring = new Float32Array(KEPT);
  #end = 0;

  /** Silence fills what lies between the last sound and this. */
  write(at: number, samples: Float32Array): void {
    if (at - this.#end >= KEPT) this.#ring.fill(0);
    else for (let i = this.#end; i < at; i += 1) this.#ring[i % KEPT] = 0;
    for (let i = 0; i < samples.length; i += 1) this.#ring[(at + i) % KEPT] = samples[i]!;
    this.#end = at + samples.length;
  }

  /** Silence where nothing has been written, or not for two seconds. */
  read(from: number, into: Float32Array): Float32Array {
    into.fill(0);
    const to = Math.min(from + into.length, this.#end);
    for (let at = Math.max(from, this.#end - KEPT, 0); at < to;) {
      const place = at % KEPT;
      const count = Math.min(to - at, KEPT - place);
      into.set(this.#ring.subarray(place, place + count), at - from);
      at += count;
    }
    return into;
  }
}

/** Brings the frames of one stream to the form above. */
export class Narrowing {
  readonly #halves: boolean;
  readonly #kept = new Float32Array(2 * REACH);
  #before = 0;

  constructor(sampleRateHz: 8000 | 16000) {
    this.#halves = sampleRateHz === 16000;
  }

  narrow(samples: Int16Array): Float32Array {
    const narrow = this.#halves ? this.#halved(samples) : Float32Array.from(samples);
    for (let i = 0; i < narrow.length; i += 1) {
      const sample = narrow[i]!;
      narrow[i] = sample - EMPHASIS * this.#before;
      this.#before = sample;
    }
    return narrow;
  }

  #halved(samples: Int16Array): Float32Array {
    const kept = this.#kept.length;
    const input = new Float32Array(kept + samples.length);
    input.set(this.#kept);
    input.set(samples, kept);
    this.#kept.set(input.subarray(samples.length));
    const out = new Float32Array(samples.length / 2);
    for (let i = 0; i < out.length; i += 1) {
      const middle = 2 * i + REACH;
      let sum = input[middle]! / 2;
      for (let k = 0; k < HALF_BAND.length; k += 1) {
        sum += HALF_BAND[k]! * (input[middle - 2 * k - 1]! + input[middle + 2 * k + 1]!);
      }
      out[i] = sum;
    }
    return out;
  }
}

export function energyOf(samples: Float32Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return energy;
}
