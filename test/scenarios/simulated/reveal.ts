/**
 * What an ear knows of the lines that were whispered to it: a word is heard once its time has passed, its share of its
 * part's time being its share of the part's letters. Pure.
 */
import type { WhisperedLine, WhisperedPart } from "./whisper.ts";

/** The lines of a call in the order in which they were whispered, and how many words of each have been told. */
export type Overheard = readonly { readonly line: WhisperedLine; readonly told: number }[];

/** A line that is whispered again takes the place of the first; what was told of it stays told. */
export function overhear(overheard: Overheard, line: WhisperedLine): Overheard {
  const known = overheard.findIndex((entry) => entry.line.startedAtMs === line.startedAtMs);
  return known < 0
    ? [...overheard, { line, told: 0 }]
    : overheard.with(known, { line, told: overheard[known]?.told ?? 0 });
}

/** The words that have been said by now and have not been told, but for those whose end was left out. */
export function untold(
  overheard: Overheard,
  nowMs: number,
  wasLeftOut: (atMs: number) => boolean = () => false,
): string {
  const words = overheard.flatMap(({ line, told }) => spoken(line, nowMs).slice(told));
  return words.flatMap(({ word, endsAtMs }) => (wasLeftOut(endsAtMs) ? [] : [word])).join(" ");
}

/** All that has been said by now counts as told. */
export function tellAll(overheard: Overheard, nowMs: number): Overheard {
  return overheard.map(({ line, told }) => ({ line, told: Math.max(told, said(line, nowMs).length) }));
}

/** The words of a line that have been said by now. */
export function said(line: WhisperedLine, nowMs: number): readonly string[] {
  return spoken(line, nowMs).map(({ word }) => word);
}

type SpokenWord = { readonly word: string; readonly endsAtMs: number };

function spoken({ startedAtMs, parts }: WhisperedLine, nowMs: number): readonly SpokenWord[] {
  return parts.flatMap((part) => wordsOf(part, startedAtMs)).filter(({ endsAtMs }) => nowMs >= endsAtMs);
}

function wordsOf({ text, fromMs, toMs }: WhisperedPart, startedAtMs: number): readonly SpokenWord[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    before += word.length;
    return { word, endsAtMs: startedAtMs + fromMs + ((toMs - fromMs) * before) / letters };
  });
}
