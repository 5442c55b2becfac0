/**
 * Speech for simulated ears: a sound that says which words it is, wherever in a stream it lies. A word is 80 ms at one
 * level above zero, 80 ms at one below, and 40 ms of silence; which two levels stand for which word is agreed on as words
 * are first used in a thread. The levels lie far enough apart for mu-law. Nobody but simulators takes it for speech.
 */

export const WORD_MS = 200;
const PART_MS = 80;
/** Shorter stretches of one level are edges. */
const LEAST_MS = 40;
const SILENT_BELOW = 300;
const LEVELS = Array.from({ length: 24 }, (_, at) => Math.round(600 * 1.18 ** at));

const words: string[] = [];
const numbers = new Map<string, number>();

export type HeardWord = {
  /** As it was spoken, its signs included. */
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
};

/** `text` in this code. */
export function levelSpeech(text: string, sampleRateHz: number): Int16Array {
  const spoken = text.split(/\s+/).filter((word) => word !== "");
  const samplesIn = (ms: number): number => (ms * sampleRateHz) / 1000;
  const samples = new Int16Array(samplesIn(WORD_MS) * spoken.length);
  for (const [at, word] of spoken.entries()) {
    const number = numberOf(word);
    const begin = samplesIn(WORD_MS) * at;
    samples.fill(LEVELS[number % LEVELS.length] ?? 0, begin, begin + samplesIn(PART_MS));
    const below = LEVELS[Math.floor(number / LEVELS.length)] ?? 0;
    samples.fill(-below, begin + samplesIn(PART_MS), begin + samplesIn(2 * PART_MS));
  }
  return samples;
}

export interface LevelEar {
  /** The words that ended in these samples. */
  push(samples: Int16Array): HeardWord[];
  /** Heard so far. */
  readonly nowS: number;
  /** When the last sound was, null before the first. */
  readonly lastSoundS: number | null;
}

export function createLevelEar(sampleRateHz: number): LevelEar {
  const least = (LEAST_MS * sampleRateHz) / 1000;
  let heard = 0;
  let lastSound: number | null = null;
  let run = { level: 0, from: 0 };
  let above: { readonly level: number; readonly from: number } | null = null;

  function endOfRun(at: number): HeardWord | null {
    if (at - run.from < least) return null;
    if (run.level > 0) above = run;
    else if (run.level < 0 && above !== null) {
      const number = (above.level - 1) % LEVELS.length;
      const text = words[number + (-run.level - 1) * LEVELS.length] ?? "?";
      const word = { text, startS: above.from / sampleRateHz, endS: at / sampleRateHz };
      above = null;
      return word;
    }
    return null;
  }

  return {
    push(samples) {
      const ended: HeardWord[] = [];
      for (const sample of samples) {
        const level = levelOf(sample);
        if (level !== run.level) {
          const word = endOfRun(heard);
          if (word !== null) ended.push(word);
          run = { level, from: heard };
        }
        heard += 1;
        if (level !== 0) lastSound = heard;
      }
      return ended;
    },
    get nowS() {
      return heard / sampleRateHz;
    },
    get lastSoundS() {
      return lastSound === null ? null : lastSound / sampleRateHz;
    },
  };
}

/** All the words in a sound. */
export function wordsIn(samples: Int16Array, sampleRateHz: number): string {
  const ear = createLevelEar(sampleRateHz);
  const heard = [...ear.push(samples), ...ear.push(new Int16Array(1))];
  return heard.map(({ text }) => text).join(" ");
}

function numberOf(word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  if (words.length >= LEVELS.length ** 2) throw new Error("too many different words for this code");
  numbers.set(word, words.length);
  words.push(word);
  return words.length - 1;
}

/** From 1 up, below zero from -1 down, 0 for silence. */
function levelOf(sample: number): number {
  const loudness = Math.abs(sample);
  if (loudness < SILENT_BELOW) return 0;
  const nearest = Math.round(Math.log(loudness / 600) / Math.log(1.18));
  return Math.sign(sample) * (1 + Math.min(LEVELS.length - 1, Math.max(0, nearest)));
}
