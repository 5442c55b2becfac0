/** Prices: "$42.50", "forty two dollars and fifty cents", "eighty nine ninety nine plus tax", "it is free". */
import type { Price } from "./found.ts";
import { countedNoun, isHourOfTheDay, isOrdinalLike, standsAlone } from "./counted.ts";
import { smallNumber, wholeNumber } from "./numbers.ts";
import { joined, plain, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

const DOLLARS = /^(dollars?|bucks?|usd)$/;
const CENTS = /^cents?$/;
const CALLED_PRICE =
  /\b(costs?|cost you|prices?|priced at|charges?|charged|total|totals|fees?|rates?|deposit|comes? to|that will be|that would be|that'll be|runs?|starts? at|starting at|pay)\b/;
const NOT_MONEY =
  /^(people|persons?|guests?|adults?|kids|children|minutes?|hours?|days?|weeks?|months?|years?|nights?|percent|oclock|am|pm|times?|tables?|rooms?|seats?|miles?|blocks?|street|avenue|stars?|spots?|items?|pieces?)$/;
const UNIT_NOUN =
  /^(person|head|night|hour|day|week|month|year|piece|guest|adult|child|plate|room|item|ticket|bike|wheel|tire|visit|session|bottle|glass|table|car|unit|pound|square|mile|minute|half)$/;
const DEPENDS_ON = /\b(over|above|under|below|minimum of|more than|less than|at least|up to)$/;
const FREE =
  /\b(free of charge|for free|free|no charge|no extra charge|no additional charge|no cost|no extra cost|no fee|complimentary|on the house|included)\b/g;
const NOT_FREE =
  /\b(not included|isn't included|not free|isn't free|gluten free|sugar free|dairy free|nut free|feel free|hands free|toll free|free (table|tables|slot|slots|time|spot|spots|seat|seats|room|rooms|appointment|appointments|at|on|tomorrow|today))\b/;

/** "It is sixty five": said of the price itself, even next to an amount with its currency. */
const IS = /\b(is|are|it's|that's|costs?|be|was|for)( only| just| about| around| like)*$/;
/** No hour of the day is a greater number: a range up to more is one of money. */
const NO_HOUR_CENTS = 2400;

type Sum = { readonly cents: number; readonly next: number; readonly sure: boolean; readonly symbol: string };

export function prices(text: string, run: readonly Token[], expected: boolean): Price[] {
  const found: Candidate[] = [];
  for (let i = 0; i < run.length; i++) {
    const candidate = priceAt(text, run, i, expected);
    if (candidate === null) continue;
    found.push(candidate);
    i = candidate.price.to - 1;
  }
  const explicit = found.some(({ bare }) => bare === false);
  const kept = found.filter(({ bare, price }) => !bare || !explicit || IS.test(contextBefore(run, price.from)));
  return kept.length > 0 ? kept.map(({ price }) => price) : freeOfCharge(text, run);
}

/** `bare`: a number alone, a price only because one was asked for. An amount that is called one beats it. */
type Candidate = { readonly price: Price; readonly bare: boolean };

function priceAt(text: string, run: readonly Token[], i: number, expected: boolean): Candidate | null {
  const first = sumAt(run, i);
  if (first === null) return null;
  const before = contextBefore(run, i);
  const second = rangeEnd(run, first, expected);
  const last = second ?? first;
  if (!last.sure && !isCalledPrice(run, i, first, last, before, expected)) return null;
  const low = second !== null && !first.sure ? sameScale(first.cents, second.cents) : first.cents;
  const to = last.next + unitLength(run, last.next);
  const unit = unitText(run, last.next, to);
  const symbol = last.symbol;
  const amount = second === null ? money(low, symbol) : `${money(low, symbol)} to ${money(second.cents, symbol)}`;
  const price: Price = {
    kind: "price",
    from: i,
    to,
    quote: quoteOf(text, run, i, to),
    text: amount + unit,
    amountCents: low,
    upToCents: second?.cents ?? null,
    threshold: DEPENDS_ON.test(before),
  };
  return { price, bare: !last.sure && !CALLED_PRICE.test(before) };
}

/** One sum of money at this place; `sure` when the words themselves say that it is money. */
function sumAt(run: readonly Token[], i: number): Sum | null {
  const written = /^([$€£])(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(wordAt(run, i));
  if (written?.[2] !== undefined) {
    const cents = Number(written[2].replaceAll(",", "")) * 100 + centsOf(written[3]);
    const next = DOLLARS.test(wordAt(run, i + 1)) ? i + 2 : i + 1;
    return { ...withCents(run, cents, next), sure: true, symbol: written[1] ?? "$" };
  }
  const decimal = /^(\d{1,6})\.(\d{2})$/.exec(wordAt(run, i));
  if (decimal?.[1] !== undefined) {
    const dollars = DOLLARS.test(wordAt(run, i + 1));
    const cents = Number(decimal[1]) * 100 + centsOf(decimal[2]);
    return { cents, next: dollars ? i + 2 : i + 1, sure: dollars, symbol: "$" };
  }
  return spokenSum(run, i);
}

function spokenSum(run: readonly Token[], i: number): Sum | null {
  const whole = wholeNumber(run, i);
  if (whole === null) return null;
  const unit = wordAt(run, whole.next);
  if (DOLLARS.test(unit)) return { ...withCents(run, whole.value * 100, whole.next + 1), sure: true, symbol: "$" };
  if (CENTS.test(unit)) return { cents: whole.value, next: whole.next + 1, sure: true, symbol: "$" };
  if (unit === "and" && wordAt(run, whole.next + 1) === "a" && wordAt(run, whole.next + 2) === "half") {
    const dollars = DOLLARS.test(wordAt(run, whole.next + 3));
    if (dollars) return { cents: whole.value * 100 + 50, next: whole.next + 4, sure: true, symbol: "$" };
  }
  const cents = run[whole.next - 1]?.stop === "" ? smallNumber(run, whole.next) : null;
  if (cents !== null && cents.value >= 10 && whole.value > 0 && whole.value < 1000) {
    const dollars = DOLLARS.test(wordAt(run, cents.next));
    return { cents: whole.value * 100 + cents.value, next: cents.next + (dollars ? 1 : 0), sure: dollars, symbol: "$" };
  }
  return { cents: whole.value * 100, next: whole.next, sure: false, symbol: "$" };
}

/** "… dollars and fifty cents", "… dollars fifty". */
function withCents(run: readonly Token[], cents: number, next: number): { cents: number; next: number } {
  if (!joined(run, next - 1)) return { cents, next };
  const at = wordAt(run, next) === "and" ? next + 1 : next;
  const more = smallNumber(run, at) ?? writtenCents(run, at);
  if (more === null || cents % 100 !== 0) return { cents, next };
  if (CENTS.test(wordAt(run, more.next))) return { cents: cents + more.value, next: more.next + 1 };
  const bare = at === next && more.value >= 10 && more.value < 100 && !NOT_MONEY.test(wordAt(run, more.next));
  return bare && run[next - 1]?.stop === "" ? { cents: cents + more.value, next: more.next } : { cents, next };
}

function writtenCents(run: readonly Token[], i: number): { value: number; next: number } | null {
  return /^\d{2}$/.test(wordAt(run, i)) ? { value: Number(wordAt(run, i)), next: i + 1 } : null;
}

/** "between two fifty and three hundred dollars" begins at 250, not at 2.50. */
function sameScale(first: number, second: number): number {
  return first < 1000 && first % 100 !== 0 && second >= 10_000 ? first * 100 : first;
}

/** "forty to fifty dollars": the second sum says what both are. */
function rangeEnd(run: readonly Token[], first: Sum, expected: boolean): Sum | null {
  if (!/^(to|or|and|through)$/.test(wordAt(run, first.next)) || !joined(run, first.next - 1)) return null;
  const second = sumAt(run, first.next + 1);
  if (second === null || second.cents <= first.cents) return null;
  if (!second.sure && !(expected && second.cents > NO_HOUR_CENTS && standsAlone(run, second.next))) return null;
  const and = wordAt(run, first.next) === "and";
  if (and && (first.sure || !second.sure) && wordAt(run, first.next - 2) !== "between") return null;
  return second;
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
  if (NOT_MONEY.test(next) || (/^[ap]$/.test(next) && wordAt(run, last.next + 1) === "m")) return false;
  if (/\b(number|code|at|from|until|till|by|open|opens|close|closes|for|party of|o)$/.test(before)) {
    const forThat = expected && first.cents >= 1000 && /\bfor$/.test(before) && next === "";
    const fromThat = ranged && /\b(from|at)$/.test(before);
    if (!forThat && !fromThat && !/\b(starts?|starting|priced) at$/.test(before)) return false;
  }
  if (/\b(number|code)\b/.test(before)) return false;
  if (expected && standsAlone(run, last.next)) return first.cents >= 100;
  return CALLED_PRICE.test(before) && first.cents >= 500;
}

function contextBefore(run: readonly Token[], i: number): string {
  let from = i;
  while (from > 0 && i - from < 7 && joined(run, from - 1)) from--;
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
    return [{ kind: "price", from, to, quote, text: "free", amountCents: 0, upToCents: null, threshold: false }];
  }
  return [];
}

function centsOf(written: string | undefined): number {
  return written === undefined ? 0 : Number(written.padEnd(2, "0"));
}

function money(cents: number, symbol: string): string {
  const whole = Math.floor(cents / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
  return cents % 100 === 0 ? `${symbol}${whole}` : `${symbol}${whole}.${String(cents % 100).padStart(2, "0")}`;
}
