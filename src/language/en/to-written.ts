/**
 * What was recognised as people would write it: "we have a table at seven thirty p m what name is it under" becomes
 * "We have a table at 7:30 PM. What name is it under?". The values are those that reading.ts finds, so that whoever reads
 * the transcript finds them again; what is not surely one stays in words. A text that has capitals, digits or punctuation
 * was written by its recogniser: of that, only values which are still in words are touched. Pure.
 */
import { capitalised } from "./capitals.ts";
import { MONTHS, WEEKDAYS } from "./dates.ts";
import type { Found, Price, Time } from "./found.ts";
import { clockAt } from "./clock.ts";
import { isCountedNoun, isCurrency, money, sumAt } from "./money.ts";
import { callsForMoney } from "./prices.ts";
import { DIGIT_VALUES, ORDINAL_VALUES, shortOrdinal } from "./number-words.ts";
import { anyNumber, isNumberWord, onScaleOf, ordinalNumber, twoDigits, yearNumber } from "./numbers.ts";
import type { NumberHere, ScaledNumber } from "./numbers.ts";
import { telephone } from "./phones.ts";
import { valuesIn } from "./reading.ts";
import { runAt } from "./codes.ts";
import { isQuestion, sentenceStarts } from "./sentences.ts";
import { SPELLING_WORDS } from "./spelling.ts";
import { capital, plain, tokens, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export function written(heard: string, hints: readonly string[]): string {
  if (/[\p{Lu}\p{N}.,;:!?$€£%]/u.test(heard)) {
    return (
      heard
        // Some hear the halves of the day as two letters.
        .replace(/\b([ap])\. m\./gi, "$1.m.")
        .split(/(?<=[.?!])(?=\s)/)
        .map(valuesWritten)
        .join("")
        .replace(/\b([AP]M)\.(?=\s+[a-z])/g, "$1")
    );
  }
  const words = heard.split(/\s+/).filter(Boolean);
  if (words.length === 0) return "";
  const starts = sentenceStarts(words);
  return starts.map((from, index) => sentence(words.slice(from, starts[index + 1]), hints)).join(" ");
}

function sentence(words: readonly string[], hints: readonly string[]): string {
  const text = valuesWritten(withPause(capitalised(words, hints), words).join(" "));
  return capital(text) + (isQuestion(words) ? "?" : ".");
}

/** A run of tokens and what is written in its place; without a text it is left as it is. */
type Span = { readonly from: number; readonly to: number; readonly text?: string };

function valuesWritten(text: string): string {
  const run = tokens(text);
  const values = new Map(valuesIn(text, run, null).map((found) => [found.from, found]));
  let result = "";
  let end = 0;
  for (let i = 0; i < run.length;) {
    const found = values.get(i);
    const span = (found === undefined ? null : spanOf(text, run, found)) ?? elsewhere(text, run, i);
    if (span?.text !== undefined && isInWords(text, run, span)) {
      result += text.slice(end, run[i]?.start) + span.text;
      end = run[span.to - 1]?.end ?? end;
    }
    i = span?.to ?? i + 1;
  }
  return result + text.slice(end);
}

function isInWords(text: string, run: readonly Token[], span: Span): boolean {
  return run.slice(span.from, span.to).some(({ word, start, end }) => {
    const letter = /^[a-z]$/.test(text.slice(start, end));
    return letter || isNumberWord(word) || ORDINAL_VALUES.has(word) || SPELLING_WORDS.has(word);
  });
}

function spanOf(text: string, run: readonly Token[], found: Found): Span | null {
  const { from, to } = found;
  switch (found.kind) {
    case "price":
      return priceSpan(run, found);
    case "time":
      return timeSpan(run, found);
    case "date":
      return { from, to, text: dateText(text, run, from, to) };
    case "code":
      return { from, to, text: found.text };
    case "digits":
      return { from, to, text: telephone(found.text) };
    case "quantity":
    case "name":
      return null;
  }
}

/** "$42.50", "$40 to $50". Bucks and a few cents are left what they are. */
function priceSpan(run: readonly Token[], price: Price): Span | null {
  const { from, sumTo: to, amountCents, upToCents } = price;
  const words = plain(run, from, to);
  const bucks = /\bbucks?\b/.test(words) && amountCents % 100 === 0;
  if (bucks || /^((?!dollar).)* cents?$/.test(words) || amountCents === 0) return null;
  // "It's forty two fifty" may be a room: only who talks of a price knows.
  if (
    !/[$€£.\d]|\b(dollars?|bucks?|euros?|quid|gbp|usd|eur|grand)\b/.test(words) &&
    !callsForMoney(plain(run, from - 8, from))
  )
    return null;
  const symbol = price.text.charAt(0);
  const low = money(amountCents, symbol);
  if (upToCents === null) return { from, to, text: low };
  return { from, to, text: `${low} ${wordAt(run, sumAt(run, from)?.next ?? to)} ${money(upToCents, symbol)}` };
}

/** "7:30 PM", "7 in the evening"; "seven o'clock" is left. */
function timeSpan(run: readonly Token[], time: Time): Span | null {
  const half = /^(([ap])m|([ap]) m)$/.exec(plain(run, time.clockTo, time.to));
  if (half === null && wordAt(run, time.clockTo - 1) === "oclock") return { from: time.from, to: time.clockTo };
  const hour = time.hour % 12 === 0 ? 12 : time.hour % 12;
  const clock = time.minute === 0 ? String(hour) : `${hour}:${String(time.minute).padStart(2, "0")}`;
  if (half === null) return { from: time.from, to: time.clockTo, text: clock };
  return { from: time.from, to: time.to, text: `${clock} ${(half[2] ?? half[3] ?? "").toUpperCase()}M` };
}

/** "June 12th, 2026", "the 12th of June": in the order in which it was said. */
function dateText(text: string, run: readonly Token[], from: number, to: number): string {
  let result = "";
  let end = run[from]?.start ?? 0;
  let dayGiven = false;
  for (let i = from; i < to;) {
    const { word, start } = run[i] ?? { word: "", start: 0 };
    const day = ordinalNumber(run, i);
    const year: NumberHere | null = dayGiven && day === null ? yearNumber(run, i) : null;
    const number: NumberHere | null = day ?? year ?? twoDigits(run, i);
    const next = number?.next ?? i + 1;
    const own = text.slice(start, run[next - 1]?.end);
    const named = MONTHS.includes(word) || WEEKDAYS.includes(word.replace(/s$/, ""));
    const comma = year !== null && run[i - 1]?.stop === "" ? "," : "";
    result += comma + text.slice(end, start);
    result +=
      day !== null ? shortOrdinal(day.value) : number !== null ? String(number.value) : named ? capital(own) : own;
    end = run[next - 1]?.end ?? end;
    dayGiven ||= number !== null;
    i = next;
  }
  return result;
}

/** Numbers, digits and letters that are no value of any kind. */
function elsewhere(text: string, run: readonly Token[], i: number): Span | null {
  return listed(run, i) ?? usualTime(run, i) ?? letters(text, run, i) ?? ordinalSpan(run, i) ?? plainNumber(run, i);
}

/** "two oh four", "nine four one": digits and letters listed one by one. */
function listed(run: readonly Token[], from: number): Span | null {
  const found = runAt(run, from, false);
  if (found === null || found.text.length < 3 || found.elements < 2 || !/\d/.test(found.text)) return null;
  const single = run
    .slice(from, found.next)
    .every(({ word }) => DIGIT_VALUES.has(word) || /^([a-z]|double|triple)$/.test(word));
  return single ? { from, to: found.next, text: found.letters ? found.text : telephone(found.text) } : null;
}

/** "three fifteen please": at the quarters of an hour it is hardly anything but a time, unless money is spoken of. */
function usualTime(run: readonly Token[], from: number): Span | null {
  const clock = clockAt(run, from);
  if (clock === null || !clock.minutesSaid || !(clock.minute % 15 === 0 || wordAt(run, from + 1) === "oh")) return null;
  const beside = [wordAt(run, from - 1), wordAt(run, clock.clockTo)];
  if (beside.some((word) => isNumber(word) || isCountedNoun(word) || isCurrency(word))) return null;
  if (callsForMoney(plain(run, from - 8, from))) return null;
  return { from, to: clock.clockTo, text: `${clock.hour}:${String(clock.minute).padStart(2, "0")}` };
}

/** "t v", "p m": letters side by side are one word in capitals. A lone one stays. */
function letters(text: string, run: readonly Token[], from: number): Span | null {
  let to = from;
  while (/^[a-z]$/i.test(text.slice(run[to]?.start, run[to]?.end)) && (to === from || run[to - 1]?.stop === ""))
    to += 1;
  if (to - from < 2 || (/^[ai]$/.test(wordAt(run, from)) && wordAt(run, from + 1) !== "m")) return null;
  return { from, to, text: plain(run, from, to).replaceAll(" ", "").toUpperCase() };
}

/** "the twenty first"; the first dozen are left in words. */
function ordinalSpan(run: readonly Token[], from: number): Span | null {
  const here = ordinalNumber(run, from);
  if (here === null) return null;
  return here.value > 12 ? { from, to: here.next, text: shortOrdinal(here.value) } : { from, to: here.next };
}

/** From ten on in digits, as newspapers do; not one of two side by side, which may be anything, and no year. */
function plainNumber(run: readonly Token[], from: number): Span | null {
  const number = anyNumber(run, from);
  if (number === null || isNumber(wordAt(run, number.next)) || isNumber(wordAt(run, from - 1))) return null;
  if (plain(run, number.next, number.next + 3) === "and a half") return null;
  const year = yearNumber(run, from) !== null && /^(in|since|of|year)$/.test(wordAt(run, from - 1));
  const range = rangeOnScale(run, from, number);
  if (range !== null) return range;
  if (year || (number.value < 10 && Number.isInteger(number.value))) return null;
  return { from, to: number.next, text: inDigits(number.value) };
}

/** "twelve to eighteen hundred" is "1,200 to 1,800". */
function rangeOnScale(run: readonly Token[], from: number, first: ScaledNumber): Span | null {
  const last = wordAt(run, first.next) === "to" ? anyNumber(run, first.next + 1) : null;
  const least = last === null ? first.value : onScaleOf(first, last);
  if (last === null || least === first.value) return null;
  return { from, to: last.next, text: `${inDigits(least)} to ${inDigits(last.value)}` };
}

function inDigits(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

function isNumber(word: string): boolean {
  return isNumberWord(word) || /^[$€£]?\d/.test(word);
}

const SETS_OFF = /^(?:yes|yeah|yep|okay|hello|hi)$/;
const STARTS_A_CLAUSE =
  /^(?:we|we're|i|i'm|it|it's|that|that's|there|they|you|you're|he|she|sorry|thank|thanks|not|the|our|this)$/;

/** A comma after the yes, no or hello that begins a sentence. */
function withPause(cased: readonly string[], words: readonly string[]): string[] {
  const [first = "", second = ""] = words;
  const pause =
    words.length > 2 &&
    ((SETS_OFF.test(first) && second !== "there") ||
      (/^(?:no|nope|well|sorry|sure)$/.test(first) && STARTS_A_CLAUSE.test(second)));
  return cased.map((word, index) => (pause && index === 0 ? `${word},` : word));
}
