/**
 * Text to sound: cuts what is to be said into clauses, has the voice render them, brings them to the line's sample
 * rate. Clauses are rendered one ahead of what is played, so the first sound never waits for the last word.
 */
import { createResampler } from "../media/resample.ts";
import type { Clause } from "./mouth.ts";
import type { Meter, Voice } from "../ports.ts";

export type SpeakerOptions = {
  readonly voice: Voice;
  /** First clause short, so that it sounds early; never inside a price, a time or an abbreviation. */
  readonly splitIntoClauses: (text: string) => readonly string[];
  /** Samples per second on the line. */
  readonly sampleRateHz: number;
  /** Of one clause of the call; left out where nothing is counted. */
  readonly meterOf?: ((clause: string) => Meter) | undefined;
};

export type Speaker = {
  /** As the voice's. */
  wake?(): void;
  /** Renders a text ahead of time and keeps it; `clauses` of the same text then takes no time at all. */
  prepare(text: string, signal: AbortSignal): Promise<void>;
  /** `prepare` of this text has come to its end: it can be said whatever has become of the voice. */
  isPrepared(text: string): boolean;
  clauses(text: string, signal: AbortSignal): Iterable<Clause>;
};

export function createSpeaker(options: SpeakerOptions): Speaker {
  const prepared = new Map<string, readonly Clause[]>();

  async function* rendered(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const resampler = createResampler(options.voice.sampleRateHz, options.sampleRateHz);
    const meter = options.meterOf?.(text);
    for await (const piece of options.voice.speak(text, signal, meter)) yield resampler.push(piece);
    yield resampler.end();
  }

  return {
    wake: () => options.voice.wake?.(),

    async prepare(text, signal) {
      const clauses: Clause[] = [];
      for (const clause of options.splitIntoClauses(text)) {
        clauses.push({ text: clause, audio: await joined(rendered(clause, signal)) });
      }
      if (!signal.aborted) prepared.set(text, clauses);
    },

    isPrepared: (text) => prepared.has(text),

    clauses(text, signal) {
      const ready = prepared.get(text);
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
