/**
 * The language models of the embedded recogniser, as files: what all decoders start with, made once at start-up, and
 * each call's own, made of its hints in a few milliseconds. Two calls with the same hints share one, and one that
 * nobody uses any more stays for a while, because the next call is often like the last.
 *
 * The dictionary that decoders start with holds the common words of English and those of our own corpus: a sixth of the
 * full one, measured to recognise the same in half the time and a third of the memory. Rarer words are added by the
 * calls that need them.
 */
import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { arpa } from "./arpa.ts";
import { callLanguage, telephoneLanguage, wordsOf } from "./language-model.ts";
import { readLexicon } from "./lexicon.ts";
import type { Lexicon } from "./lexicon.ts";
import { commonestWords, FULL_DICTIONARY, markedWord } from "./pocketsphinx.ts";
import type { CommonFiles, Language } from "./pocketsphinx.ts";
import { spokenSentences } from "./spoken-words.ts";

const COMMON_WORDS = 20_000;
const UNUSED_KEPT = 20;

type Entry = { readonly built: Promise<Language>; language: Language | null; users: number };

export class LanguageShelf {
  /** What every decoder starts with. */
  readonly common: CommonFiles;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #lexicon: Lexicon;
  readonly #commonWords: ReadonlySet<string>;
  /** By what is in them, the longest unused first. */
  readonly #entries = new Map<string, Entry>();

  /** `folder` is a place for its files. Takes a second or so: to be made where nobody waits. */
  static stock(folder: string, log: Logger): LanguageShelf {
    const lexicon = readLexicon(FULL_DICTIONARY);
    const telephone = telephoneLanguage();
    const words = new Set([...commonestWords(lexicon.words, COMMON_WORDS), ...wordsOf(telephone)]);
    const common = { dictionary: join(folder, "common.dict"), telephone: join(folder, "telephone.lm") };
    writeFileSync(common.dictionary, lexicon.linesFor(words).join("\n") + "\n");
    writeFileSync(common.telephone, arpa(telephone));
    return new LanguageShelf(folder, log, lexicon, words, common);
  }

  private constructor(folder: string, log: Logger, lexicon: Lexicon, words: ReadonlySet<string>, common: CommonFiles) {
    this.#folder = folder;
    this.#log = log;
    this.#lexicon = lexicon;
    this.#commonWords = words;
    this.common = common;
  }

  async take(hints: readonly string[]): Promise<Language> {
    const id = createHash("sha256")
      .update(JSON.stringify([...new Set(hints)].sort()))
      .digest("hex")
      .slice(0, 24);
    const entry = this.#entries.get(id) ?? { built: this.#build(id, hints), language: null, users: 0 };
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    entry.users += 1;
    try {
      entry.language = await entry.built;
      return entry.language;
    } catch (cause) {
      this.#entries.delete(id);
      throw cause;
    }
  }

  /** Its taker has no use for it any more. */
  putBack(language: Language): void {
    const entry = this.#entries.get(language.id);
    if (entry !== undefined) entry.users -= 1;
    const unused = [...this.#entries].filter(([, { users }]) => users === 0);
    for (const [id, { language: old }] of unused.slice(0, Math.max(0, unused.length - UNUSED_KEPT))) {
      this.#entries.delete(id);
      if (old !== null && old.file !== null) rmSync(old.file, { force: true });
    }
  }

  async #build(id: string, hints: readonly string[]): Promise<Language> {
    const words = [...new Set(hints.flatMap(spokenSentences).flat())];
    if (words.length === 0) return { id, file: null, words: [] };
    const rare = new Set(words.filter((word) => !this.#commonWords.has(word)));
    const pronunciations = await this.#lexicon.pronounce([...rare]);
    const pronounced = new Set(pronunciations.map(([word]) => word.replace(/\(\d+\)$/, "")));
    const mute = rare.size - pronounced.size;
    if (mute > 0)
      this.#log.warn({ words: mute }, "some names of a call cannot be pronounced and will not be recognised");
    const file = join(this.#folder, `${id}.lm`);
    writeFileSync(file, arpa(callLanguage(hints, (word) => (rare.has(word) ? markedWord(word) : word))));
    return { id, file, words: pronunciations.map(([word, phones]) => [markedWord(word), phones]) };
  }
}
