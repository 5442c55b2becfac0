/**
 * What 60 ms of telephone sound consist of, in the band that a telephone carries. One instance a call; a frame costs it
 * one transform of 512 points. Pure but for its own memory.
 */

export const SPECTRUM = {
  /** Whatever the line's rate is, the sound is looked at in this one. */
  rateHz: 8000,
  points: 512,
  /** Three frames of 20 ms. */
  window: 480,
  binHz: 8000 / 512,
} as const;

const { points, window } = SPECTRUM;

const HANN = Float64Array.from({ length: window }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / window));
const COS = Float64Array.from({ length: points / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / points));
const SIN = Float64Array.from({ length: points / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / points));
const REVERSED = Uint16Array.from({ length: points }, (_, i) => {
  let bits = 0;
  for (let bit = 1, from = i; bit < points; bit <<= 1, from >>= 1) bits = (bits << 1) | (from & 1);
  return bits;
});

/** A half-band low pass, for 16 kHz brought down to 8. */
const TAPS = [0.0, 0.0124, -0.0, -0.0631, 0.0, 0.301, 0.4992, 0.301, 0.0, -0.0631, -0.0, 0.0124, 0.0] as const;

export class Spectrum {
  readonly #halves: boolean;
  readonly #kept = new Float64Array(window);
  readonly #before = new Float64Array(12);
  readonly #real = new Float64Array(points);
  readonly #imaginary = new Float64Array(points);
  /** Power by bin, of the latest window; written anew with each frame. */
  readonly power = new Float64Array(points / 2);

  constructor(sampleRateHz: 8000 | 16000) {
    this.#halves = sampleRateHz === 16_000;
  }

  /** Takes the next 20 ms. */
  feed(frame: Int16Array): void {
    const added = this.#halves ? frame.length >> 1 : frame.length;
    this.#kept.copyWithin(0, added);
    if (this.#halves) this.#halved(frame);
    else for (let i = 0; i < added; i += 1) this.#kept[window - added + i] = frame[i] ?? 0;
    this.#transform();
  }

  #halved(frame: Int16Array): void {
    const from = window - (frame.length >> 1);
    const before = this.#before;
    const at = (i: number): number => (i < 0 ? (before[before.length + i] ?? 0) : (frame[i] ?? 0));
    for (let i = 0; i < frame.length; i += 2) {
      let sum = 0;
      for (let tap = 0; tap < 13; tap += 1) sum += (TAPS[tap] ?? 0) * at(i - tap);
      this.#kept[from + (i >> 1)] = sum;
    }
    for (let i = 0; i < before.length; i += 1) before[i] = frame[frame.length - before.length + i] ?? 0;
  }

  #transform(): void {
    const re = this.#real;
    const im = this.#imaginary;
    for (let i = 0; i < points; i += 1) {
      const from = REVERSED[i] ?? 0;
      re[i] = from < window ? (this.#kept[from] ?? 0) * (HANN[from] ?? 0) : 0;
      im[i] = 0;
    }
    for (let size = 2; size <= points; size <<= 1) {
      const half = size >> 1;
      const step = points / size;
      for (let start = 0; start < points; start += size) {
        for (let k = 0, turn = 0; k < half; k += 1, turn += step) {
          const low = start + k;
          const high = low + half;
          const c = COS[turn] ?? 0;
          const s = SIN[turn] ?? 0;
          const highRe = re[high] ?? 0;
          const highIm = im[high] ?? 0;
          const tRe = highRe * c + highIm * s;
          const tIm = highIm * c - highRe * s;
          const lowRe = re[low] ?? 0;
          const lowIm = im[low] ?? 0;
          re[high] = lowRe - tRe;
          im[high] = lowIm - tIm;
          re[low] = lowRe + tRe;
          im[low] = lowIm + tIm;
        }
      }
    }
    for (let bin = 0; bin < points / 2; bin += 1) {
      const r = re[bin] ?? 0;
      const i = im[bin] ?? 0;
      this.power[bin] = r * r + i * i;
    }
  }
}
