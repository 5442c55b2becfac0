/**
 * Which day of the calendar somebody means, said on a given day: "tomorrow", "Friday", "next Friday", "the third". Days
 * are counted, not hours, so no change of the clock moves them. What may be two days is none. Pure.
 */
import { MONTHS, WEEKDAYS } from "./en/dates.ts";
import type { Day } from "./en/found.ts";
import { capital } from "./en/words.ts";

/** `month` is 1 to 12. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

const DAY_MS = 86_400_000;
/** So far ahead a date is looked for: every combination of weekday and day of a month comes within a year and a bit. */
const MOST_DAYS = 366 + 31;

/** What the calendar shows in a zone (IANA) at this moment. */
export function calendarDayIn(zone: string, atMs: number): CalendarDay {
  let format = FORMATS.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", month: "numeric", day: "numeric" });
    FORMATS.set(zone, format);
  }
  const parts = format.formatToParts(atMs);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: of("year"), month: of("month"), day: of("day") };
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** What it shows in all of these zones; null when they do not agree, or there is none. */
export function calendarDayInAll(zones: readonly string[], atMs: number): CalendarDay | null {
  const [first, ...others] = zones.map((zone) => calendarDayIn(zone, atMs));
  return first !== undefined && others.every((other) => isSameDay(first, other)) ? first : null;
}

/** The day that is meant by this, said today; null when it is none, or may be more than one. */
export function resolvedDay({ text, weekday, month, day, relative }: Day, today: CalendarDay): CalendarDay | null {
  if (weekday !== null && /s$/i.test(text.split(",")[0] ?? "")) return null;
  if (relative === "week after" && weekday !== null) return plusDays(firstAfter(today, WEEKDAYS.indexOf(weekday)), 7);
  if (relative !== null && relative !== "next") {
    const ahead = RELATIVE.get(relative);
    return ahead === undefined ? null : plusDays(today, ahead);
  }
  if (day !== null) return firstDay(today, (each) => fits(each, weekday, month, day));
  if (month !== null || weekday === null) return null;
  const wanted = WEEKDAYS.indexOf(weekday);
  if (wanted < 0) return null;
  if (relative === "next") return weekdayOfNextWeek(today, wanted);
  const ahead = (wanted - weekdayOf(today) + 7) % 7;
  // On a Friday "Friday" may be today, and may be in a week.
  return ahead === 0 ? null : plusDays(today, ahead);
}

const RELATIVE: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tonight", 0],
  ["tomorrow", 1],
  ["day after tomorrow", 2],
]);

function fits(each: CalendarDay, weekday: string | null, month: number | null, day: number): boolean {
  if (each.day !== day || (month !== null && each.month !== month)) return false;
  return weekday === null || WEEKDAYS[weekdayOf(each)] === weekday;
}

/** "Friday, June 12" of a year in which that is a Thursday is in none of the next twelve months. */
function firstDay(today: CalendarDay, isIt: (day: CalendarDay) => boolean): CalendarDay | null {
  for (let ahead = 0; ahead <= MOST_DAYS; ahead += 1) {
    const day = plusDays(today, ahead);
    if (isIt(day)) return day;
  }
  return null;
}

function firstAfter(today: CalendarDay, wanted: number): CalendarDay {
  return plusDays(today, (wanted - weekdayOf(today) + 7) % 7 || 7);
}

/** Weeks begin on Monday: said on any day of one, it is in the one after. */
function weekdayOfNextWeek(today: CalendarDay, wanted: number): CalendarDay {
  const sinceMonday = (weekdayOf(today) + 6) % 7;
  return plusDays(today, 7 - sinceMonday + ((wanted + 6) % 7));
}

export function plusDays(day: CalendarDay, ahead: number): CalendarDay {
  const moved = new Date(Date.UTC(day.year, day.month - 1, day.day) + ahead * DAY_MS);
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

export function isSameDay(one: CalendarDay, other: CalendarDay): boolean {
  return one.year === other.year && one.month === other.month && one.day === other.day;
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** "Friday, November 27, 2026". */
export function dayInWriting(date: CalendarDay): string {
  const weekday = capital(WEEKDAYS[weekdayOf(date)] ?? "");
  return `${weekday}, ${capital(MONTHS[date.month - 1] ?? "")} ${date.day}, ${date.year}`;
}
