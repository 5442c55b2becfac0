/** The loudest sample, 0..32768. */
export function peak(samples: Int16Array): number {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return loudest;
}
