/**
 * The pocketsphinx library (0.8+5prealpha, BSD-2; Debian's packages `libpocketsphinx3`, `libsphinxbase3` and
 * `pocketsphinx-en-us`), called in process. Its calls block for as long as they decode: only recogniser threads may
 * import this. Every pointer is checked here, because the library itself falls over a null one and takes the process
 * with it.
 *
 * Settings as measured on synthesised business calls: `-fwdflat no` answers three times sooner for the same errors,
 * `-remove_silence no` because a better detector has already cut the utterance out, `-remove_noise no` because its
 * noise filter costs half as many errors again on the telephone, noisy or not, and remembers the call before.
 */
import { load } from "koffi";
import { findMean, START_MEANS } from "./line-mean.ts";
import { seeded } from "./phrase-grammar.ts";
import type { Rate } from "./recogniser-protocol.ts";

type Pointer = bigint;
type MaybePointer = Pointer | null;

const MODEL_FOLDER = "/usr/share/pocketsphinx/model/en-us";
/** Every English word it could know, with its phones. */
export const FULL_DICTIONARY = `${MODEL_FOLDER}/cmudict-en-us.dict`;
const ACOUSTIC_MODEL = `${MODEL_FOLDER}/en-us`;
const GENERIC_LANGUAGE = `${MODEL_FOLDER}/en-us.lm.bin`;

/** What the acoustic model hears in. */
export const SPHINX_RATE_HZ = 16000;
/**
 * A hiss, always the same, that a decoder hears before each utterance: from the last frames it heard it guesses where to
 * look first in the next, and among equals the guess wins. Ten milliseconds of work; 100 ms yield no frames at all.
 */
const RINSE = hiss(160);
/** The power to which the library raises what a language model says before it weighs it against the sound. */
const LANGUAGE_WEIGHT = 6.5;
/** How much of the guess at the next word comes from which language. */
const WITH_OWN = { own: 0.3, telephone: 0.6, generic: 0.1 };
const WITHOUT_OWN = { telephone: 0.9, generic: 0.1 };

function hiss(ms: number): Int16Array {
  const random = seeded(1);
  return Int16Array.from({ length: (ms * SPHINX_RATE_HZ) / 1000 }, () => Math.round((random() - 0.5) * 1000));
}

function bind() {
  const sphinx = loadLibrary("libpocketsphinx.so.3");
  const base = loadLibrary("libsphinxbase.so.3");
  const args: () => Pointer = sphinx.func("void *ps_args()");
  const library = {
    // A library whose handle is collected is unloaded: these must live as long as what was made with them.
    handles: [sphinx, base],
    args: args(),
    silence: base.func("void err_set_logfp(void *)") as (file: null) => void,
    parseArguments: base.func("void *cmd_ln_parse_r(void *, void *, int32_t, const char **, int)") as (
      into: null,
      definitions: Pointer,
      count: number,
      values: string[],
      strict: number,
    ) => MaybePointer,
    freeArguments: base.func("int cmd_ln_free_r(void *)") as (configuration: Pointer) => number,
    init: sphinx.func("void *ps_init(void *)") as (configuration: Pointer) => MaybePointer,
    free: sphinx.func("int ps_free(void *)") as (decoder: Pointer) => number,
    logmath: sphinx.func("void *ps_get_logmath(void *)") as (decoder: Pointer) => Pointer,
    makeLogmath: base.func("void *logmath_init(double, int, int)") as (
      base: number,
      shift: number,
      table: number,
    ) => Pointer,
    exp: base.func("double logmath_exp(void *, int)") as (logmath: Pointer, value: number) => number,
    readLanguage: base.func("void *ngram_model_read(void *, const char *, int, void *)") as (
      configuration: MaybePointer,
      file: string,
      type: number,
      logmath: Pointer,
    ) => MaybePointer,
    freeLanguage: base.func("int ngram_model_free(void *)") as (language: Pointer) => number,
    mix: base.func("void *ngram_model_set_init(void *, _In_ void **, _In_ const char **, _In_ float *, int32_t)") as (
      configuration: Pointer,
      languages: Pointer[],
      names: string[],
      weights: number[],
      count: number,
    ) => MaybePointer,
    wordNumber: base.func("int32_t ngram_wid(void *, const char *)") as (language: Pointer, word: string) => number,
    unknownNumber: base.func("int32_t ngram_unknown_wid(void *)") as (language: Pointer) => number,
    wordScore: base.func("int32_t ngram_bg_score(void *, int32_t, int32_t, _Out_ int32_t *)") as (
      language: Pointer,
      word: number,
      history: number,
      used: [number],
    ) => number,
    setLanguage: sphinx.func("int ps_set_lm(void *, const char *, void *)") as (
      d: Pointer,
      name: string,
      lm: Pointer,
    ) => number,
    useLanguage: sphinx.func("int ps_set_search(void *, const char *)") as (decoder: Pointer, name: string) => number,
    dropLanguage: sphinx.func("int ps_unset_search(void *, const char *)") as (
      decoder: Pointer,
      name: string,
    ) => number,
    addWord: sphinx.func("int ps_add_word(void *, const char *, const char *, int)") as (
      decoder: Pointer,
      word: string,
      phones: string,
      update: number,
    ) => number,
    start: sphinx.func("int ps_start_utt(void *)") as (decoder: Pointer) => number,
    process: sphinx.func("int ps_process_raw(void *, _In_ int16_t *, size_t, int, int)") as (
      decoder: Pointer,
      samples: Int16Array,
      count: number,
      noSearch: number,
      whole: number,
    ) => number,
    end: sphinx.func("int ps_end_utt(void *)") as (decoder: Pointer) => number,
    hypothesis: sphinx.func("const char *ps_get_hyp(void *, _Out_ int32_t *)") as (
      d: Pointer,
      score: [number],
    ) => string | null,
    segments: sphinx.func("void *ps_seg_iter(void *)") as (decoder: Pointer) => MaybePointer,
    nextSegment: sphinx.func("void *ps_seg_next(void *)") as (segment: Pointer) => MaybePointer,
    segmentWord: sphinx.func("const char *ps_seg_word(void *)") as (segment: Pointer) => string | null,
    segmentPosterior: sphinx.func("int32_t ps_seg_prob(void *, void *, void *, void *)") as (
      segment: Pointer,
      acoustic: null,
      language: null,
      backOff: null,
    ) => number,
    features: sphinx.func("void *ps_get_feat(void *)") as (decoder: Pointer) => MaybePointer,
    writeMean: base.func("void cmn_live_set(void *, _In_ float *)") as (mean: Pointer, from: Float32Array) => void,
  };
  library.silence(null);
  return library;
}

function loadLibrary(file: string): ReturnType<typeof load> {
  try {
    return load(file);
  } catch (cause) {
    throw new Error(
      `The library ${file} of the embedded recogniser cannot be loaded; install the packages "libpocketsphinx3", "libsphinxbase3" and "pocketsphinx-en-us".`,
      { cause },
    );
  }
}

type Library = ReturnType<typeof bind>;

function given(pointer: MaybePointer, what: string): Pointer {
  if (pointer === null) throw new Error(`The embedded recogniser could not ${what}.`);
  return pointer;
}

/** The words of a list that general English uses most, the commonest first. Reads the generic model for it once. */
export function commonestWords(words: Iterable<string>, count: number): string[] {
  const library = bind();
  const logmath = library.makeLogmath(1.0001, 0, 1);
  const language = given(library.readLanguage(null, GENERIC_LANGUAGE, 0, logmath), "read its general language model");
  const unknown = library.unknownNumber(language);
  const scored: [string, number][] = [];
  for (const word of words) {
    const number = library.wordNumber(language, word);
    if (number !== unknown) scored.push([word, library.wordScore(language, number, -1, [0])]);
  }
  library.freeLanguage(language);
  return scored
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([word]) => word);
}

/**
 * A word that one call brings into the dictionary of a decoder, where it stays, is spelled with a mark: so no other
 * call's language has it, though the general one may know such a word, and what a call hears does not depend on the
 * names of the call before.
 */
const MARK = "~";

/** The spelling of a word, or of a variant such as `maple(2)`, that a call brings along. */
export function markedWord(word: string): string {
  return word.replace(/^[^(]+/, `$&${MARK}`);
}

function unmarked(text: string): string {
  return text.replaceAll(MARK, "");
}

/** A call's own language: the file of its model, and the words, marked, that the decoders' dictionary lacks. */
export type Language = {
  readonly id: string;
  /** Null when the call has no words of its own. */
  readonly file: string | null;
  readonly words: readonly (readonly [word: string, phones: string])[];
};

/** What every decoder starts with. */
export type CommonFiles = { readonly dictionary: string; readonly telephone: string };

export type Recognised = { readonly text: string; readonly confidence: number | null };

/** One decoder: it hears one utterance at a time, in one of the few languages it keeps loaded. */
export class Decoder {
  readonly #library: Library;
  readonly #configuration: Pointer;
  readonly #decoder: Pointer;
  readonly #logmath: Pointer;
  readonly #generic: Pointer;
  readonly #telephone: Pointer;
  readonly #mean: Pointer;
  /** Names of what is loaded, the longest unused first. */
  readonly #languages: string[] = [];
  readonly #added = new Set<string>();
  readonly #keep: number;

  /**
   * `common` names the files of the words it knows from the start and of the telephone language; `keep` says how many
   * calls' languages stay loaded.
   */
  constructor(common: CommonFiles, keep: number) {
    const library = bind();
    const weight = String(LANGUAGE_WEIGHT);
    const values = [
      "-hmm",
      ACOUSTIC_MODEL,
      "-dict",
      common.dictionary,
      "-remove_silence",
      "no",
      "-remove_noise",
      "no",
      "-fwdflat",
      "no",
      "-lw",
      weight,
    ];
    // The first value is the name of the program.
    const all = ["outdial", ...values];
    this.#library = library;
    this.#configuration = given(library.parseArguments(null, library.args, all.length, all, 1), "read its settings");
    this.#decoder = given(library.init(this.#configuration), `start with the models of ${MODEL_FOLDER}`);
    this.#logmath = library.logmath(this.#decoder);
    this.#generic = this.#read(GENERIC_LANGUAGE);
    this.#telephone = this.#read(common.telephone);
    this.#mean = findMean(library.features(this.#decoder));
    this.#keep = keep;
  }

  get wordsAdded(): number {
    return this.#added.size;
  }

  /** Loads a language unless it is loaded, which takes some 0.3 s, and makes it the one that is listened in. */
  use(language: Language): void {
    const library = this.#library;
    const at = this.#languages.indexOf(language.id);
    if (at >= 0) this.#languages.splice(at, 1);
    else this.#loadLanguage(language);
    this.#languages.push(language.id);
    if (library.useLanguage(this.#decoder, language.id) !== 0)
      throw new Error("The embedded recogniser could not change its language.");
    while (this.#languages.length > this.#keep) library.dropLanguage(this.#decoder, this.#languages.shift() ?? "");
  }

  #loadLanguage(language: Language): void {
    const library = this.#library;
    for (const [word, phones] of language.words) {
      if (this.#added.has(word)) continue;
      this.#added.add(word);
      // Refused when it is known already, which is what we wanted.
      library.addWord(this.#decoder, word, phones, 0);
    }
    const own = language.file === null ? null : this.#read(language.file);
    const parts: readonly [name: string, model: Pointer, weight: number][] =
      own === null
        ? [
            ["telephone", this.#telephone, WITHOUT_OWN.telephone],
            ["generic", this.#generic, WITHOUT_OWN.generic],
          ]
        : [
            ["own", own, WITH_OWN.own],
            ["telephone", this.#telephone, WITH_OWN.telephone],
            ["generic", this.#generic, WITH_OWN.generic],
          ];
    const mixed = given(
      library.mix(
        this.#configuration,
        parts.map(([, model]) => model),
        parts.map(([name]) => name),
        // It mixes probabilities that it has raised already: a share means what it says only when it is raised too.
        parts.map(([, , weight]) => weight ** LANGUAGE_WEIGHT),
        parts.length,
      ),
      "mix its language models",
    );
    const refused = library.setLanguage(this.#decoder, language.id, mixed);
    // The decoder and the mix hold references of their own.
    if (own !== null) library.freeLanguage(own);
    library.freeLanguage(mixed);
    if (refused !== 0) throw new Error("The embedded recogniser refused a language model.");
  }

  #read(file: string): Pointer {
    return given(
      this.#library.readLanguage(this.#configuration, file, 0, this.#logmath),
      `read the language model ${file}`,
    );
  }

  /**
   * Begins an utterance of a line of this rate. What is heard depends on the utterance alone: not on what the decoder
   * heard before, nor on which decoder it is.
   */
  begin(sampleRateHz: Rate): void {
    this.#start(SPHINX_RATE_HZ);
    this.feed(RINSE);
    this.#library.end(this.#decoder);
    this.#start(sampleRateHz);
  }

  #start(sampleRateHz: Rate): void {
    const library = this.#library;
    library.writeMean(this.#mean, START_MEANS[sampleRateHz]);
    if (library.start(this.#decoder) < 0) throw new Error("The embedded recogniser could not begin an utterance.");
  }

  feed(samples: Int16Array): void {
    if (samples.length === 0) return;
    if (this.#library.process(this.#decoder, samples, samples.length, 0, 0) < 0) {
      throw new Error("The embedded recogniser could not process audio.");
    }
  }

  partial(): string {
    return unmarked(this.#library.hypothesis(this.#decoder, [0]) ?? "");
  }

  end(): Recognised {
    if (this.#library.end(this.#decoder) < 0) throw new Error("The embedded recogniser could not end an utterance.");
    const text = this.partial();
    return { text, confidence: text === "" ? null : this.#confidence() };
  }

  /** The mean of the words' posterior probabilities. */
  #confidence(): number | null {
    const library = this.#library;
    let sum = 0;
    let words = 0;
    for (let segment = library.segments(this.#decoder); segment !== null; segment = library.nextSegment(segment)) {
      if (/^[<[+]/.test(library.segmentWord(segment) ?? "<")) continue;
      sum += Math.min(1, library.exp(this.#logmath, library.segmentPosterior(segment, null, null, null)));
      words += 1;
    }
    return words === 0 ? null : sum / words;
  }

  free(): void {
    this.#library.freeLanguage(this.#generic);
    this.#library.freeLanguage(this.#telephone);
    this.#library.free(this.#decoder);
    this.#library.freeArguments(this.#configuration);
  }
}
