/**
 * The noise of a busy room or a street as a telephone hears it: most of it where speech is, little below and some hiss
 * above, swelling gently but never pausing. The same for the same seed.
 */
import { createRandom } from "./random.ts";

export interface Noise {
  /** Adds the next stretch of it. */
  addTo(mix: Float32Array): void;
}

/** One-pole filters: the corner above which it falls, the corner below which it falls, and the share of plain hiss. */
const HIGH_HZ = 900;
const LOW_HZ = 180;
const HISS = 0.04;
/** The swell: three slow waves that never meet, in all a decibel or so up and down. */
const SWELLS = [
  { hz: 0.31, depth: 0.06 },
  { hz: 1.13, depth: 0.05 },
  { hz: 3.71, depth: 0.04 },
] as const;
const FULL_SCALE = 32_768;
/** Even chances between -1 and 1. */
const WHITE_RMS = Math.sqrt(1 / 3);

/** `dbfs` is its level over a second or more. */
export function createRoomNoise(options: {
  readonly sampleRateHz: number;
  readonly dbfs: number;
  readonly seed: number;
}): Noise {
  const { sampleRateHz, dbfs, seed } = options;
  const random = createRandom(seed);
  const filter = createFilter(sampleRateHz);
  const swellRms = Math.sqrt(1 + SWELLS.reduce((sum, { depth }) => sum + depth ** 2 / 2, 0));
  const scale = (FULL_SCALE * 10 ** (dbfs / 20)) / (WHITE_RMS * gainOf(createFilter(sampleRateHz)) * swellRms);
  const phases = SWELLS.map(() => random() * 2 * Math.PI);
  let seconds = 0;
  return {
    addTo(mix) {
      // Within the 20 ms of a frame the swell stands still.
      const swell = SWELLS.reduce(
        (sum, { hz, depth }, i) => sum + depth * Math.sin(2 * Math.PI * hz * seconds + (phases[i] ?? 0)),
        1,
      );
      const gain = scale * swell;
      for (let i = 0; i < mix.length; i += 1) mix[i] = (mix[i] ?? 0) + gain * filter(2 * random() - 1);
      seconds += mix.length / sampleRateHz;
    },
  };
}

function createFilter(sampleRateHz: number): (white: number) => number {
  const [fast, slow] = [HIGH_HZ, LOW_HZ].map((hz) => 1 - Math.exp((-2 * Math.PI * hz) / sampleRateHz));
  let dull = 0;
  let rumble = 0;
  return (white) => {
    dull += (fast ?? 0) * (white - dull);
    rumble += (slow ?? 0) * (dull - rumble);
    return dull - rumble + HISS * white;
  };
}

/** How much louder or softer white noise comes out: the energy of the filter's answer to one pulse. */
function gainOf(filter: (white: number) => number): number {
  let energy = 0;
  for (let i = 0; i < 4000; i += 1) energy += filter(i === 0 ? 1 : 0) ** 2;
  return Math.sqrt(energy);
}
