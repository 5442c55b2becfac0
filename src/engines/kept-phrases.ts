/**
 * Spoken phrases that are kept: openers, fillers and goodbyes come again in every call. The ones that were not wanted for
 * longest go first.
 */
export type KeptPhrases = {
  /** Null when it is not kept. */
  find(text: string): Int16Array | null;
  keep(text: string, sound: Int16Array): void;
};

/** 16 MB. */
const KEPT_SAMPLES = 8_000_000;

export function keptPhrases(mostSamples: number = KEPT_SAMPLES): KeptPhrases {
  const kept = new Map<string, Int16Array>();
  let samples = 0;
  return {
    find(text) {
      const sound = kept.get(text);
      if (sound === undefined) return null;
      kept.delete(text);
      kept.set(text, sound);
      return sound;
    },

    keep(text, sound) {
      samples += sound.length - (kept.get(text)?.length ?? 0);
      kept.delete(text);
      kept.set(text, sound);
      for (const [oldest, { length }] of kept) {
        if (samples <= mostSamples) break;
        kept.delete(oldest);
        samples -= length;
      }
    },
  };
}
