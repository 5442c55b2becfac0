/**
 * Cuts what is to be said into pieces that are synthesised and played one after another, so that the first sound does
 * not wait for the last word. The first piece is short: it ends at the first comma after at least four words (or at
 * the end of the first sentence). After that whole sentences, long ones cut at a semicolon or comma. The pieces are
 * the original words: joined with a space they are the text again, which is what the transcript keeps. Pure.
 */

/** Without any place to pause, a sentence is cut at a space here: nobody says this many words in one breath. */
const BREATHLESS_WORDS = 40;

/** A sentence longer than this is cut at a comma: about four seconds of speech. */
const LONG_SENTENCE_WORDS = 16;
const FIRST_CLAUSE_WORDS = 4;

const ABBREVIATION = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|St|Ave|Blvd|No|vs|approx|etc|e\.g|i\.e|[ap]\.m|[A-Z])\.$/;

export function splitIntoClauses(text: string): string[] {
  const clauses: string[] = [];
  for (const sentence of sentencesOf(text.trim().replaceAll(/\s+/g, " "))) {
    const pieces = clauses.length === 0 ? cutFirst(sentence) : [sentence];
    clauses.push(...pieces.flatMap(cutLong));
  }
  return clauses;
}

/** Text with single spaces, sentence by sentence. The last one may be unfinished; the others stay as they are, whatever follows. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const match of text.matchAll(/[.!?]+["')\]]*(?=\s)/g)) {
    const end = match.index + match[0].length;
    const candidate = text.slice(begin, end);
    const next = text.charAt(end + 1);
    if (match[0] === "." && (/\p{Ll}/u.test(next) || isAbbreviation(candidate, next))) continue;
    sentences.push(candidate.trim());
    begin = end;
  }
  const rest = text.slice(begin).trim();
  if (rest !== "") sentences.push(rest);
  return sentences;
}

/** "7 p.m. We ..." does end a sentence: a time of day is often its last word, a title never is. */
function isAbbreviation(candidate: string, next: string): boolean {
  if (/[ap]\.m\.$/i.test(candidate)) return !/\p{Lu}/u.test(next);
  return ABBREVIATION.test(candidate);
}

function words(text: string): number {
  return text.split(" ").filter(Boolean).length;
}

/** Places where a pause is natural: after a comma, semicolon or colon that a space follows. Never inside a number. */
function pauses(sentence: string): number[] {
  return [...sentence.matchAll(/[,;:](?=\s)/g)].map((match) => match.index + 1);
}

/** The beginning of a sentence up to its first pause, and the rest, where there is a pause early enough. */
export function cutFirst(sentence: string): string[] {
  if (words(sentence) <= FIRST_CLAUSE_WORDS + 2) return [sentence];
  const cut = pauses(sentence).find((at) => words(sentence.slice(0, at)) >= FIRST_CLAUSE_WORDS);
  if (cut === undefined || words(sentence.slice(cut)) < 2) return [sentence];
  return [sentence.slice(0, cut), sentence.slice(cut).trim()];
}

function cutLong(sentence: string): string[] {
  if (words(sentence) <= LONG_SENTENCE_WORDS) return [sentence];
  const middle = sentence.length / 2;
  const cut = pauses(sentence)
    .filter(
      (at) => words(sentence.slice(0, at)) >= FIRST_CLAUSE_WORDS && words(sentence.slice(at)) >= FIRST_CLAUSE_WORDS,
    )
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  if (cut === undefined) return cutAnywhere(sentence);
  return [...cutLong(sentence.slice(0, cut)), ...cutLong(sentence.slice(cut).trim())];
}

function cutAnywhere(sentence: string): string[] {
  const all = sentence.split(" ");
  const pieces: string[] = [];
  for (let from = 0; from < all.length; from += BREATHLESS_WORDS)
    pieces.push(all.slice(from, from + BREATHLESS_WORDS).join(" "));
  return pieces;
}
