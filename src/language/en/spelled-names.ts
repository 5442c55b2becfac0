/**
 * A name that somebody spells: "K O W A L", "K-O-W", "double t", "b as in bravo", "capital m", "sierra india". Letters that
 * are spelled are surer than the name as it was heard.
 */
import { capital, plain, wordAt } from "./words.ts";
import type { Token } from "./words.ts";
import { signAt, SPELLING_WORDS } from "./spelling.ts";

export type SpelledName = {
  /** With a capital: "Kowal". */
  readonly text: string;
  /** Places among the tokens. */
  readonly from: number;
  readonly to: number;
};

const LEAST_LETTERS = 3;

/** `asked`: we asked for the letters, so that two are enough and no other word is expected. */
export function spelledNames(run: readonly Token[], asked: boolean): readonly SpelledName[] {
  const found: SpelledName[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const name = wordAt(run, i - 1) === "with" ? null : spelledAt(run, i);
    if (name === null || name.text.length < (asked ? 2 : LEAST_LETTERS)) continue;
    found.push(name);
    i = name.to - 1;
  }
  return found;
}

function spelledAt(run: readonly Token[], from: number): SpelledName | null {
  if (!isLetter(run, from)) return null;
  let letters = "";
  let at = from;
  while (at < run.length) {
    const sign = letterAt(run, at, letters);
    if (sign === null) break;
    letters += sign.text;
    at = sign.next;
    // "O'B R …" is one name, "S A M. M I L L" are two.
    if (endsWord(run, at)) break;
  }
  return /^(?![AP]M$)[A-Z]{2,}$/.test(letters) ? { text: capital(letters.toLowerCase()), from, to: at } : null;
}

type Sign = { readonly text: string; readonly next: number };

function letterAt(run: readonly Token[], i: number, sofar: string): Sign | null {
  const word = wordAt(run, i);
  if (/^(capital|then|and|uppercase)$/.test(word) && sofar !== "" && isLetter(run, i + 1))
    return { text: "", next: i + 1 };
  const example = asIn(run, i);
  if (example !== null) return example;
  if (/^[a-z]$/.test(word)) return { text: word.toUpperCase(), next: i + 1 };
  const sign = signAt(run, i, true, sofar);
  if (sign === null || /[^A-Z]/.test(sign.text)) return null;
  // What only sounds like a letter is one between letters.
  return sign.sure || isLetter(run, sign.next) ? { text: sign.text, next: sign.next } : null;
}

/** "m as in mike", "n for november", "d like dog": not only of words that begin with that letter's sound. */
function asIn(run: readonly Token[], i: number): Sign | null {
  const word = wordAt(run, i);
  if (!/^[a-z]$/.test(word)) return null;
  const link = /^(as in|for|like|as)\b/.exec(plain(run, i + 1, i + 3))?.[1];
  if (link === undefined) return null;
  const at = i + 1 + link.split(" ").length;
  return wordAt(run, at).startsWith(word) && wordAt(run, at).length > 1
    ? { text: word.toUpperCase(), next: at + 1 }
    : null;
}

/** What can begin a spelling: a letter that is no word, "double t", "bravo" before another letter. */
function isLetter(run: readonly Token[], i: number): boolean {
  const word = wordAt(run, i);
  if (/^(double|triple)$/.test(word)) return /^[a-z]$/.test(wordAt(run, i + 1));
  if (word === "capital") return /^[a-z]$/.test(wordAt(run, i + 1));
  if (word === "a" || word === "i") return isSign(wordAt(run, i + 1)) || asIn(run, i) !== null;
  return isSign(word);
}

function isSign(word: string): boolean {
  return /^[a-z]$/.test(word) || SPELLING_WORDS.has(word);
}

/** A full stop after each letter ends none of them: "S. I. O." */
function endsWord(run: readonly Token[], at: number): boolean {
  const [last, next] = [run[at - 1], run[at]];
  if (last === undefined || next === undefined) return true;
  if (last.stop === "" || last.stop === ",") return false;
  const before = run[at - 2];
  return !(last.word.length === 1 && next.word.length === 1 && (before === undefined || before.stop === last.stop));
}

/** The name with what was spelled in the place of the word that comes nearest to it: "Jon Meyer", "Mayer". */
export function withSpelled(name: string, spelled: readonly SpelledName[]): string {
  return spelled.reduce((whole, { text }) => {
    const words = whole.split(" ");
    const near = words.map((word) => lettersApart(word.toLowerCase(), text.toLowerCase()));
    const nearest = Math.min(...near);
    // Nothing like any word of it: the last name is what one spells.
    const at = nearest <= Math.ceil(text.length / 2) ? near.indexOf(nearest) : words.length - 1;
    return words.map((word, i) => (i === at ? text : word)).join(" ");
  }, name);
}

/** How many letters differ (Levenshtein). */
export function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, their] of [...other].entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === their ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
