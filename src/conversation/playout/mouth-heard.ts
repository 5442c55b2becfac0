/**
 * Which words of an utterance were heard when it was cut at a sample. Pure.
 *
 * A voice does not say where its words are, so their places are found in the audio: where the pauses are as many as the
 * words (or as the phrases), each gets its own sounding part; within a part, words share the sounding time in
 * proportion to their letters. Silence counts for no word.
 */
import { loudness, FLOOR_DBFS } from "../media/levels.ts";
import { FRAME_MS } from "../media/media-protocol.ts";
import { samplesBetween, type Chunk, type GivenClause } from "./mouth-state.ts";

const WINDOW_MS = 10;
/** Nobody leaves a longer pause behind a sentence. */
const MOST_QUIET_WINDOWS = 100;
/** Sound is what is within this of the clause's loudest window, and above an absolute floor. */
const BELOW_PEAK_DB = 35;
const ABSOLUTE_FLOOR_DBFS = -55;
/** A pause at least this long parts words (a closed consonant is shorter), and this long parts phrases. */
const WORD_GAP_WINDOWS = 8;
const PHRASE_GAP_WINDOWS = 12;
/** A word counts as heard when no more than this of it is missing. */
const MISSING_MS = 40;
/** Speech not yet rendered is taken to last this long a letter. */
const MS_PER_LETTER = 65;

/** `[heard, cut off]`: the clauses' text parted at a sample of the utterance. */
export function heardOf(
  clauses: readonly GivenClause[],
  chunks: readonly Chunk[],
  atSample: number,
  frameSamples: number,
): readonly [string, string | null] {
  const heard: string[] = [];
  const rest: string[] = [];
  for (const clause of clauses) {
    if (clause.complete && clause.end <= atSample) heard.push(clause.text);
    else if (atSample <= clause.start) rest.push(clause.text);
    else {
      const audio = samplesBetween(chunks, clause.start, clause.end);
      const playedMs = ((atSample - clause.start) / frameSamples) * 20;
      const [before, after] = partWords(clause.text, audio, frameSamples * 50, clause.complete, playedMs);
      heard.push(before);
      rest.push(after);
    }
  }
  const said = joined(heard);
  const unsaid = joined(rest);
  return [said, unsaid === "" ? null : unsaid];
}

/** How long it has been quiet at this sample: the pause that a voice leaves behind a sentence is no sound of it. */
export function quietBeforeMs(chunks: readonly Chunk[], atSample: number, frameSamples: number): number {
  const window = (frameSamples * WINDOW_MS) / FRAME_MS;
  const from = Math.max(0, atSample - window * MOST_QUIET_WINDOWS);
  const sounding = soundingWindows(samplesBetween(chunks, from, atSample), window);
  return (sounding.length - 1 - sounding.lastIndexOf(true)) * WINDOW_MS;
}

/** `[words heard, words not heard]` of one clause of which the first `playedMs` were played. */
export function partWords(
  text: string,
  audio: Int16Array,
  sampleRateHz: number,
  complete: boolean,
  playedMs: number,
): readonly [string, string] {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const ends = wordEndsMs(words, audio, sampleRateHz, complete);
  const firstUnheard = ends.findIndex((endMs) => endMs - MISSING_MS > playedMs);
  if (firstUnheard === -1) return [words.join(" "), ""];
  return [words.slice(0, firstUnheard).join(" "), words.slice(firstUnheard).join(" ")];
}

/** Where each word ends, in milliseconds of the clause's audio. */
export function wordEndsMs(
  words: readonly string[],
  audio: Int16Array,
  sampleRateHz: number,
  complete: boolean,
): readonly number[] {
  const sounding = soundingWindows(audio, (sampleRateHz * WINDOW_MS) / 1000);
  if (!complete) {
    const expected = Math.round((sum(words.map(weight)) * MS_PER_LETTER) / WINDOW_MS);
    const missing = expected - sounding.filter(Boolean).length;
    for (let i = 0; i < missing; i += 1) sounding.push(true);
  }
  const single = runs(sounding, WORD_GAP_WINDOWS);
  if (single.length === words.length) return single.map((run) => run.end * WINDOW_MS);
  const phrases = phrasesOf(words);
  const parts = runs(sounding, PHRASE_GAP_WINDOWS);
  if (parts.length === phrases.length) {
    return phrases.flatMap((phrase, i) =>
      share(phrase, sounding, parts[i]?.start ?? 0, parts[i]?.end ?? sounding.length),
    );
  }
  return share(words, sounding, 0, sounding.length);
}

function soundingWindows(audio: Int16Array, windowSamples: number): boolean[] {
  const levels = loudness(audio, windowSamples);
  const threshold = Math.max(ABSOLUTE_FLOOR_DBFS, Math.max(FLOOR_DBFS, ...levels) - BELOW_PEAK_DB);
  return levels.map((level) => level > threshold);
}

type Run = { readonly start: number; readonly end: number };

/** Stretches of sound that are parted by at least so many silent windows. */
function runs(sounding: readonly boolean[], gap: number): readonly Run[] {
  const found: { start: number; end: number }[] = [];
  for (const [i, sounds] of sounding.entries()) {
    if (!sounds) continue;
    const last = found.at(-1);
    if (last !== undefined && i - last.end < gap) last.end = i + 1;
    else found.push({ start: i, end: i + 1 });
  }
  return found;
}

/** Ends of words that share the sounding windows of a stretch by their weights. */
function share(words: readonly string[], sounding: readonly boolean[], start: number, end: number): readonly number[] {
  const total = sum(words.map(weight));
  const windows: number[] = [];
  for (let i = start; i < end; i += 1) if (sounding[i] === true) windows.push(i);
  let upTo = 0;
  return words.map((word) => {
    upTo += weight(word);
    const last = windows[Math.min(windows.length, Math.round((upTo / total) * windows.length)) - 1];
    return ((last ?? start - 1) + 1) * WINDOW_MS;
  });
}

function phrasesOf(words: readonly string[]): readonly (readonly string[])[] {
  const phrases: string[][] = [];
  let open: string[] | null = null;
  for (const word of words) {
    if (open === null) phrases.push((open = []));
    open.push(word);
    if (/[,;:.!?…–—]["')]?$/u.test(word)) open = null;
  }
  return phrases;
}

/** A word's length in letters as it is spoken: a digit is a word of its own. */
function weight(word: string): number {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  const digits = word.match(/\d/gu)?.length ?? 0;
  const signs = word.match(/[$€£%@&#]/gu)?.length ?? 0;
  return Math.max(1, letters) + digits * 3.5 + signs * 5 + 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join(" ");
}
