/**
 * How words sound. The recogniser's own dictionary has most; names that it lacks are read out by flite's
 * letter-to-sound rules (a short-lived process, because the library belongs to the voice's thread).
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

export type Pronunciation = readonly [word: string, phones: string];

/** The phones of the acoustic model; flite's are the same but for their case and its `ax`. */
const PHONES = new Set(
  "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(" "),
);
const READ_OUT_WITHIN_MS = 3000;
/** More new words than this in one call are not names any more. */
const MOST_NEW_WORDS = 300;

export interface Lexicon {
  readonly words: ReadonlySet<string>;
  /** The dictionary's lines for these words, variants included. */
  linesFor(words: Iterable<string>): string[];
  /** How these words sound; a word of which nobody knows is left out. */
  pronounce(words: readonly string[]): Promise<Pronunciation[]>;
}

export function readLexicon(file: string): Lexicon {
  const entries = new Map<string, string[]>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const space = line.search(/\s/);
    if (space <= 0) continue;
    const variant = line.slice(0, space);
    const bracket = variant.indexOf("(");
    const word = bracket > 0 ? variant.slice(0, bracket) : variant;
    const known = entries.get(word);
    if (known === undefined) entries.set(word, [line]);
    else known.push(line);
  }

  const lines = (word: string): string[] => entries.get(word) ?? [];
  return {
    words: new Set(entries.keys()),
    linesFor: (words) => [...words].flatMap(lines),

    async pronounce(words) {
      const known = words.flatMap(lines).map((line): Pronunciation => {
        const [word = "", ...phones] = line.trim().split(/\s+/);
        return [word, phones.join(" ")];
      });
      const unknown = words
        .filter((word) => !entries.has(word) && /^[a-z][a-z']*$/.test(word))
        .slice(0, MOST_NEW_WORDS);
      // Without flite, or when it reads something else than it was given, the names stay unknown; the caller counts them.
      return [...known, ...(await readOut(unknown).catch(() => []))];
    },
  };
}

/** flite prints a pause between words that a comma parts: one group of phones for each. */
async function readOut(words: readonly string[]): Promise<Pronunciation[]> {
  if (words.length === 0) return [];
  const { stdout } = await promisify(execFile)("flite", ["-ps", "-t", `${words.join(", ")}.`, "-o", "none"], {
    timeout: READ_OUT_WITHIN_MS,
  });
  const groups = stdout
    .split(/\bpau\b/)
    .map(sphinxPhones)
    .filter((phones) => phones.length > 0);
  if (groups.length !== words.length) throw new Error(`flite read ${words.length} words as ${groups.length}`);
  return words.flatMap((word, index): Pronunciation[] => {
    const phones = groups[index] ?? [];
    return phones.every((phone) => PHONES.has(phone)) ? [[word, phones.join(" ")]] : [];
  });
}

function sphinxPhones(group: string): string[] {
  return group
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((phone) => phone.replace(/\d$/, "").toUpperCase())
    .map((phone) => (phone === "AX" ? "AH" : phone));
}
