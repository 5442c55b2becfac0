/**
 * The decoders of the recogniser's thread and the utterances they work on. They take turns, piece of sound by piece: a
 * decoder is several times faster than people speak. Another is made when an utterance begins and all are busy, up to a
 * limit; beyond it utterances wait in the order of beginning with their sound kept, so that nothing said is lost.
 */
import type { Decoder, Recognised } from "./decoder.ts";
import type { Rate } from "./recogniser-protocol.ts";

export type UtteranceListener = {
  readonly onPartial: (text: string, samples: number) => void;
  readonly onRecognised: (recognised: Recognised) => void;
  readonly onFailed: (error: unknown) => void;
};

export interface PendingUtterance {
  audio(samples: Int16Array): void;
  commit(): void;
  discard(): void;
}

/** A minute of it at 16 kHz; nobody says more in one breath, and a stuck detector must not eat the memory. */
const MOST_SAMPLES = 60 * 16_000;

export type OneDecoder = Pick<Decoder, "begin" | "feed" | "partial" | "end" | "free">;

type Utterance = {
  readonly sampleRateHz: Rate;
  readonly listener: UtteranceListener;
  /** Sound that no decoder has heard. */
  readonly waiting: Int16Array[];
  samples: number;
  committed: boolean;
  decoder: OneDecoder | null;
};

export class Decoders {
  readonly #make: () => OneDecoder;
  readonly #most: number;
  readonly #free: OneDecoder[];
  readonly #busy = new Set<OneDecoder>();
  readonly #waiting: Utterance[] = [];

  /** Makes the first one. */
  constructor(make: () => OneDecoder, most: number) {
    this.#make = make;
    this.#most = most;
    this.#free = [make()];
  }

  begin(sampleRateHz: Rate, listener: UtteranceListener): PendingUtterance {
    const utterance: Utterance = { sampleRateHz, listener, waiting: [], samples: 0, committed: false, decoder: null };
    this.#waiting.push(utterance);
    this.#assign();
    return {
      audio: (samples) => {
        if (utterance.samples > MOST_SAMPLES) return;
        utterance.samples += samples.length;
        utterance.waiting.push(samples);
        this.#work(utterance);
      },
      commit: () => {
        utterance.committed = true;
        this.#work(utterance);
      },
      discard: () => {
        const at = this.#waiting.indexOf(utterance);
        if (at >= 0) this.#waiting.splice(at, 1);
        this.#end(utterance);
      },
    };
  }

  close(): void {
    for (const decoder of [...this.#free, ...this.#busy]) decoder.free();
  }

  #assign(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const decoder = this.#free.pop() ?? (this.#busy.size < this.#most ? this.#make() : null);
      if (decoder === null) return;
      this.#waiting.shift();
      this.#busy.add(decoder);
      next.decoder = decoder;
      const { sampleRateHz } = next;
      this.#carefully(next, () => decoder.begin(sampleRateHz));
      this.#work(next);
    }
  }

  /** Decodes what there is. */
  #work(utterance: Utterance): void {
    const { listener, waiting } = utterance;
    const text = this.#carefully(utterance, (decoder) => {
      for (const samples of waiting.splice(0)) decoder.feed(samples);
      return utterance.committed ? "" : decoder.partial();
    });
    // Told even when it is the same again: that no word was added is news when speech may have ended.
    if (text !== null && text !== "") listener.onPartial(text, utterance.samples);
    if (!utterance.committed) return;
    const recognised = this.#end(utterance);
    if (recognised !== null) listener.onRecognised(recognised);
  }

  /** Its decoder is free for the next. Null when it has none. */
  #end(utterance: Utterance): Recognised | null {
    const { decoder } = utterance;
    const recognised = this.#carefully(utterance, (busy) => busy.end());
    if (decoder === null || recognised === null) return null;
    utterance.decoder = null;
    this.#busy.delete(decoder);
    this.#free.push(decoder);
    this.#assign();
    return recognised;
  }

  /** A decoder that fails costs its utterance, and is not used again. Null then, and when it has none. */
  #carefully<Result>(utterance: Utterance, task: (decoder: OneDecoder) => Result): Result | null {
    const { decoder } = utterance;
    if (decoder === null) return null;
    try {
      return task(decoder);
    } catch (error) {
      utterance.decoder = null;
      this.#busy.delete(decoder);
      decoder.free();
      utterance.listener.onFailed(error);
      this.#assign();
      return null;
    }
  }
}
