/**
 * The pocketsphinx library (0.8+5prealpha, BSD-2; Debian's packages `libpocketsphinx3`, `libsphinxbase3` and
 * `pocketsphinx-en-us`), called in process. Its calls block for as long as they decode: only the recogniser's thread may
 * import this, and only one thread: a language model keeps notes while it is asked and must not be shared by two. Every
 * pointer is checked here, because the library itself falls over a null one and takes the process with it.
 */
import { load } from "koffi";

export type Pointer = bigint;
type MaybePointer = Pointer | null;
export type Library = ReturnType<typeof bindLibrary>;

export function bindLibrary() {
  const sphinx = loadLibrary("libpocketsphinx.so.3");
  const base = loadLibrary("libsphinxbase.so.3");
  const libc = loadLibrary("libc.so.6");
  const args: () => Pointer = sphinx.func("void *ps_args()");
  const library = {
    // A library whose handle is collected is unloaded: these must live as long as what was made with them.
    handles: [sphinx, base, libc],
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
    makeLogmath: base.func("void *logmath_init(double, int, int)") as (
      base: number,
      shift: number,
      table: number,
    ) => MaybePointer,
    freeLogmath: base.func("int logmath_free(void *)") as (logmath: Pointer) => number,
    exp: base.func("double logmath_exp(void *, int)") as (logmath: Pointer, value: number) => number,
    readLanguage: base.func("void *ngram_model_read(void *, const char *, int, void *)") as (
      configuration: Pointer,
      file: string,
      type: number,
      logmath: Pointer,
    ) => MaybePointer,
    freeLanguage: base.func("int ngram_model_free(void *)") as (language: Pointer) => number,
    wordNumber: base.func("int32_t ngram_wid(void *, const char *)") as (language: Pointer, word: string) => number,
    unknownNumber: base.func("int32_t ngram_unknown_wid(void *)") as (language: Pointer) => number,
    wordScore: base.func("int32_t ngram_bg_score(void *, int32_t, int32_t, _Out_ int32_t *)") as (
      language: Pointer,
      word: number,
      history: number,
      used: [number],
    ) => number,
    setLanguage: sphinx.func("int ps_set_lm(void *, const char *, void *)") as (
      decoder: Pointer,
      name: string,
      language: Pointer,
    ) => number,
    useLanguage: sphinx.func("int ps_set_search(void *, const char *)") as (decoder: Pointer, name: string) => number,
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
      decoder: Pointer,
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
    /** Gives the system back what was freed; the allocator would keep some 25 MB that loading leaves. */
    trimMemory: libc.func("int malloc_trim(size_t)") as (keep: number) => number,
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

export function given(pointer: MaybePointer, what: string): Pointer {
  if (pointer === null) throw new Error(`The embedded recogniser could not ${what}.`);
  return pointer;
}
