/**
 * The pauses a voice leaves around a clause, set to what the clause calls for. The embedded voices begin with 150 to
 * 270 ms of silence, which would be added to every answer, and end with as much. Pure.
 */

/** Quieter than this is silence: -44 dBFS, under the softest consonant of the embedded voices. */
export const SILENCE_LEVEL = 200;
export const LEAD_MS = 20;
const TAIL_AFTER_SENTENCE_MS = 240;
const TAIL_AFTER_COMMA_MS = 120;
const TAIL_ELSE_MS = 60;

export function trimSilence(samples: Int16Array, sampleRateHz: number, text: string): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) >= SILENCE_LEVEL);
  if (first < 0) return new Int16Array(0);
  const last = samples.findLastIndex((sample) => Math.abs(sample) >= SILENCE_LEVEL);
  const perMs = sampleRateHz / 1000;
  const begin = Math.max(0, first - LEAD_MS * perMs);
  const trimmed = new Int16Array(last + 1 - begin + tailMs(text) * perMs);
  trimmed.set(samples.subarray(begin, begin + trimmed.length));
  return trimmed;
}

/** The pause that belongs after a clause, by its last sign. */
export function tailMs(text: string): number {
  if (/[.!?]["')\]]*\s*$/.test(text)) return TAIL_AFTER_SENTENCE_MS;
  return /[,;:]\s*$/.test(text) ? TAIL_AFTER_COMMA_MS : TAIL_ELSE_MS;
}
