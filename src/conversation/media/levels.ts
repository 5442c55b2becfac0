/** Loudness of 16-bit audio in dBFS: 0 is a full-scale square wave, -Infinity is digital silence. */

/** Quieter than one quantisation step: what `loudness` gives for digital silence, so that figures stay finite. */
export const FLOOR_DBFS = -100;

/** A full-scale square wave, before it is called 0. */
const FULL_SCALE_DB = 20 * Math.log10(32_768);

/** Root mean square of the samples in dBFS. */
export function dbfs(samples: Int16Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return samples.length === 0 || energy === 0 ? -Infinity : 10 * Math.log10(energy / samples.length) - FULL_SCALE_DB;
}

/** Loudness of each window, never below the floor; the last window may be short. */
export function loudness(samples: Int16Array, windowSamples: number): number[] {
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += windowSamples) {
    levels.push(Math.max(FLOOR_DBFS, dbfs(samples.subarray(at, at + windowSamples))));
  }
  return levels;
}
