/**
 * English as Debian's package `pocketsphinx-en-us` has it: sounds, language model and dictionary, loaded once for all
 * decoders. Nothing is added to it, neither words nor sentences.
 *
 * Of the dictionary the 20,000 words that the language model holds to be the commonest are used: measured to recognise
 * the same as all of them, at less than half the work and half the memory.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindLibrary, given } from "./pocketsphinx.ts";
import type { Library, Pointer } from "./pocketsphinx.ts";

const FOLDER = "/usr/share/pocketsphinx/model/en-us";
const COMMON_WORDS = 20_000;
/** The library's own: what it counts in. */
const LOG_BASE = 1.0001;
/** Average sound of a telephone line, which the library goes on to adapt to the caller; its own is that of a desk microphone. */
const LINE_MEAN = "51.4,5.8,4.49,21.27,7.81,-0.84,3.47,-1.52,-18.91,7.68,-7.16,8.88,-4.12";

export type English = {
  readonly library: Library;
  readonly configuration: Pointer;
  readonly language: Pointer;
  readonly logmath: Pointer;
  /** When no decoder uses it any more. */
  free(): void;
};

/** Takes about half a second. */
export function loadEnglish(): English {
  const library = bindLibrary();
  const dictionary = openNamelessFile();
  // Settings as measured on business calls: `-fwdflat no` answers three times sooner for the same errors, and
  // `-remove_silence no` because a better detector has already cut the utterance out. Its filter against noise, which is
  // on by itself, spares four in ten of the errors in a busy room.
  const values = [
    ...["-hmm", `${FOLDER}/en-us`, "-dict", `/proc/self/fd/${dictionary}`],
    ...["-fwdflat", "no", "-remove_silence", "no", "-cmninit", LINE_MEAN],
  ];
  // The first value is the name of the program.
  const all = ["outdial", ...values];
  const configuration = given(library.parseArguments(null, library.args, all.length, all, 1), "read its settings");
  const logmath = given(library.makeLogmath(LOG_BASE, 0, 1), "count");
  const language = given(
    library.readLanguage(configuration, `${FOLDER}/en-us.lm.bin`, 0, logmath),
    `read the language model of ${FOLDER}`,
  );
  writeSync(dictionary, commonLines(library, language).join("\n") + "\n");
  return {
    library,
    configuration,
    language,
    logmath,
    free() {
      library.freeLanguage(language);
      library.freeArguments(configuration);
      library.freeLogmath(logmath);
      closeSync(dictionary);
    },
  };
}

/** Which every decoder reads by its number; nothing is left of it however the process ends. */
function openNamelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), "outdial-recogniser-"));
  const file = openSync(join(folder, "dictionary"), "w+");
  rmSync(folder, { recursive: true });
  return file;
}

/** The dictionary's lines of the commonest words; a word has several, `read` and `read(2)`, when it is said in several ways. */
function commonLines(library: Library, language: Pointer): string[] {
  const unknown = library.unknownNumber(language);
  const score = (word: string): number => {
    const number = library.wordNumber(language, word);
    return number === unknown ? -Infinity : library.wordScore(language, number, -1, [0]);
  };
  const lines = readFileSync(`${FOLDER}/cmudict-en-us.dict`, "latin1").split("\n");
  const words = lines.map((line) => /^[^\s(]+/.exec(line)?.[0] ?? "");
  const scores = Float64Array.from(words, score);
  const ofWords = scores.filter((_, at) => words[at] !== words[at - 1]).sort();
  const least = ofWords.at(-COMMON_WORDS) ?? -Infinity;
  return lines.filter((_, at) => (scores[at] ?? -Infinity) >= least);
}
