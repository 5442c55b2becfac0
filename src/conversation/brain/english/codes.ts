/**
 * Codes and digit runs: "b seven four k nine", "bravo seven", "b as in boy", "double four", "B74K9", "555-0142".
 * A code is read greedily from its first sure element; words that merely sound like letters ("see", "are", "you")
 * count only between sure elements, because "see you friday" follows many a confirmation number.
 */
import type { Code, DigitRun } from "./found.ts";
import { isHourOfTheDay } from "./counted.ts";
import { DIGITS, NUMBER_WORDS, smallNumber, wholeNumber } from "./numbers.ts";
import { plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const NATO =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu".split(
    " ",
  );
const NATO_LETTERS: ReadonlyMap<string, string> = new Map([
  ...NATO.map((word): [string, string] => [word, word.charAt(0).toUpperCase()]),
  ["alfa", "A"],
  ["juliett", "J"],
  ["whisky", "W"],
]);
const SOUNDS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    be: "B",
    bee: "B",
    see: "C",
    sea: "C",
    gee: "G",
    jay: "J",
    kay: "K",
    okay: "K",
    el: "L",
    em: "M",
    en: "N",
    pea: "P",
    pee: "P",
    queue: "Q",
    cue: "Q",
    are: "R",
    our: "R",
    tea: "T",
    you: "U",
    ex: "X",
    why: "Y",
    zee: "Z",
    zed: "Z",
    eye: "I",
    ay: "A",
    to: "2",
    too: "2",
    for: "4",
    ate: "8",
    won: "1",
  }),
);
const CODE_LABEL =
  /\b(confirmation|conformation|reference|booking|reservation|order|tracking|case|ticket|claim|invoice|work order|repair|pin|code|appointment|job|record locator|locator)\b/;
const PHONE_LABEL = /\b(phone|call|calls|calling|reach|cell|mobile|telephone|fax|text us|dial|extension)\b/;
const OTHER_LABEL = /\b(zip|address|street|suite|room|floor|account|year|price|total|cost|costs|dollars)\b/;
/** "open from 8 to 5": hours sound like a code where one was asked for. */
const CLOCK_BEFORE = /\b(at|from|until|till|open|opens|close|closes|between|around)$/;
const UNIT_AFTER =
  /^(dollars?|bucks?|cents?|people|persons?|guests?|adults?|minutes?|hours?|days?|weeks?|nights?|percent|oclock|more|moment|second|other|last|thing|minute|tables?|rooms?|seats?|years?|question|of)$/;

type Element = { readonly text: string; readonly next: number; readonly sure: boolean };
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
    if (!mayStart(wordAt(run, i))) continue;
    const label = plain(run, i - 9, i);
    const called = CODE_LABEL.test(label) && !(PHONE_LABEL.test(label) && !/\b(confirmation|reference)\b/.test(label));
    const found = runAt(run, i, called || expected);
    if (found === null) continue;
    const place = { from: found.from, to: found.next, quote: quoteOf(text, run, found.from, found.next) };
    const onlyDigits = /^\d+$/.test(found.text);
    if (isCode(run, found, label, called, expected)) {
      codes.push({ kind: "code", ...place, text: found.text, labelled: called });
      i = found.next - 1;
    } else if (onlyDigits && found.text.length >= 4 && (found.elements >= 3 || /\d/.test(wordAt(run, i)))) {
      const phone = /^(\d{7}|\d{10}|1\d{10})$/.test(found.text) && !OTHER_LABEL.test(label);
      digits.push({ kind: "digits", ...place, text: found.text, phone });
      i = found.next - 1;
    } else if (found.elements > 2) i = found.next - 1;
  }
  return { codes: lastWord(run, codes), digits };
}

/** Cheap, because it is asked of every word. */
function mayStart(word: string): boolean {
  return (
    word.length === 1 ||
    /^#?[\w-]*\d|^(double|triple|oh)$/.test(word) ||
    NATO_LETTERS.has(word) ||
    NUMBER_WORDS.has(word)
  );
}

function isCode(run: readonly Token[], found: Run, label: string, called: boolean, expected: boolean): boolean {
  const size = found.text.replaceAll("-", "").length;
  if (UNIT_AFTER.test(wordAt(run, found.next)) || size > 24) return false;
  if (/^(am|pm)$/.test(wordAt(run, found.next)) || /^[ap] m\b/.test(plain(run, found.next, found.next + 2)))
    return false;
  const hasDigit = /\d/.test(found.text);
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

function runAt(run: readonly Token[], start: number, wanted: boolean): Run | null {
  const first = elementAt(run, start, wanted, true);
  if (first === null || !first.sure) return null;
  let text = first.text;
  let next = first.next;
  let elements = 1;
  const marks: { at: number; length: number }[] = [{ at: start, length: text.length }];
  while (next < run.length && !breaks(run, next)) {
    if (/^[ap] m$/.test(plain(run, next, next + 2))) break;
    const element = elementAt(run, next, wanted, false);
    if (element === null) break;
    if (!element.sure && !(elementAt(run, element.next, wanted, false)?.sure === true && !breaks(run, element.next)))
      break;
    marks.push({ at: next, length: element.text.length });
    text += element.text;
    next = element.next;
    elements++;
  }
  const last = marks.at(-1);
  if (last !== undefined && elements > 1 && UNIT_AFTER.test(wordAt(run, next))) {
    text = text.slice(0, text.length - last.length);
    next = last.at;
    elements--;
  }
  const single = withoutRepeat(run, { text, from: start, next, elements, letters: /[A-Z]/.test(text) }, marks);
  return single.text === "" ? null : single;
}

/** "seven four nine two seven four nine two" is a number said twice. */
function withoutRepeat(run: readonly Token[], found: Run, marks: readonly { at: number; length: number }[]): Run {
  const half = found.text.length / 2;
  if (found.text.length < 6 || found.text.slice(0, half) !== found.text.slice(half)) return found;
  if (found.text.length === 10 || /\d{2,}/.test(wordAt(run, found.from))) return found;
  let size = 0;
  for (const [index, mark] of marks.entries()) {
    if (size === half) return { ...found, text: found.text.slice(0, half), next: mark.at, elements: index };
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

function elementAt(run: readonly Token[], i: number, wanted: boolean, first: boolean): Element | null {
  const word = wordAt(run, i);
  if (word === "") return null;
  const repeat = word === "double" ? 2 : word === "triple" ? 3 : 0;
  if (repeat > 0) return repeated(run, i, repeat);
  const digit = DIGITS.get(word) ?? (word === "oh" || (word === "o" && !first) ? 0 : undefined);
  if (digit !== undefined) {
    if (first && word === "oh" && smallNumber(run, i + 1) === null) return null;
    const hundreds = wordAt(run, i + 1) === "hundred" ? wholeNumber(run, i) : null;
    if (hundreds !== null) return { text: String(hundreds.value), next: hundreds.next, sure: true };
    return { text: String(digit), next: i + 1, sure: true };
  }
  const small = smallNumber(run, i);
  if (small !== null) return { text: String(small.value), next: small.next, sure: true };
  const nato = NATO_LETTERS.get(word) ?? (word === "x" && wordAt(run, i + 1) === "ray" ? "X" : undefined);
  if (nato !== undefined)
    return { text: nato, next: word === "x" ? i + 2 : i + 1, sure: !first || wanted || word.length > 4 };
  if (/^[a-z]$/.test(word)) return letter(run, i, word, wanted, first);
  const writtenCode = /^#?([a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(word)?.[1] ?? "";
  if (/\d/.test(writtenCode) && !/^\d{1,2}(am|pm|st|nd|rd|th)$|^\d{4}-\d{2}-\d{2}$/.test(writtenCode)) {
    return { text: writtenCode.toUpperCase().replace(/(?<=\d)-(?=\d)/g, ""), next: i + 1, sure: true };
  }
  if (first || !wanted) return null;
  if (/^(uh|um|er|dash|hyphen|then|capital)$/.test(word)) {
    const text = /^(dash|hyphen)$/.test(word) ? "-" : "";
    return { text, next: i + 1, sure: false };
  }
  const alike = SOUNDS_LIKE.get(word);
  return alike === undefined ? null : { text: alike, next: i + 1, sure: false };
}

function repeated(run: readonly Token[], i: number, times: number): Element | null {
  const word = wordAt(run, i + 1);
  if (times === 2 && /^(u|you)$/.test(word)) return { text: "W", next: i + 2, sure: true };
  const once = DIGITS.get(word) ?? (/^(oh|o)$/.test(word) ? 0 : /^[a-z]$/.test(word) ? word.toUpperCase() : undefined);
  return once === undefined ? null : { text: String(once).repeat(times), next: i + 2, sure: true };
}

/** A letter, with "as in boy" swallowed. "a" and "i" are mostly words, so they need neighbours that are not. */
function letter(run: readonly Token[], i: number, word: string, wanted: boolean, first: boolean): Element | null {
  const link = wordAt(run, i + 1);
  const example = link === "as" && wordAt(run, i + 2) === "in" ? i + 3 : /^(for|like|as)$/.test(link) ? i + 2 : null;
  if (example !== null && wordAt(run, example).startsWith(word) && wordAt(run, example).length > 1) {
    const xray = word === "x" && wordAt(run, example + 1) === "ray" ? 1 : 0;
    return { text: word.toUpperCase(), next: example + 1 + xray, sure: true };
  }
  if (word === "x" && /^(as|for)$/.test(link) && wordAt(run, example ?? i) === "x") {
    return { text: "X", next: (example ?? i) + 2, sure: true };
  }
  const wordlike = word === "a" || word === "i";
  if (!wordlike) return { text: word.toUpperCase(), next: i + 1, sure: wanted || !first || nextIsElement(run, i + 1) };
  if (word === "a" && wordAt(run, i + 1) === "m") return null;
  const next = nextIsElement(run, i + 1);
  return next || (!first && i === run.length - 1)
    ? { text: word.toUpperCase(), next: i + 1, sure: next && wanted }
    : null;
}

function nextIsElement(run: readonly Token[], i: number): boolean {
  const word = wordAt(run, i);
  return DIGITS.has(word) || NATO_LETTERS.has(word) || /^[b-hj-z]$/.test(word) || smallNumber(run, i) !== null;
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
