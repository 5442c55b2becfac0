/** How much of this frequency there is in sound of 8 kHz: one bin of its Fourier transform. */
export function strength(samples: Int16Array, hz: number): number {
  const step = (2 * Math.PI * hz) / 8000;
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    real += sample * Math.cos(step * at);
    imaginary += sample * Math.sin(step * at);
  }
  return Math.hypot(real, imaginary);
}
