/** One decoder: it hears one utterance at a time. */
import { createLinearDoubler } from "../../../conversation/media/resample.ts";
import type { English } from "./english.ts";
import { given } from "./pocketsphinx.ts";
import type { Pointer } from "./pocketsphinx.ts";
import type { Rate } from "./recogniser-protocol.ts";

/** What the sounds of the model are in. */
const SPHINX_RATE_HZ = 16_000;
const LANGUAGE = "english";

export type Recognised = { readonly text: string; readonly confidence: number | null };

export class Decoder {
  readonly #english: English;
  readonly #decoder: Pointer;
  #widened: (samples: Int16Array) => Int16Array = (samples) => samples;

  /** Takes some 0.15 s and 18 MB. */
  constructor(english: English) {
    const { library, configuration, language } = english;
    this.#english = english;
    this.#decoder = given(library.init(configuration), "start with the model of its package pocketsphinx-en-us");
    // It holds a reference of its own to the language.
    if (library.setLanguage(this.#decoder, LANGUAGE, language) !== 0)
      throw new Error("The embedded recogniser refused its language model.");
    if (library.useLanguage(this.#decoder, LANGUAGE) !== 0)
      throw new Error("The embedded recogniser could not use its language model.");
  }

  /** Begins an utterance of a line of this rate. */
  begin(sampleRateHz: Rate): void {
    this.#widened = sampleRateHz === SPHINX_RATE_HZ ? (samples) => samples : createLinearDoubler();
    if (this.#english.library.start(this.#decoder) < 0)
      throw new Error("The embedded recogniser could not begin an utterance.");
  }

  feed(samples: Int16Array): void {
    const wide = this.#widened(samples);
    if (wide.length === 0) return;
    if (this.#english.library.process(this.#decoder, wide, wide.length, 0, 0) < 0)
      throw new Error("The embedded recogniser could not process audio.");
  }

  /** The words so far. */
  partial(): string {
    return this.#english.library.hypothesis(this.#decoder, [0]) ?? "";
  }

  end(): Recognised {
    if (this.#english.library.end(this.#decoder) < 0)
      throw new Error("The embedded recogniser could not end an utterance.");
    const text = this.partial();
    return { text, confidence: text === "" ? null : this.#confidence() };
  }

  /** The mean of the words' posterior probabilities. */
  #confidence(): number | null {
    const { library, logmath } = this.#english;
    let sum = 0;
    let words = 0;
    for (let segment = library.segments(this.#decoder); segment !== null; segment = library.nextSegment(segment)) {
      if (/^[<[+]/.test(library.segmentWord(segment) ?? "<")) continue;
      sum += Math.min(1, library.exp(logmath, library.segmentPosterior(segment, null, null, null)));
      words += 1;
    }
    return words === 0 ? null : sum / words;
  }

  free(): void {
    this.#english.library.free(this.#decoder);
  }
}
