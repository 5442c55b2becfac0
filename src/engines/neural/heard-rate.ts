/** Sound as the models that listen want it: 16 kHz, full scale 1. */
import { createLinearDoubler, createResampler } from "../../conversation/media/resample.ts";

export const HEARD_RATE_HZ = 16_000;
export const FULL_SCALE = 32_768;

/** The same for sound that comes in pieces. */
export function heardRateConverter(sampleRateHz: number): (samples: Int16Array) => Float32Array {
  const scaled = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / FULL_SCALE);
  if (sampleRateHz === HEARD_RATE_HZ) return scaled;
  if (sampleRateHz * 2 === HEARD_RATE_HZ) {
    const doubler = createLinearDoubler();
    return (samples) => scaled(doubler(samples));
  }
  const resampler = createResampler(sampleRateHz, HEARD_RATE_HZ);
  return (samples) => scaled(resampler.push(samples));
}

export function toHeardRate(samples: Int16Array, sampleRateHz: number): Float32Array {
  return Float32Array.from(atHeardRate(samples, sampleRateHz), (sample) => sample / FULL_SCALE);
}

export function atHeardRate(samples: Int16Array, sampleRateHz: number): Int16Array {
  if (sampleRateHz === HEARD_RATE_HZ) return samples;
  if (sampleRateHz * 2 === HEARD_RATE_HZ) return createLinearDoubler()(samples);
  const resampler = createResampler(sampleRateHz, HEARD_RATE_HZ);
  return joined(resampler.push(samples), resampler.end());
}

export function joined(first: Int16Array, second: Int16Array): Int16Array {
  const all = new Int16Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
