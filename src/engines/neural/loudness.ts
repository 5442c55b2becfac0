/**
 * Speech brought to one loudness: a synthetic voice speaks some sentences 6 dB louder than others, and on the telephone
 * the soft ones are lost. Measured over the parts in which something is said, never pushed into clipping. Pure.
 */

/** The active speech level that telephone networks are planned for (ITU-T G.111, P.56: about -26 dBov, here RMS). */
const TARGET_RMS = 10 ** (-22 / 20);
const PEAK_MOST = 0.89;
const GAIN_MOST = 8;
const WINDOW_MS = 20;
/** A window this far below the loudest one is a pause. */
const PAUSE_BELOW = 10 ** (-30 / 20);

export function evenLoudness(samples: Float32Array, sampleRateHz: number): Float32Array {
  const window = Math.max(1, Math.round((sampleRateHz * WINDOW_MS) / 1000));
  const powers: number[] = [];
  let peak = 0;
  for (let at = 0; at < samples.length; at += window) {
    let power = 0;
    const part = samples.subarray(at, at + window);
    for (const sample of part) {
      power += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    powers.push(power / part.length);
  }
  const loudest = Math.max(0, ...powers);
  if (loudest === 0) return samples;
  const active = powers.filter((power) => power >= loudest * PAUSE_BELOW ** 2);
  const rms = Math.sqrt(active.reduce((sum, power) => sum + power, 0) / active.length);
  const gain = Math.min(TARGET_RMS / rms, PEAK_MOST / peak, GAIN_MOST);
  return samples.map((sample) => sample * gain);
}
