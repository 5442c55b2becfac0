/** What was said on a line, utterance by utterance, as evidence of who speaks. Pure. */
import { plain, weigh } from "./words/families.ts";
import type { Evidence, Family } from "./words/families.ts";

export type Utterance = {
  readonly number: number;
  readonly text: string;
  readonly final: boolean;
  readonly atMs: number;
  /** How much of it only a person says. */
  readonly person: number;
};

/** Phrases go on from one utterance to the next; what a person says, only somebody who is there now says. */
export function evidenceOf(families: readonly Family[], utterances: readonly Utterance[]): Evidence {
  const all = weigh(families, utterances.map(({ text }) => text).join(" "));
  const person = Math.max(0, ...utterances.map((each) => each.person));
  const last = weigh(families, utterances.at(-1)?.text ?? "");
  return { ...all, person, asks_to_hold: last.asks_to_hold };
}

/** So many words that are said again are a recording. */
export function isRepeated(text: string, before: readonly Utterance[], leastWords: number): boolean {
  const words = plain(text);
  if (words.split(" ").length < leastWords) return false;
  return before.some(({ text: other, final }) => final && plain(other) === words);
}
