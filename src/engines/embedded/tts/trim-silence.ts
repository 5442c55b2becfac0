/**
 * The pauses a voice leaves around a clause, set to what the clause calls for. The embedded voices begin with 150 to
 * 270 ms of silence, which would be added to every answer, and end with as much. Pure.
 */

/** Quieter than this is silence: -44 dBFS, under the softest consonant of the embedded voices. */
const SILENCE_LEVEL = 200;
const LEAD_MS = 20;
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

export type SilenceTrimmer = {
  /** What can be heard already: nothing of the silence at the beginning, and no silence that may turn out to be the end. */
  push(samples: Int16Array): Int16Array;
  /** The pause that the text calls for; nothing when there was no sound at all. */
  end(): Int16Array;
};

/** The same for sound that comes in pieces of any length. */
export function createSilenceTrimmer(sampleRateHz: number, text: string): SilenceTrimmer {
  const leadSamples = (LEAD_MS * sampleRateHz) / 1000;
  let held: Int16Array = new Int16Array(0);
  let sounded = false;
  return {
    push(samples) {
      const all = new Int16Array(held.length + samples.length);
      all.set(held);
      all.set(samples, held.length);
      const last = all.findLastIndex((sample) => Math.abs(sample) >= SILENCE_LEVEL);
      if (last < 0) {
        held = sounded ? all : all.slice(-leadSamples);
        return new Int16Array(0);
      }
      const first = sounded ? 0 : all.findIndex((sample) => Math.abs(sample) >= SILENCE_LEVEL);
      sounded = true;
      held = all.slice(last + 1);
      return all.slice(Math.max(0, first - leadSamples), last + 1);
    },

    end() {
      if (!sounded) return new Int16Array(0);
      const tail = new Int16Array((tailMs(text) * sampleRateHz) / 1000);
      tail.set(held.subarray(0, tail.length));
      return tail;
    },
  };
}

function tailMs(text: string): number {
  if (/[.!?]["')\]]*\s*$/.test(text)) return TAIL_AFTER_SENTENCE_MS;
  return /[,;:]\s*$/.test(text) ? TAIL_AFTER_COMMA_MS : TAIL_ELSE_MS;
}
