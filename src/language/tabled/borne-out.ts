/**
 * Whether words that were said in another language than English hold a value that is claimed of them. The claim may be
 * written as that language does ("viernes a las 19:30") or as English does ("Friday at 7:30 PM"), and may say which half
 * of the day it is; anything else that it says has to be in the words. In doubt they do not hold it.
 */
import type { ValueKind } from "../en/borne-out.ts";
import type { Day, Expected, Found, Price, Time } from "../en/found.ts";
import { foundOf, read as readEnglish } from "../en/reading.ts";
import type { Reading } from "../en/reading.ts";
import { signRuns } from "./codes.ts";
import type { Sign } from "./codes.ts";
import { readBy } from "./reading.ts";
import type { Tongue } from "./tongue.ts";
import { wordsOf } from "./words.ts";

type Read = (text: string, expected: Expected) => Reading;

export function isBorneOutBy(tongue: Tongue, kind: ValueKind, value: string, said: string): boolean {
  if (kind === "code") return isCodeIn(tongue, value, said);
  const own: Read = (text, expected) => readBy(tongue, text, expected);
  return [own, readEnglish].some((read) => isHeld(tongue, kind, read, value, said));
}

const SMALL_ENGLISH = /^(?:at|on|the|for|in|of|a|an|and|to|per|by|from|until|each|about|around|oclock)$/;

/** `read`: how the claim is written. */
function isHeld(tongue: Tongue, kind: "price" | "time", read: Read, value: string, said: string): boolean {
  const own: Read = (text, expected) => readBy(tongue, text, expected);
  const claim = read(value, kind === "price" ? "price" : "time");
  const words = new Set(wordsOf(said).map(({ word }) => word));
  const rest = claim.tokens.every(
    ({ word }, i) =>
      claim.found.some(({ from, to }) => i >= from && i < to) ||
      tongue.small.test(word) ||
      SMALL_ENGLISH.test(word) ||
      words.has(word),
  );
  if (!rest) return false;
  if (kind === "price") {
    const claimed = foundOf(claim, "price");
    const told = all(own, "price", said, ["price", null]);
    return claimed.length > 0 && claimed.every((price) => told.some((each) => samePrice(price, each)));
  }
  const [times, days] = [foundOf(claim, "time"), foundOf(claim, "date")];
  if (times.length + days.length === 0) return false;
  const toldTimes = all(own, "time", said, ["time", null]);
  const toldDays = all(own, "date", said, [null]);
  return (
    times.every((time) => toldTimes.some((each) => sameTime(time, each))) && days.every((day) => isDayIn(day, toldDays))
  );
}

function samePrice(one: Price, other: Price): boolean {
  const [unit, otherUnit] = [/ per (\w+)/.exec(one.text)?.[1], / per (\w+)/.exec(other.text)?.[1]];
  const [sign, otherSign] = [signOf(one), signOf(other)];
  return (
    (unit === undefined || otherUnit === undefined || unit === otherUnit) &&
    (sign === "" || otherSign === "" || sign === otherSign) &&
    one.amountCents === other.amountCents &&
    one.upToCents === null
  );
}

function signOf({ text }: Price): string {
  return /^(?:[€$£]|CHF)/.exec(text)?.[0] ?? "";
}

function sameTime(one: Time, other: Time): boolean {
  const halves = one.half === null || other.half === null || one.half === other.half;
  return halves && one.hour % 12 === other.hour % 12 && one.minute === other.minute;
}

function isDayIn({ weekday, month, day, relative }: Day, told: readonly Day[]): boolean {
  return (
    (weekday === null || told.some((each) => each.weekday === weekday)) &&
    (month === null || told.some((each) => each.month === month && each.day === day)) &&
    (month !== null || day === null || told.some((each) => each.day === day)) &&
    (relative === null || told.some((each) => each.relative === relative))
  );
}

/** All the signs of a run, but for words at its ends that may be letters and need not be. */
function isCodeIn(tongue: Tongue, value: string, said: string): boolean {
  const claimed = value.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  if (claimed.length < 2 || !/^[#A-Za-z0-9./ -]+$/.test(value)) return false;
  const runs = signRuns(tongue, said, wordsOf(said));
  return runs.some(({ signs }) => isRunOf(claimed, signs)) || isRunOf(claimed, bridged(runs.map(({ signs }) => signs)));
}

/** Signs with a few words between them ("B siete cuatro, y después K nueve") are one code, when there are two runs. */
function bridged(runs: readonly (readonly Sign[])[]): readonly Sign[] {
  const strong = runs.filter((signs) => signs.some(({ weak }) => !weak));
  return strong.length === 2 ? strong.flatMap((signs) => signs.filter(({ weak }) => !weak)) : [];
}

function isRunOf(claimed: string, signs: readonly Sign[]): boolean {
  for (let from = 0; from < signs.length; from += 1) {
    let joined = "";
    for (let to = from; to < signs.length && joined.length < claimed.length; to += 1) {
      joined += signs[to]!.text;
      if (joined === claimed && signs.slice(to + 1).every(({ weak }) => weak)) return true;
    }
    if (!signs[from]!.weak) return false;
  }
  return false;
}

function all<K extends Found["kind"]>(
  read: Read,
  kind: K,
  text: string,
  expected: readonly Expected[],
): Extract<Found, { kind: K }>[] {
  return expected.flatMap((each) => foundOf(read(text, each), kind));
}
