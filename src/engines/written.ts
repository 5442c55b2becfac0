/**
 * What was recognised as people would write it: "we have a table at seven thirty p m what name is it under" becomes
 * "We have a table at 7:30 PM. What name is it under?". The transcript is made of this, and quotes are taken from it,
 * so it is careful rather than clever: what it is not sure of it leaves in words. Pure.
 */
import { capitalised } from "./written-names.ts";
import { readCode } from "./written-codes.ts";
import { readDate, readPlainNumber, readPrice, readTime } from "./written-numbers.ts";
import { isQuestion, sentenceStarts } from "./written-sentences.ts";

/** Tried in this order; the first that reads something at a place has it. */
const READERS = [readDate, readPrice, readTime, readCode, readPlainNumber];

export function written(spoken: string, hints: readonly string[]): string {
  const words = spoken.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return "";
  const starts = sentenceStarts(words);
  return starts.map((from, index) => sentence(words.slice(from, starts[index + 1]), hints)).join(" ");
}

function sentence(words: readonly string[], hints: readonly string[]): string {
  const tokens: string[] = [];
  const cased = capitalised(words, hints);
  for (let at = 0; at < words.length;) {
    const read = READERS.reduce<ReturnType<typeof readDate>>((found, reader) => found ?? reader(words, at), null);
    if (read === null) {
      const letters = spelledOut(words, at);
      tokens.push(letters?.text ?? cased[at] ?? "");
      at = letters?.next ?? at + 1;
    } else {
      tokens.push(read.value);
      at = read.next;
    }
  }
  const text = withPause(tokens, words).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1) + (isQuestion(words) ? "?" : ".");
}

/** "t v", "p m": letters side by side are one word in capitals. A lone one stays. */
function spelledOut(words: readonly string[], at: number): { text: string; next: number } | null {
  let next = at;
  while (/^[a-z]$/.test(words[next] ?? "")) next += 1;
  if (next - at < 2 || (/^[ai]$/.test(words[at] ?? "") && words[at + 1] !== "m")) return null;
  return { text: words.slice(at, next).join("").toUpperCase(), next };
}

const SETS_OFF = /^(?:yes|yeah|yep|okay|hello|hi)$/;
const STARTS_A_CLAUSE =
  /^(?:we|we're|i|i'm|it|it's|that|that's|there|they|you|you're|he|she|sorry|thank|thanks|not|the|our|this)$/;

/** A comma after the yes, no or hello that begins a sentence. */
function withPause(tokens: readonly string[], words: readonly string[]): string[] {
  const [first = "", second = ""] = words;
  const pause =
    words.length > 2 &&
    ((SETS_OFF.test(first) && second !== "there") ||
      (/^(?:no|nope|well|sorry|sure)$/.test(first) && STARTS_A_CLAUSE.test(second)));
  return tokens.map((token, index) => (pause && index === 0 && !token.endsWith(",") ? `${token},` : token));
}
