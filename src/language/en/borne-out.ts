/**
 * Whether words that were said hold a value that is claimed of them, however either is written: "$42.50" and "forty two
 * fifty", "7:30 PM" and "half past seven", "B74K9" and "b seven four k nine". The claim may say less than the words, and
 * which half of the day it is; anything else that it says has to be in them.
 */
import type { Day, Expected, Found, Price, Time } from "./found.ts";
import { isPairWritten } from "./money.ts";
import { smallNumber } from "./numbers.ts";
import { foundOf, read } from "./reading.ts";
import { tokens } from "./words.ts";

export type ValueKind = "price" | "time" | "code";

export function isBorneOut(kind: ValueKind, value: string, said: string): boolean {
  if (kind === "code") return isCodeIn(value, said);
  return (kind === "price" ? isPriceIn(value, said) : isTimeIn(value, said)) && isRestSaid(kind, value, said);
}

const SMALL = /^(at|on|the|for|in|of|a|an|and|to|per|by|from|until|each|every|about|around|o'clock|oclock)$/;

/** "Friday at 7, with champagne": what is no part of the value was said as well. */
function isRestSaid(kind: ValueKind, value: string, said: string): boolean {
  const reading = read(value, kind === "price" ? "price" : "time");
  const words = new Set(tokens(said).map(({ word }) => word));
  return reading.tokens.every(
    ({ word }, i) => reading.found.some(({ from, to }) => i >= from && i < to) || SMALL.test(word) || words.has(word),
  );
}

function isPriceIn(value: string, said: string): boolean {
  const claimed = all("price", value, ["price"]);
  const told = all("price", said, ["price", null]);
  return (
    claimed.length > 0 && claimed.every((price) => told.some((each) => samePrice(price, each)) || isPair(price, said))
  );
}

function samePrice(one: Price, other: Price): boolean {
  const [unit, otherUnit] = [PER.exec(one.text)?.[1], PER.exec(other.text)?.[1]];
  const units = unit === undefined || otherUnit === undefined || unit === otherUnit;
  return units && one.amountCents === other.amountCents && one.upToCents === other.upToCents;
}

const PER = /\b(?:per|an?|every) (\w+)/;

/** "Two fifty" is $2.50 and, where more is usual, $250; "3650" is $36.50 and $3,650. */
function isPair({ amountCents, upToCents }: Price, said: string): boolean {
  const run = tokens(said);
  return run.some(({ word }, i) => {
    if (isPairWritten(run, { from: i, sumTo: i + 1 })) {
      return upToCents === null && (amountCents === Number(word) || amountCents === Number(word) * 100);
    }
    const first = smallNumber(run, i);
    const second = first === null ? null : smallNumber(run, first.next);
    if (first === null || second === null || first.value === 0 || second.value < 10) return false;
    const pair = first.value * 100 + second.value;
    return upToCents === null && (amountCents === pair || amountCents === pair * 100);
  });
}

function isTimeIn(value: string, said: string): boolean {
  const times = all("time", value, ["time", null]);
  const days = all("date", value, ["date", null]);
  const toldTimes = all("time", said, ["time", null]);
  const toldDays = all("date", said, ["date", null]);
  if (times.length + days.length === 0) return false;
  return (
    times.every((time) => toldTimes.some((each) => sameTime(time, each))) && days.every((day) => isDayIn(day, toldDays))
  );
}

function sameTime(one: Time, other: Time): boolean {
  const halves = one.half === null || other.half === null || one.half === other.half;
  return halves && one.hour % 12 === other.hour % 12 && one.minute === other.minute;
}

/** "Friday, June 12": each part of it was said, be it apart. */
function isDayIn({ weekday, month, day, relative }: Day, told: readonly Day[]): boolean {
  return (
    (weekday === null || told.some((each) => each.weekday === weekday)) &&
    (month === null || told.some((each) => each.month === month)) &&
    (day === null || told.some((each) => each.day === day)) &&
    (relative === null || told.some((each) => each.relative === relative))
  );
}

function isCodeIn(value: string, said: string): boolean {
  const claimed = bare(value);
  const named = codesIn(value);
  const told = codesIn(said);
  if (told.includes(claimed) || (named.length > 0 && named.every((code) => told.includes(code)))) return true;
  return LOOKS_LIKE_A_CODE.test(value) && claimed.length <= LONGEST_CODE && bare(said).includes(claimed);
}

const LOOKS_LIKE_A_CODE = /^(?=.*\d)[#A-Za-z0-9./ -]{2,}$/;
const LONGEST_CODE = 24;

function codesIn(text: string): string[] {
  return [...all("code", text, ["code", null]), ...all("digits", text, ["digits", "code", null])].map((found) =>
    bare(found.text),
  );
}

function bare(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** What is found, whether or not it had been asked for. */
function all<K extends Found["kind"]>(
  kind: K,
  text: string,
  expected: readonly Expected[],
): Extract<Found, { kind: K }>[] {
  return expected.flatMap((each) => foundOf(read(text, each), kind));
}
