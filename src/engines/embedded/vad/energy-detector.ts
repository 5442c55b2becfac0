/**
 * Voice activity by loudness alone: a frame is speech when it is clearly louder than the quietest of the last second
 * and a half. Costs a microsecond and answers within the frame, so it serves as an instant first hint; as the only
 * detector it is poor (music and key tones pass for speech), which is why it is a fallback. Thresholds as measured on
 * telephone speech with -70 to -42 dBFS of noise.
 */
import type { VoiceActivity } from "../../../conversation/ports.ts";

const FLOOR_FRAMES = 75;
const ABOVE_FLOOR_DB = 8;
const QUIETEST_SPEECH_DB = -52;
const QUIETEST_FLOOR_DB = -75;
const FULL_SCALE_POWER = 32768 ** 2;

export interface EnergyDetector extends VoiceActivity {
  /** The same answer without a promise: true when this frame sounds like speech. */
  hears(frame: Int16Array): boolean;
}

export function createEnergyDetector(): EnergyDetector {
  const recent = new Float64Array(FLOOR_FRAMES).fill(0);
  let frames = 0;
  let smooth: number | null = null;

  const hears = (frame: Int16Array): boolean => {
    let power = 0;
    let slope = 0;
    let crossings = 0;
    let before = frame[0] ?? 0;
    for (const sample of frame) {
      power += sample * sample;
      slope += (sample - before) ** 2;
      if (sample < 0 !== before < 0) crossings += 1;
      before = sample;
    }
    const length = Math.max(1, frame.length);
    const level = 10 * Math.log10(power / length / FULL_SCALE_POWER + 1e-9);
    smooth = smooth === null ? level : smooth * 0.6 + level * 0.4;
    recent[frames % FLOOR_FRAMES] = smooth;
    frames += 1;
    let floor = 0;
    for (let index = 0; index < Math.min(frames, FLOOR_FRAMES); index += 1) floor = Math.min(floor, recent[index] ?? 0);
    floor = Math.max(floor, QUIETEST_FLOOR_DB);
    if (level <= QUIETEST_SPEECH_DB || level <= floor + ABOVE_FLOOR_DB) return false;
    // A hiss crosses zero all the time and is steep everywhere; only a much louder one can be an "s".
    const hisses = crossings / length > 0.4 && slope / (power + 1) > 1.5;
    return !hisses || level >= floor + 14;
  };

  return { hears, feed: (frame) => Promise.resolve(hears(frame) ? 1 : 0) };
}
