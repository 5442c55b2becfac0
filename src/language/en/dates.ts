/** Days: "friday the twelfth of june", "June 12th", "next tuesday", "tomorrow", "6/12". */
import type { Day } from "./found.ts";
import { ordinal, shortOrdinal, yearInWords } from "./number-words.ts";
import { ordinalNumber, twoDigits, yearNumber } from "./numbers.ts";
import { capital, joined, quoteOf, wordAt } from "./words.ts";
import type { Token } from "./words.ts";
import type { NumberHere } from "./numbers.ts";

export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const SHORT_WEEKDAYS = new Map([
  ["sun", "sunday"],
  ["mon", "monday"],
  ["tue", "tuesday"],
  ["tues", "tuesday"],
  ["wed", "wednesday"],
  ["thu", "thursday"],
  ["thur", "thursday"],
  ["thurs", "thursday"],
  ["fri", "friday"],
  ["sat", "saturday"],
]);
export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Every word that a date may begin with; asked of each word, so it is one look. */
const MAY_START =
  /^(next|this|coming|the|day|to(day|morrow|night)|(sun|mon|tue|wed|thu|fri|sat)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twent|thirt)/;

type Part = { readonly weekday?: string; readonly relative?: string; readonly month?: number; readonly day?: number };
type Piece = { readonly part: Part; readonly from: number; readonly next: number; readonly plural?: boolean };

export function dates(text: string, run: readonly Token[], expected: boolean): Day[] {
  const found: Day[] = [];
  for (let i = 0; i < run.length; i++) {
    const piece = dateAt(run, i, expected);
    if (piece === null) continue;
    const whole = piece.plural === true ? piece : withSecondHalf(run, piece);
    found.push({
      kind: "date",
      from: whole.from,
      to: whole.next,
      quote: quoteOf(text, run, whole.from, whole.next),
      text: written(whole.part, piece.plural === true),
      weekday: whole.part.weekday ?? null,
      month: whole.part.month ?? null,
      day: whole.part.day ?? null,
      relative: whole.part.relative ?? null,
    });
    i = whole.next - 1;
  }
  return found;
}

function dateAt(run: readonly Token[], i: number, expected: boolean): Piece | null {
  if (!MAY_START.test(wordAt(run, i))) return null;
  return weekdayAt(run, i) ?? relativeAt(run, i) ?? calendarAt(run, i, expected) ?? numericAt(run, i);
}

/** "friday the twelfth", "june twelfth, a friday": weekday and day of the month said together are one date. */
function withSecondHalf(run: readonly Token[], first: Piece): Piece {
  if (!joined(run, first.next - 1) || (first.part.weekday === undefined && first.part.month === undefined))
    return first;
  const the = wordAt(run, first.next) === "the" ? 1 : 0;
  const second = calendarAt(run, first.next, false) ?? numericAt(run, first.next) ?? dayAlone(run, first.next + the);
  if (second === null || first.part.month !== undefined) return first;
  return { part: { ...first.part, ...second.part }, from: first.from, next: second.next };
}

function weekdayAt(run: readonly Token[], i: number): Piece | null {
  const start = /^(next|this|coming)$/.test(wordAt(run, i)) ? i + 1 : i;
  const word = wordAt(run, start).replace(/'s$/, "");
  const single = word.replace(/s$/, "");
  const short = start > i || joined(run, i) ? SHORT_WEEKDAYS.get(word) : undefined;
  const unclear = word === "sun" || word === "sat" || word === "wed" || word === "mon";
  const weekday = WEEKDAYS.includes(single) ? single : unclear ? undefined : short;
  if (weekday === undefined) return null;
  const relative = start > i && wordAt(run, i) === "next" ? { relative: "next" } : {};
  const plural = word.endsWith("s") && WEEKDAYS.includes(single);
  return { part: { weekday, ...relative }, from: i, next: start + 1, plural };
}

function relativeAt(run: readonly Token[], i: number): Piece | null {
  const words = [wordAt(run, i), wordAt(run, i + 1), wordAt(run, i + 2), wordAt(run, i + 3)].join(" ");
  const match =
    /^(the day after tomorrow|day after tomorrow|tomorrow|today|tonight|this weekend|next weekend|the weekend|next week|this week|next month)\b/.exec(
      words,
    );
  if (match === null) return null;
  const relative = match[0].replace(/^the (?=day)/, "");
  return { part: { relative }, from: i, next: i + match[0].split(" ").length };
}

/** "june twelfth", "june 12", "the twelfth of june"; "the twelfth" alone only when a date was asked for. */
function calendarAt(run: readonly Token[], i: number, expected: boolean): Piece | null {
  const month = monthAt(run, i);
  if (month !== null) {
    const the = wordAt(run, month.next) === "the" ? 1 : 0;
    const day = joined(run, i) ? dayOfMonth(run, month.next + the) : null;
    if (day !== null) return { part: { month: month.value, day: day.value }, from: i, next: yearAfter(run, day.next) };
    const verb = /^(may|march|mar)$/.test(wordAt(run, i));
    return verb && !/^(in|of|until|by)$/.test(wordAt(run, i - 1))
      ? null
      : { part: { month: month.value }, from: i, next: month.next };
  }
  const the = wordAt(run, i) === "the" ? 1 : 0;
  const day = dayNumber(run, i + the);
  if (day === null || day.value > 31) return null;
  const of = wordAt(run, day.next) === "of" ? 1 : 0;
  const named = monthAt(run, day.next + of);
  if (named !== null) {
    return { part: { month: named.value, day: day.value }, from: i, next: yearAfter(run, named.next) };
  }
  const place = /^(floor|street|avenue|time|one|person|visit|door|class|available|opening|thing)$/.test(
    wordAt(run, day.next),
  );
  const on = wordAt(run, i - 1) === "on" && the === 1 && !place;
  return (on || (expected && !place)) && day.next > i ? { part: { day: day.value }, from: i, next: day.next } : null;
}

function dayAlone(run: readonly Token[], i: number): Piece | null {
  const day = ordinalNumber(run, i);
  return day === null || day.value > 31 ? null : { part: { day: day.value }, from: i, next: day.next };
}

function numericAt(run: readonly Token[], i: number): Piece | null {
  const word = wordAt(run, i);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
  const us = /^(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?$/.exec(word);
  const month = Number(iso?.[2] ?? us?.[1]);
  const day = Number(iso?.[3] ?? us?.[2]);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  return { part: { month, day }, from: i, next: i + 1 };
}

function monthAt(run: readonly Token[], i: number): NumberHere | null {
  const word = wordAt(run, i);
  const full = MONTHS.indexOf(word);
  if (full >= 0) return { value: full + 1, next: i + 1 };
  const short = MONTHS.findIndex((month) => month.slice(0, 3) === word || (word === "sept" && month === "september"));
  const day = /^\d\d?$/.test(wordAt(run, i - 1)) || ordinalNumber(run, i - 1) !== null;
  const counted = short >= 0 && (day || dayOfMonth(run, i + 1) !== null);
  return counted ? { value: short + 1, next: i + 1 } : null;
}

function dayOfMonth(run: readonly Token[], i: number): NumberHere | null {
  const day = ordinalNumber(run, i) ?? twoDigits(run, i);
  return day === null || day.value < 1 || day.value > 31 ? null : day;
}

/** "twelfth"; "12" only in front of a month that is nothing else. */
function dayNumber(run: readonly Token[], i: number): NumberHere | null {
  const bare = /^\d\d?$/.test(wordAt(run, i)) && !/^(may|mar|march)$/.test(wordAt(run, i + 1));
  return ordinalNumber(run, i) ?? (bare && monthAt(run, i + 1) !== null ? twoDigits(run, i) : null);
}

function yearAfter(run: readonly Token[], i: number): number {
  return (joined(run, i - 1) ? yearNumber(run, i)?.next : undefined) ?? i;
}

function written(part: Part, plural: boolean): string {
  const weekday = part.weekday === undefined ? "" : capital(part.weekday) + (plural ? "s" : "");
  const named = part.relative === "next" ? `next ${weekday}` : (part.relative ?? weekday);
  const month = part.month === undefined ? "" : capital(MONTHS[part.month - 1] ?? "");
  const day = part.day === undefined ? "" : month === "" ? `the ${shortOrdinal(part.day)}` : ` ${part.day}`;
  const calendar = month + day;
  return named === "" ? calendar : calendar === "" ? named : `${named}, ${calendar}`;
}

/** "June twelfth", "June twelfth, twenty twenty six". */
export function dateInWords(month: number, day: number, year: number | null): string {
  const named = `${capital(MONTHS[month - 1] ?? "")} ${ordinal(day)}`;
  return year === null ? named : `${named}, ${yearInWords(year)}`;
}
