/**
 * Codes and long numbers, as they are written or as they are read out: digits alone or in twos and threes, letters by
 * their names, "B de Barcelona". The names of some letters are words as well ("es", "de"); they count for a letter only
 * beside other signs, and are the first to be left out again.
 */
import type { Code, DigitRun } from "../en/found.ts";
import { quoteOf, wordAt } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import { wholeNumber } from "./numbers.ts";
import type { Tongue } from "./tongue.ts";

export type Sign = { readonly text: string; readonly next: number; readonly weak: boolean };
export type SignRun = { readonly from: number; readonly to: number; readonly signs: readonly Sign[] };

const FEWEST = 3;

/** Everything in the utterance that may be signs read out one after another. */
export function signRuns(tongue: Tongue, text: string, run: readonly Token[]): SignRun[] {
  const runs: SignRun[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const signs: Sign[] = [];
    let at = i;
    for (let sign = signAt(tongue, text, run, at); sign !== null; sign = signAt(tongue, text, run, at)) {
      signs.push(sign);
      at = sign.next;
      if (/[.?]/.test(run[at - 1]?.stop ?? "")) break;
      if (wordAt(run, at) === "-") at += 1;
    }
    if (signs.length === 0) continue;
    runs.push({ from: i, to: at, signs });
    i = at - 1;
  }
  return runs;
}

export function codesAndDigits(tongue: Tongue, text: string, run: readonly Token[]): (Code | DigitRun)[] {
  return signRuns(tongue, text, run).flatMap((all): (Code | DigitRun)[] => {
    const { signs, from, to } = withoutWeakEnds(all);
    const joined = signs.map(({ text: sign }) => sign).join("");
    if (joined.length < FEWEST || !/\d/.test(joined)) return [];
    const quote = quoteOf(text, run, from, to);
    // A number that is one word is a number.
    const alone = signs.length === 1 && !/[0-9]/.test(quote);
    if (alone) return [];
    if (/^\d+$/.test(joined)) return [{ kind: "digits", from, to, quote, text: joined, phone: joined.length >= 7 }];
    return [{ kind: "code", from, to, quote, text: joined, labelled: false }];
  });
}

function withoutWeakEnds({ from, to, signs }: SignRun): SignRun {
  const first = signs.findIndex(({ weak }) => !weak);
  const last = signs.findLastIndex(({ weak }) => !weak);
  if (first < 0) return { from, to, signs: [] };
  return {
    from: first === 0 ? from : (signs[first - 1]?.next ?? from),
    to: signs[last]?.next ?? to,
    signs: signs.slice(first, last + 1),
  };
}

function signAt(tongue: Tongue, text: string, run: readonly Token[], at: number): Sign | null {
  const token = run[at];
  if (token === undefined) return null;
  const { word } = token;
  const [twice] = tongue.twice.exec(word) ?? [];
  if (twice !== undefined) {
    const letter = tongue.letters[`${word} ${wordAt(run, at + 1)}`];
    if (letter !== undefined) return { text: letter, next: at + 2, weak: false };
    const sign = signAt(tongue, text, run, at + 1);
    return sign === null || sign.text.length > 1 ? null : { ...sign, text: sign.text.repeat(2), weak: false };
  }
  if (/^\+?\d[\d/-]*$/.test(word)) return { text: word.replaceAll(/\D/g, ""), next: at + 1, weak: false };
  if (
    /^#?(?=.*\d)(?=.*[a-z])[a-z0-9][a-z0-9-]*$/.test(word) &&
    !/^\d{1,2}h(?:\d\d)?$|^\d+(?:er|e|o|km|kg|min|eur|usd)$/.test(word)
  )
    return { text: word.replaceAll(/[^a-z0-9]/g, "").toUpperCase(), next: at + 1, weak: false };
  return letterAt(tongue, text, run, at) ?? numberSign(tongue, run, at);
}

function letterAt(tongue: Tongue, text: string, run: readonly Token[], at: number): Sign | null {
  const token = run[at]!;
  const pair = tongue.letters[`${token.word} ${wordAt(run, at + 1)}`];
  if (pair !== undefined) return { text: pair, next: at + 2, weak: false };
  const single = /^[a-z]$/.test(token.word);
  const named = Object.hasOwn(tongue.letters, token.word) ? tongue.letters[token.word] : undefined;
  const letter = single ? token.word.toUpperCase() : named;
  if (letter !== undefined) {
    const word = wordAt(run, at + 2);
    if (tongue.asIn.test(wordAt(run, at + 1)) && word.length > 2 && word.startsWith(letter.toLowerCase()))
      return { text: letter, next: at + 3, weak: false };
    const capital = single && /^[A-Z]$/.test(text.slice(token.start, token.end));
    return { text: letter, next: at + 1, weak: !capital && tongue.weakLetters.has(token.word) };
  }
  return tongue.alphabet.has(token.word)
    ? { text: token.word.charAt(0).toUpperCase(), next: at + 1, weak: true }
    : null;
}

/** "doscientos doce" is 212; a lone "un" is no digit but an article. */
function numberSign(tongue: Tongue, run: readonly Token[], at: number): Sign | null {
  const number = wholeNumber(tongue, run, at);
  if (number === null || number.value > 999) return null;
  return { text: String(number.value), next: number.next, weak: number.article };
}
