/**
 * The pauses around a clause, set to what the clause calls for while its sound is still coming: what `trim-silence.ts`
 * does once all of it is there. Nothing is held back but silence that may turn out to be the end. Pure.
 */
import { LEAD_MS, SILENCE_LEVEL, tailMs } from "./embedded/tts/trim-silence.ts";

/** A longer pause than any clause ends with is one that its speaker makes: it goes on its way. */
const HELD_MOST_MS = 1000;

export interface StreamedSilence {
  /** What can be given of it so far; pieces may have any length. */
  push(samples: Int16Array): Int16Array;
  /** The pause after it. Empty when there was no sound at all. */
  end(): Int16Array;
}

/** `text`: what is spoken; its last sign says what pause belongs after it. */
export function createStreamedSilence(sampleRateHz: number, text: string): StreamedSilence {
  const samplesIn = (ms: number): number => Math.round((ms * sampleRateHz) / 1000);
  let begun = false;
  /** Silence that has not been given yet: before the first sound, or after the last one. */
  let held: Int16Array = new Int16Array(0);

  function begin(samples: Int16Array): Int16Array {
    const first = samples.findIndex(isSound);
    const before = joined(held, first < 0 ? samples : samples.subarray(0, first));
    const lead = before.slice(Math.max(0, before.length - samplesIn(LEAD_MS)));
    if (first < 0) {
      held = lead;
      return new Int16Array(0);
    }
    begun = true;
    held = new Int16Array(0);
    return joined(lead, goOn(samples.subarray(first)));
  }

  function goOn(samples: Int16Array): Int16Array {
    const after = samples.findLastIndex(isSound) + 1;
    const given = after === 0 ? new Int16Array(0) : joined(held, samples.subarray(0, after));
    const silence = after === 0 ? joined(held, samples) : samples.slice(after);
    const tooMuch = Math.max(0, silence.length - samplesIn(HELD_MOST_MS));
    held = silence.slice(tooMuch);
    return tooMuch === 0 ? given : joined(given, silence.subarray(0, tooMuch));
  }

  return {
    push: (samples) => (begun ? goOn(samples) : begin(samples)),
    end() {
      if (!begun) return new Int16Array(0);
      const tail = new Int16Array(samplesIn(tailMs(text)));
      tail.set(held.subarray(0, tail.length));
      held = new Int16Array(0);
      return tail;
    },
  };
}

function isSound(sample: number): boolean {
  return Math.abs(sample) >= SILENCE_LEVEL;
}

function joined(first: Int16Array, second: Int16Array): Int16Array {
  if (first.length === 0) return second;
  const all = new Int16Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
