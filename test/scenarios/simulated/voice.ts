/**
 * A voice without words: babble as long as the text would take to say, cut from a strip that is made once. Harmonics of
 * a pitch below the resonances of vowels, with some breath, swelling and ebbing in syllables but never silent: on the wire
 * a clause is one stretch of sound, and speech to a detector. The pitch moves all the time, as in every voice: one that
 * stands still is a tune, and comes back from a loudspeaker as if from everywhere.
 */
import type { Voice } from "../../../src/conversation/ports.ts";
import { pause } from "./delays.ts";

const RATE_HZ = 8000;
const LETTER_MS = 60;
const SHORTEST_MS = 120;

const LEVEL_DBFS = -20;
const PITCH_HZ = 125;
/** How far the pitch goes up and down, and how often a second: three movements that never meet in the same way again. */
const INTONATION = [
  [0.09, 0.7],
  [0.06, 1.9],
  [0.03, 4.3],
] as const;
const HIGHEST_HZ = 3400;
const STRIP_SYLLABLES = 60;
const SYLLABLE_MS = 200;
/** How far a syllable ebbs. */
const EBB = 0.3;
const BREATH = 0.08;
/** First and second resonance of the vowels that follow each other. */
const VOWELS = [
  [730, 1090],
  [270, 2290],
  [570, 840],
  [530, 1840],
  [300, 870],
] as const;

/** `delayMs` passes before the first sound of each clause. */
export function simulatedVoice(delayMs: number): Voice {
  return {
    sampleRateHz: RATE_HZ,
    async *speak(text, signal) {
      await pause(delayMs, signal);
      if (!signal.aborted) yield babble(spokenMs(text));
    },
  };
}

export function spokenMs(text: string): number {
  return Math.max(SHORTEST_MS, (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) * LETTER_MS);
}

export function babble(ms: number): Int16Array {
  const samples = new Int16Array((ms * RATE_HZ) / 1000);
  for (let at = 0; at < samples.length; at += STRIP.length) {
    samples.set(STRIP.subarray(0, samples.length - at), at);
  }
  return samples;
}

const STRIP = madeStrip();

function madeStrip(): Int16Array {
  const syllable = (SYLLABLE_MS * RATE_HZ) / 1000;
  let cycles = 0;
  const wave = Float64Array.from({ length: STRIP_SYLLABLES * syllable }, (_, at) => {
    const vowel = VOWELS[Math.floor(at / syllable) % VOWELS.length] ?? VOWELS[0];
    const swell = EBB + (1 - EBB) * Math.sin((Math.PI * (at % syllable)) / syllable);
    const pitchHz = pitchAt(at / RATE_HZ);
    cycles += pitchHz / RATE_HZ;
    return swell * (voiced(vowel, pitchHz, cycles) + BREATH * breath(at));
  });
  const rms = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
  const gain = (32_768 * 10 ** (LEVEL_DBFS / 20)) / rms;
  return Int16Array.from(wave, (value) => Math.round(value * gain));
}

function pitchAt(seconds: number): number {
  return PITCH_HZ * INTONATION.reduce((sum, [far, often]) => sum + far * Math.sin(2 * Math.PI * often * seconds), 1);
}

function voiced(resonances: readonly number[], pitchHz: number, cycles: number): number {
  let sum = 0;
  for (let harmonic = 1; harmonic * pitchHz < HIGHEST_HZ; harmonic += 1) {
    const hz = harmonic * pitchHz;
    const weight = resonances.reduce((most, resonance) => Math.max(most, 1 / (1 + ((hz - resonance) / 90) ** 2)), 0.02);
    sum += weight * Math.sin(2 * Math.PI * harmonic * cycles + harmonic * PITCH_HZ);
  }
  return sum;
}

/** Noise that is the same in every run. */
function breath(at: number): number {
  const noise = Math.sin(at * 12.9898) * 43_758.5453;
  return 2 * (noise - Math.floor(noise)) - 1;
}
