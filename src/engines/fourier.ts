/** The discrete Fourier transform in place, for a power of two: a table of turns, made once for a length. */
export interface Fourier {
  readonly length: number;
  forward(real: Float64Array, imaginary: Float64Array): void;
}

export function createFourier(length: number): Fourier {
  if (length < 2 || (length & (length - 1)) !== 0) throw new RangeError(`no Fourier transform of ${length} samples`);
  const cosine = Float64Array.from({ length: length / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / length));
  const sine = Float64Array.from({ length: length / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / length));
  const places = mirrored(length);

  function forward(real: Float64Array, imaginary: Float64Array): void {
    for (let i = 0; i < length; i += 1) {
      const j = places[i]!;
      if (j <= i) continue;
      const x = real[i]!;
      const y = imaginary[i]!;
      real[i] = real[j]!;
      imaginary[i] = imaginary[j]!;
      real[j] = x;
      imaginary[j] = y;
    }
    for (let size = 2; size <= length; size *= 2) {
      const half = size / 2;
      const stride = length / size;
      for (let from = 0; from < length; from += size) {
        for (let k = 0; k < half; k += 1) {
          const near = from + k;
          const far = near + half;
          const c = cosine[k * stride]!;
          const s = sine[k * stride]!;
          const turnedReal = real[far]! * c + imaginary[far]! * s;
          const turnedImaginary = imaginary[far]! * c - real[far]! * s;
          real[far] = real[near]! - turnedReal;
          imaginary[far] = imaginary[near]! - turnedImaginary;
          real[near]! += turnedReal;
          imaginary[near]! += turnedImaginary;
        }
      }
    }
  }
  return { length, forward };
}

/** Each number with its binary digits in the opposite order. */
function mirrored(length: number): Uint16Array {
  const places = new Uint16Array(length);
  for (let i = 1; i < length; i += 1) places[i] = (places[i >> 1]! >> 1) | (i & 1 ? length >> 1 : 0);
  return places;
}
