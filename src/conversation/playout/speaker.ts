/**
 * Text to sound: cuts what is to be said into clauses, has the voice render them, brings them to the line's sample
 * rate. Clauses are rendered one ahead of what is played, so the first sound never waits for the last word.
 */
import { createResampler } from "../media/resample.ts";
import type { Clause } from "./mouth.ts";
import type { Meter, Voice } from "../ports.ts";

/** Sound that all calls of a thread share, by the text: at one sample rate, of one voice. */
export type KeptSound = Map<string, readonly Clause[]>;

export type SpeakerOptions = {
  readonly voice: Voice;
  /** First clause short, so that it sounds early; never inside a price, a time or an abbreviation. */
  readonly splitIntoClauses: (text: string) => readonly string[];
  /** Samples per second on the line. */
  readonly sampleRateHz: number;
  /** Left out: what is kept is kept for this call alone. */
  readonly kept?: KeptSound;
  /** Of one clause of the call; left out where nothing is counted. */
  readonly meterOf?: ((clause: string) => Meter) | undefined;
};

export type Speaker = {
  /** As the voice's. */
  wake?(): void;
  /** Renders a text ahead of time and keeps it; `clauses` of the same text then takes no time at all. */
  prepare(text: string, signal: AbortSignal): Promise<void>;
  /** The same for all calls, once: what has to be said when no voice is to be had any more. */
  keep(text: string, signal: AbortSignal): Promise<void>;
  /** It can be said without a voice. */
  isReady(text: string): boolean;
  clauses(text: string, signal: AbortSignal): Iterable<Clause>;
};

export function createSpeaker(options: SpeakerOptions): Speaker {
  const prepared = new Map<string, readonly Clause[]>();
  const kept: KeptSound = options.kept ?? new Map();

  async function* rendered(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const resampler = createResampler(options.voice.sampleRateHz, options.sampleRateHz);
    const meter = options.meterOf?.(text);
    for await (const piece of options.voice.speak(text, signal, meter)) yield resampler.push(piece);
    yield resampler.end();
  }

  async function whole(text: string, signal: AbortSignal): Promise<readonly Clause[]> {
    const clauses: Clause[] = [];
    for (const clause of options.splitIntoClauses(text)) {
      clauses.push({ text: clause, audio: await joined(rendered(clause, signal)) });
    }
    return clauses;
  }

  return {
    wake: () => options.voice.wake?.(),

    async prepare(text, signal) {
      const clauses = await whole(text, signal);
      if (!signal.aborted) prepared.set(text, clauses);
    },

    async keep(text, signal) {
      if (kept.has(text)) return;
      const clauses = await whole(text, signal);
      if (!signal.aborted) kept.set(text, clauses);
    },

    isReady: (text) => prepared.has(text) || kept.has(text),

    clauses(text, signal) {
      const ready = prepared.get(text) ?? kept.get(text);
      if (ready !== undefined) return ready;
      return options.splitIntoClauses(text).map((clause) => ({ text: clause, audio: rendered(clause, signal) }));
    },
  };
}

async function joined(pieces: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const all: Int16Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const samples = new Int16Array(all.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of all) {
    samples.set(piece, offset);
    offset += piece.length;
  }
  return samples;
}
