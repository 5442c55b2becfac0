/**
 * Codes and digit runs: "b seven four k nine", "bravo seven", "B74K9", "555-0142". A code is read greedily from its first
 * sure sign (spelling.ts); what calls for one, and what speaks against it, stands before it and behind it.
 */
import type { Code, DigitRun } from "./found.ts";
import { isHourOfTheDay } from "./counted.ts";
import { isSpelled, isTwoDigits, mayBeSpelled, signAt } from "./spelling.ts";
import { plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const CODE_LABEL =
  /\b(confirmation|conformation|reference|booking|reservation|order|tracking|case|ticket|claim|invoice|work order|repair|pin|code|appointment|job|record locator|locator)\b/;
/** Two digits at a time are a code only behind one of these: "your appointment is at ten fifteen" tells none. */
const NAMES_A_NUMBER =
  /\b(number|code|pin|confirmation|conformation|reference|order|invoice|claim|case|locator)(?! (\w+ ){0,2}(at|for|from|until|till|by)$)( \w+){0,3}$/;
const PHONE_LABEL = /\b(phone|call|calls|calling|reach|cell|mobile|telephone|fax|text us|dial|extension)\b/;
const OTHER_LABEL = /\b(zip|address|street|suite|room|floor|account|year|price|total|cost|costs|dollars)\b/;
/** "open from 8 to 5": hours sound like a code where one was asked for. */
const CLOCK_BEFORE = /\b(at|from|until|till|open|opens|close|closes|between|around)$/;
const UNIT_AFTER =
  /^(dollars?|bucks?|cents?|people|persons?|guests?|adults?|minutes?|hours?|days?|weeks?|nights?|percent|oclock|more|moment|second|other|last|thing|minute|tables?|rooms?|seats?|years?|question|of)$/;

type Run = {
  readonly text: string;
  readonly from: number;
  readonly next: number;
  readonly elements: number;
  readonly letters: boolean;
};

export type CodesFound = { readonly codes: readonly Code[]; readonly digits: readonly DigitRun[] };

export function codesAndDigits(text: string, run: readonly Token[], expected: boolean): CodesFound {
  const codes: Code[] = [];
  const digits: DigitRun[] = [];
  for (let i = 0; i < run.length; i++) {
    if (!mayBeSpelled(wordAt(run, i))) continue;
    const label = plain(run, i - 9, i);
    const called = CODE_LABEL.test(label) && !(PHONE_LABEL.test(label) && !/\b(confirmation|reference)\b/.test(label));
    const found = runAt(run, i, called || expected);
    if (found === null) continue;
    const place = { from: found.from, to: found.next, quote: quoteOf(text, run, found.from, found.next) };
    const onlyDigits = /^\d+$/.test(found.text) && !UNIT_AFTER.test(wordAt(run, found.next));
    if (isCode(run, found, label, called, expected)) {
      codes.push({ kind: "code", ...place, text: found.text, labelled: called });
      i = found.next - 1;
    } else if (onlyDigits && found.text.length >= 4 && isListed(run, found, label)) {
      const international = wordAt(run, i).startsWith("+");
      const phone = (international || /^(\d{7}|\d{10}|1\d{10})$/.test(found.text)) && !OTHER_LABEL.test(label);
      digits.push({ kind: "digits", ...place, text: found.text, phone });
      i = found.next - 1;
    } else if (found.elements > 2) i = found.next - 1;
  }
  return { codes: lastWord(run, codes), digits };
}

function inPairs(run: readonly Token[], { from, next }: Pick<Run, "from" | "next">): boolean {
  return run.slice(from, next).some(({ word }) => isTwoDigits(word));
}

/** Digits one by one. Pairs of them, as in "six fifteen seven thirty", are a number only where one is told. */
function isListed(run: readonly Token[], { text, from, next, elements }: Run, label: string): boolean {
  if (run.slice(from, next).every(({ word }) => /^[#+]?\d/.test(word))) return true;
  return (
    elements >= 3 && (!inPairs(run, { from, next }) || PHONE_LABEL.test(label) || /^(\d{7}|\d{10}|1\d{10})$/.test(text))
  );
}

function isCode(run: readonly Token[], found: Run, label: string, called: boolean, expected: boolean): boolean {
  const size = found.text.replaceAll("-", "").length;
  if (UNIT_AFTER.test(wordAt(run, found.next)) || size > 24) return false;
  if (/^(am|pm)$/.test(wordAt(run, found.next)) || /^[ap] m\b/.test(plain(run, found.next, found.next + 2)))
    return false;
  const hasDigit = /\d/.test(found.text);
  if (!found.letters && !expected && inPairs(run, found) && !NAMES_A_NUMBER.test(label)) return false;
  if (called && !OTHER_LABEL.test(label.split(" ").slice(-3).join(" "))) {
    return size >= 3 || (size >= 2 && /\b(number|code)( is)?$/.test(label));
  }
  if (expected && (CLOCK_BEFORE.test(label) || isHourOfTheDay(run, found.next))) return false;
  if (expected && PHONE_LABEL.test(label) && !CODE_LABEL.test(label)) return false;
  if (expected) return size >= 3 || (size >= 2 && found.letters && hasDigit);
  return (
    found.letters &&
    hasDigit &&
    size >= 4 &&
    (found.elements >= 4 || /^(?=.*\d)(?=.*[a-z])/.test(wordAt(run, found.from)))
  );
}

/** The signs that are spelled from here on, put together. */
export function runAt(run: readonly Token[], start: number, wanted: boolean): Run | null {
  const first = signAt(run, start, wanted, "");
  if (first === null || !first.sure) return null;
  let text = first.text;
  let next = first.next;
  const marks: { at: number; length: number }[] = [{ at: start, length: text.length }];
  while (next < run.length && !breaks(run, next) && !isHalfOfDay(run, next, wanted, text)) {
    const sign = signAt(run, next, wanted, text);
    if (sign === null) break;
    if (!sign.sure && !(signAt(run, sign.next, wanted, text + sign.text)?.sure === true && !breaks(run, sign.next)))
      break;
    marks.push({ at: next, length: sign.text.length });
    text += sign.text;
    next = sign.next;
  }
  const last = marks.at(-1);
  if (last !== undefined && marks.length > 1 && UNIT_AFTER.test(wordAt(run, next))) {
    text = text.slice(0, text.length - last.length);
    next = last.at;
    marks.pop();
  }
  const letters = /[A-Z]/.test(text);
  const single = withoutRepeat(run, { text, from: start, next, elements: marks.length, letters }, marks);
  return single.text === "" ? null : single;
}

/** "… seven p m", unless a code with letters goes on behind it. */
function isHalfOfDay(run: readonly Token[], i: number, wanted: boolean, sofar: string): boolean {
  return /^[ap] m$/.test(plain(run, i, i + 2)) && !(wanted && /[A-Z]/.test(sofar) && isSpelled(run, i + 2));
}

/** "seven four nine two seven four nine two" is a number said twice, and so is "0157, zero one five seven". */
function withoutRepeat(run: readonly Token[], found: Run, marks: readonly { at: number; length: number }[]): Run {
  const half = found.text.length / 2;
  if (found.text.length < 6 || found.text.slice(0, half) !== found.text.slice(half)) return found;
  const written = found.text.length === 10 || /\d{2,}/.test(wordAt(run, found.from));
  let size = 0;
  for (const [index, mark] of marks.entries()) {
    if (size === half) {
      if (written && run[mark.at - 1]?.stop !== ",") return found;
      return { ...found, text: found.text.slice(0, half), next: mark.at, elements: index };
    }
    size += mark.length;
  }
  return found;
}

/** A sentence ends between two tokens, unless somebody writes "B. 7. 4." */
function breaks(run: readonly Token[], i: number): boolean {
  const before = run[i - 1];
  if (before === undefined || before.stop === "" || before.stop === ",") return false;
  return before.word.length > 1 || wordAt(run, i).length > 1;
}

/** "…, sorry, seven four nine three": what follows a correction replaces what came before. */
function lastWord(run: readonly Token[], codes: readonly Code[]): Code[] {
  const kept: Code[] = [];
  for (const code of codes) {
    const before = kept.at(-1);
    const link = before === undefined ? "" : plain(run, before.to, code.from);
    if (before !== undefined && before.text === code.text) continue;
    if (before !== undefined && /\b(sorry|correction|i mean|no|wait|rather|actually)\b/.test(link)) kept.pop();
    kept.push(code);
  }
  return kept;
}
