/**
 * The words of an answer: the part of what was said that holds the value, numbers in written form. The quote is the
 * same part verbatim. Where the words around the value make no sense, the value alone is the answer.
 */
import type { Clause } from "../../../language/en/clauses.ts";
import type { Found } from "../../../language/en/found.ts";
import { isGarbled } from "../../../language/en/garbled.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { plain, quoteOf, wordAt } from "../../../language/en/words.ts";

export type Answer = {
  readonly answer: string;
  readonly quote: string;
  readonly found: Found | null;
  readonly clause: Clause;
  /** The words around the value make no sense: it may have been misheard. */
  readonly garbled: boolean;
};

const LONGEST_QUOTE_WORDS = 40;
/** What one may say about a thing, not the thing itself: a clause that begins so is one of its own. */
const SUBJECT = /^(we|we're|we've|the|i|i'm|you|you're|our|your|there|there's)$/;

/** After these "we" goes on with the sentence: "the price that we charge". */
const LINKS =
  /^(that|what|which|who|when|where|how|if|and|so|because|as|but|or|than|until|till|before|after|while|since|do|does|can|are|will|yes|no|yeah|okay|well|sorry|think|believe|say|then|day|days|weekdays)$/;

type Span = { readonly from: number; readonly to: number };

export function answerIn(reading: Reading, clause: Clause, found: Found | null): Answer {
  const { from, to } = shortened(found === null ? clause : ownPart(reading, clause, found), found);
  const garbled = isGarbled(plain(reading.tokens, from, to));
  const words = written(reading, from, to, found);
  const answer = garbled && found !== null && found.kind !== "name" ? upperFirst(found.text) : words;
  return { answer, quote: quoteOf(reading.text, reading.tokens, from, to), found, clause, garbled };
}

function shortened({ from, to }: Span, found: Found | null): Span {
  if (to - from <= LONGEST_QUOTE_WORDS) return { from, to };
  if (found === null) return { from, to: from + LONGEST_QUOTE_WORDS };
  return { from: Math.max(from, found.from - 8), to: Math.min(to, found.to + 8) };
}

/** "The menu is forty dollars | and we open at nine": parts with a value of another kind only are left out. */
function ownPart(reading: Reading, clause: Clause, found: Found): Span {
  const starts = [clause.from];
  for (let i = clause.from + 1; i < clause.to - 1; i++) if (beginsAPart(reading, i)) starts.push(i);
  const parts = starts.map((from, n) => ({ from, to: starts[n + 1] ?? clause.to }));
  const holding = parts.findIndex(({ from, to }) => found.from >= from && found.to <= to);
  if (holding < 0) return clause;
  let first = holding;
  let last = holding;
  while (first > 0 && !isOfAnotherKind(reading, parts[first - 1], found)) first--;
  while (last < parts.length - 1 && !isOfAnotherKind(reading, parts[last + 1], found)) last++;
  const from = parts[first]?.from ?? clause.from;
  const led = first > 0 && wordAt(reading.tokens, from) === "and" ? from + 1 : from;
  return { from: led, to: parts[last]?.to ?? clause.to };
}

function beginsAPart(reading: Reading, i: number): boolean {
  const { tokens } = reading;
  if (wordAt(tokens, i) === "and") return SUBJECT.test(wordAt(tokens, i + 1));
  if (/^(we|we're)$/.test(wordAt(tokens, i))) return !LINKS.test(wordAt(tokens, i - 1));
  return tokens[i - 1]?.stop === "," && SUBJECT.test(wordAt(tokens, i));
}

function isOfAnotherKind(reading: Reading, part: Span | undefined, found: Found): boolean {
  const inside = reading.found.filter((each) => part !== undefined && each.from >= part.from && each.to <= part.to);
  return inside.length > 0 && inside.every((each) => each.kind !== found.kind);
}

/** The words with what was found in them in written form: "the menu is $42 per person". */
function written(reading: Reading, from: number, to: number, value: Found | null): string {
  let text = "";
  let at = reading.tokens[from]?.start ?? 0;
  for (const found of reading.found) {
    if (found.from < from || found.to > to || !isRewritten(found, value)) continue;
    const start = reading.tokens[found.from]?.start ?? at;
    if (start < at) continue;
    // What is written "$80 to $100" was "between eighty and a hundred".
    const between = wordAt(reading.tokens, found.from - 1) === "between";
    text += reading.text.slice(at, start) + (between ? found.text.replace(" to ", " and ") : found.text);
    at = reading.tokens[found.to - 1]?.end ?? at;
  }
  text += reading.text.slice(at, reading.tokens[to - 1]?.end ?? at);
  return upperFirst(text.replace(/^(and|so|okay|ok|um|uh|well)[, ]+/i, "").trim());
}

/** A number is written as a code only where a code or a telephone number is the answer, or it is called one. */
function isRewritten(found: Found, value: Found | null): boolean {
  if (found.kind === "name" || found.kind === "quantity" || found.text === "free") return false;
  if (found.kind === "code") return found.labelled || found === value;
  return true;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
