/** Which sums are prices: "forty two dollars", "we charge eighty nine ninety nine plus tax", "it is free". */
import type { Price } from "./found.ts";
import { countedNoun, isHourOfTheDay, isOrdinalLike, standsAlone } from "./counted.ts";
import { isCountedNoun, isPairWritten, lowerCents, money, sumAt, upperSum } from "./money.ts";
import type { Sum } from "./money.ts";
import { wholeNumber, yearNumber } from "./numbers.ts";
import { joined, plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const CALLED_PRICE =
  /\b(costs?|cost you|prices?|priced at|charges?|charged|total|totals|fees?|rates?|deposit|comes? to|comes? out (to|at|around)|(that|it) (will|would) be|(that|it)'(ll|d) be|runs?|starts? at|starting at|pay)\b/;
/** These call hours too: "that would be seven thirty". */
const ONLY_IS_TO_BE =
  /^(?!.*\b(costs?|cost you|prices?|charges?|charged|total|totals|fees?|rates?|deposit|comes?|runs?|pay)\b)/;
const LOOKING_AT = /\b(looking|talking) (at|about)( about| around| like)?$/;
const UNIT_NOUN =
  /^(person|head|night|hour|day|week|month|year|piece|guest|adult|child|plate|room|item|ticket|bike|wheel|tire|visit|session|bottle|glass|table|car|unit|pound|square|mile|minute|half)$/;
const LONG_TIME = /^(a|per|every|each) (month|year|semester|season)$/;
const DEPENDS_ON = /\b(over|above|under|below|minimum of|more than|less than|at least|up to)$/;
const FREE =
  /\b(free of charge|for free|free|no charge|no extra charge|no additional charge|no cost|no extra cost|no fee|complimentary|on the house|included)\b/g;
const NOT_FREE =
  /\b(not included|isn't included|not free|isn't free|gluten free|sugar free|dairy free|nut free|feel free|hands free|toll free|free (table|tables|slot|slots|time|spot|spots|seat|seats|room|rooms|appointment|appointments|at|on|tomorrow|today))\b/;

/** "It is sixty five": said of the price itself, even next to an amount with its currency. */
const IS = /\b(is|are|it's|that's|costs?|be|was|for)( only| just| about| around| like)*$/;
/** No hour of the day is a greater number: a range up to more is one of money. */
const NO_HOUR_CENTS = 2400;

export function prices(text: string, run: readonly Token[], expected: boolean): Price[] {
  const found: Candidate[] = [];
  for (let i = 0; i < run.length; i++) {
    const candidate = priceAt(text, run, i, found.at(-1)?.price.to ?? 0, expected);
    if (candidate === null) {
      // No part of a sum that is none is one: "at one eighty".
      i = Math.max(i, (sumAt(run, i)?.next ?? 0) - 1);
      continue;
    }
    found.push(candidate);
    i = candidate.price.to - 1;
  }
  const explicit = found.some(({ bare }) => bare === false);
  const kept = found.filter(({ bare, price }) => !bare || !explicit || IS.test(contextBefore(run, price.from)));
  return kept.length > 0 ? kept.map(({ price }) => price) : freeOfCharge(text, run);
}

/** `bare`: a number alone, a price only because one was asked for. An amount that is called one beats it. */
type Candidate = { readonly price: Price; readonly bare: boolean };

function priceAt(text: string, run: readonly Token[], i: number, since: number, expected: boolean): Candidate | null {
  const first = spokenSum(run, i, expected);
  if (first === null) return null;
  const before = contextBefore(run, i, since);
  const second = rangeEnd(run, i, first, expected || CALLED_PRICE.test(before));
  const last = second ?? first;
  if (isSpelled(run, last) && CALLED_CODE.test(before)) return null;
  if (!last.sure && !isCalledPrice(run, i, first, last, before, expected)) return null;
  const low = second === null ? first.cents : lowerCents(first, second);
  const to = last.next + unitLength(run, last.next);
  const unit = unitText(run, last.next, to);
  const symbol = last.symbol;
  const amount = second === null ? money(low, symbol) : `${money(low, symbol)} to ${money(second.cents, symbol)}`;
  const price: Price = {
    kind: "price",
    from: i,
    to,
    sumTo: last.next,
    quote: quoteOf(text, run, i, to),
    text: amount + unit,
    amountCents: low,
    upToCents: second?.cents ?? null,
    threshold: DEPENDS_ON.test(before),
  };
  return { price, bare: !last.sure && !CALLED_PRICE.test(before) };
}

/** "Forty pounds": money where money was asked for. */
function inPounds(run: readonly Token[], sum: Sum | null, expected: boolean): Sum | null {
  if (sum === null || sum.sure || !expected || !/^pounds?$/.test(wordAt(run, sum.next))) return sum;
  return { ...sum, next: sum.next + 1, sure: true, symbol: "£" };
}

/** "Your reference is 5 G B P": letters that happen to be those of a currency. */
const CALLED_CODE = /\b(number|code|reference|confirmation)\b/;

function isSpelled(run: readonly Token[], { next }: Sum): boolean {
  return /^(usd|eur|gbp)$/.test(wordAt(run, next - 1));
}

/** "That would be 3650", who is asked for a price: thirty six fifty. Who pays by the month pays thousands. */
function spokenSum(run: readonly Token[], i: number, expected: boolean): Sum | null {
  const sum = inPounds(run, sumAt(run, i), expected);
  if (sum === null || sum.sure || !expected || !isPairWritten(run, { from: i, sumTo: sum.next })) return sum;
  return LONG_TIME.test(plain(run, sum.next, sum.next + 2)) ? sum : { ...sum, cents: sum.cents / 100 };
}

/** "forty to fifty dollars": the second sum says what both are. */
function rangeEnd(run: readonly Token[], from: number, first: Sum, expected: boolean): Sum | null {
  const second = upperSum(run, first);
  if (second === null) return null;
  if (!second.sure && !(expected && second.cents > NO_HOUR_CENTS && standsAlone(run, second.next))) return null;
  const between = /\bbetween( about| around| like)?$/.test(plain(run, from - 2, from));
  if (wordAt(run, first.next) === "and" && (first.sure || !second.sure) && !between) return null;
  return second;
}

/** Something said before calls what comes a price. */
export function callsForMoney(before: string): boolean {
  return CALLED_PRICE.test(before);
}

function isCalledPrice(
  run: readonly Token[],
  from: number,
  first: Sum,
  last: Sum,
  before: string,
  expected: boolean,
): boolean {
  const next = wordAt(run, last.next);
  if (countedNoun(run, last.next) !== null || isHourOfTheDay(run, last.next) || isOrdinalLike(run, from)) return false;
  if (/\b(from|between) \w+( \w+)? (to|and)$/.test(before)) return false;
  if (wordAt(run, from) === "one" && last.next === from + 1) return false;
  const ranged = first !== last;
  if (isCountedNoun(next) || (/^[ap]$/.test(next) && wordAt(run, last.next + 1) === "m")) return false;
  if (/\b(number|code|at|in|from|until|till|by|open|opens|close|closes|for|party of|o)$/.test(before)) {
    const forThat = expected && first.cents >= 1000 && /\bfor$/.test(before) && next === "";
    const fromThat = ranged && /\b(from|at)$/.test(before);
    const atThat = /\b(starts?|starting|priced) at$/.test(before) || (expected && LOOKING_AT.test(before));
    if (!forThat && !fromThat && !atThat) return false;
  }
  if (/\b(number|code)\b/.test(before)) return false;
  if (/\b(in|since)$/.test(before) && yearNumber(run, from) !== null) return false;
  if (expected && standsAlone(run, last.next)) return first.cents >= 100;
  // "That's eighty nine ninety five": no clock has such an hour, and nothing else is said in two such numbers.
  const paired =
    first.cents % 100 !== 0 && /\b(that's|that is|it's|it is|is|are)( only| just| about| around)?$/.test(before);
  if (paired && !isClockLike(run, from, first) && yearNumber(run, from) === null) return true;
  if (!CALLED_PRICE.test(before) || first.cents < 500) return false;
  return !(ONLY_IS_TO_BE.test(before) && isClockLike(run, from, first));
}

/** "Seven thirty": an hour and minutes as well as a sum. */
function isClockLike(run: readonly Token[], from: number, { next }: Sum): boolean {
  const hour = wholeNumber(run, from);
  const minutes = hour === null || next === from + 1 ? null : wholeNumber(run, from + 1);
  return hour !== null && minutes !== null && hour.value <= 12 && minutes.value < 60 && minutes.value % 5 === 0;
}

/** From the last price on: what called that one does not call this one too. */
function contextBefore(run: readonly Token[], i: number, since = 0): string {
  let from = i;
  while (from > since && i - from < 7 && joined(run, from - 1)) from--;
  return plain(run, from, i);
}

/** "per person", "an hour", "each", "plus tax" belong to the price. */
function unitLength(run: readonly Token[], i: number): number {
  if (!joined(run, i - 1)) return 0;
  const word = wordAt(run, i);
  const next = wordAt(run, i + 1);
  if (/^(per|a|an|every)$/.test(word) && (UNIT_NOUN.test(next) || word === "per") && next !== "") {
    return 2 + unitLength(run, i + 2);
  }
  if (/^(each|apiece)$/.test(word)) return 1;
  if (/^(plus|including|with|before)$/.test(word) && /^(tax|taxes|tip|vat|service)$/.test(next)) return 2;
  return 0;
}

function unitText(run: readonly Token[], from: number, to: number): string {
  return to > from ? ` ${plain(run, from, to)}` : "";
}

function freeOfCharge(text: string, run: readonly Token[]): Price[] {
  const words = plain(run);
  for (const match of words.matchAll(FREE)) {
    const around = words.slice(Math.max(0, match.index - 14), match.index + match[0].length + 14);
    if (NOT_FREE.test(around) || (match[0] === "included" && run.some((_, i) => wholeNumber(run, i) !== null)))
      continue;
    const from = words.slice(0, match.index).split(" ").length - 1;
    const to = from + match[0].split(" ").length;
    const quote = quoteOf(text, run, from, to);
    return [
      { kind: "price", from, to, sumTo: to, quote, text: "free", amountCents: 0, upToCents: null, threshold: false },
    ];
  }
  return [];
}
