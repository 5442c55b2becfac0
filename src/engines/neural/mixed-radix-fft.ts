/**
 * The discrete Fourier transform of two real frames at once, of any length that has small factors only, such as 400: one
 * is the real part of what is transformed, the other the imaginary one. Decimation in time, without recursion. Pure.
 */
export class MixedRadixFft {
  readonly #size: number;
  /** The smallest stage first. */
  readonly #radices: readonly number[];
  readonly #order: Uint16Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #partRe: Float64Array;
  readonly #partIm: Float64Array;

  constructor(size: number) {
    this.#size = size;
    const factors = factorsOf(size);
    this.#radices = factors.toReversed();
    this.#order = Uint16Array.from(inputOrder(factors));
    this.#cos = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sin = Float64Array.from({ length: size }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
    this.#re = new Float64Array(size);
    this.#im = new Float64Array(size);
    this.#partRe = new Float64Array(Math.max(...factors));
    this.#partIm = new Float64Array(Math.max(...factors));
  }

  /** The power of each frequency of both frames, from 0 to half the rate. */
  power(first: Float64Array, second: Float64Array, firstPower: Float64Array, secondPower: Float64Array): void {
    for (let i = 0; i < this.#size; i += 1) {
      const from = this.#order[i] ?? 0;
      this.#re[i] = first[from] ?? 0;
      this.#im[i] = second[from] ?? 0;
    }
    this.#transform();
    // The spectrum of a real frame mirrors itself: that takes the two apart again.
    for (let bin = 0; bin < firstPower.length; bin += 1) {
      const mirror = (this.#size - bin) % this.#size;
      const re = this.#re[bin] ?? 0;
      const im = this.#im[bin] ?? 0;
      const otherRe = this.#re[mirror] ?? 0;
      const otherIm = this.#im[mirror] ?? 0;
      firstPower[bin] = ((re + otherRe) ** 2 + (im - otherIm) ** 2) / 4;
      secondPower[bin] = ((im + otherIm) ** 2 + (re - otherRe) ** 2) / 4;
    }
  }

  #transform(): void {
    let part = 1;
    for (const radix of this.#radices) {
      const whole = part * radix;
      const step = this.#size / whole;
      for (let from = 0; from < this.#size; from += whole) {
        for (let i = 0; i < part; i += 1) this.#butterfly(from + i, i, part, radix, step);
      }
      part = whole;
    }
  }

  #butterfly(at: number, i: number, part: number, radix: number, step: number): void {
    const re = this.#re;
    const im = this.#im;
    const partRe = this.#partRe;
    const partIm = this.#partIm;
    for (let k = 0; k < radix; k += 1) {
      partRe[k] = re[at + k * part] ?? 0;
      partIm[k] = im[at + k * part] ?? 0;
    }
    for (let out = 0; out < radix; out += 1) {
      let sumRe = partRe[0] ?? 0;
      let sumIm = partIm[0] ?? 0;
      const turn = step * (i + out * part);
      for (let k = 1, angle = turn; k < radix; k += 1, angle += turn) {
        const cos = this.#cos[angle % this.#size] ?? 0;
        const sin = this.#sin[angle % this.#size] ?? 0;
        const kRe = partRe[k] ?? 0;
        const kIm = partIm[k] ?? 0;
        sumRe += kRe * cos - kIm * sin;
        sumIm += kRe * sin + kIm * cos;
      }
      re[at + out * part] = sumRe;
      im[at + out * part] = sumIm;
    }
  }
}

/** Which sample goes where, so that every stage finds its parts side by side. */
function inputOrder(factors: readonly number[]): readonly number[] {
  const [radix, ...rest] = factors;
  if (radix === undefined) return [0];
  const inner = inputOrder(rest);
  return Array.from({ length: radix }, (_, k) => inner.map((index) => index * radix + k)).flat();
}

function factorsOf(size: number): readonly number[] {
  const factors: number[] = [];
  for (let factor = 2, left = size; left > 1; factor += 1) {
    for (; left % factor === 0; left /= factor) factors.push(factor);
  }
  return factors;
}
