import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calendarDayIn,
  calendarDayInAll,
  dayInWriting,
  isSameDay,
  plusDays,
  resolvedDay,
  weekdayOf,
} from "../../src/language/calendar.ts";
import type { CalendarDay } from "../../src/language/calendar.ts";
import { WEEKDAYS } from "../../src/language/en/dates.ts";
import { foundOf, read } from "../../src/language/en/reading.ts";
import { cases } from "../support/cases.ts";

/** What these words mean, said at this moment in this zone. */
function meant(words: string, at: string, zone = "America/New_York"): string | null {
  const day = foundOf(read(words, "date"), "date")[0];
  const date = day === undefined ? null : resolvedDay(day, calendarDayIn(zone, Date.parse(at)));
  return date === null ? null : dayInWriting(date);
}

describe("a day, said on Monday, November 23, 2026, half an hour before midnight there", () => {
  const at = "2026-11-24T04:30:00Z";

  it.each([
    ["today", "Monday, November 23, 2026"],
    ["tonight", "Monday, November 23, 2026"],
    ["tomorrow", "Tuesday, November 24, 2026"],
    ["the day after tomorrow", "Wednesday, November 25, 2026"],
    ["Friday", "Friday, November 27, 2026"],
    ["this Friday", "Friday, November 27, 2026"],
    ["next Friday", "Friday, December 4, 2026"],
    ["Sunday", "Sunday, November 29, 2026"],
    ["next Sunday", "Sunday, December 6, 2026"],
    ["on the 3rd", "Thursday, December 3, 2026"],
    ["on the 31st", "Thursday, December 31, 2026"],
    ["January fifth", "Tuesday, January 5, 2027"],
    ["Friday the 12th", "Friday, February 12, 2027"],
    ["Friday, December 4", "Friday, December 4, 2026"],
  ])("%s is %s", (words, day) => {
    expect(meant(words, at)).toBe(day);
  });

  it.each(["Monday", "Fridays", "next week", "this weekend", "in June", "Tuesday, December 4"])(
    "%s is no day that could be told",
    (words) => {
      expect(meant(words, at)).toBeNull();
    },
  );
});

describe("tomorrow is the next day of the calendar there", () => {
  it.each([
    ["over the new year", "2026-12-31T23:30:00-05:00", "Friday, January 1, 2027"],
    ["over the end of a leap year's February", "2028-02-28T23:30:00-05:00", "Tuesday, February 29, 2028"],
    ["before the clock is put forward", "2027-03-13T23:30:00-05:00", "Sunday, March 14, 2027"],
    ["on the day of 23 hours", "2027-03-14T23:30:00-04:00", "Monday, March 15, 2027"],
    ["before the clock is put back", "2026-10-31T23:30:00-04:00", "Sunday, November 1, 2026"],
    ["on the day of 25 hours", "2026-11-01T23:30:00-05:00", "Monday, November 2, 2026"],
  ])("%s", (_, at, day) => {
    expect(meant("tomorrow", at)).toBe(day);
  });

  it("and not of ours", () => {
    expect(meant("tomorrow", "2026-11-24T04:30:00Z", "UTC")).toBe("Wednesday, November 25, 2026");
    expect(meant("tomorrow", "2026-11-24T04:30:00Z", "Asia/Tokyo")).toBe("Wednesday, November 25, 2026");
  });
});

it("in zones that do not agree on the day there is none", () => {
  const at = Date.parse("2026-11-24T05:30:00Z");
  expect(calendarDayInAll(["America/New_York", "America/Chicago"], at)).toBeNull();
  expect(calendarDayInAll(["America/New_York", "America/Toronto"], at)).toEqual({ year: 2026, month: 11, day: 24 });
  expect(calendarDayInAll([], at)).toBeNull();
});

it("whatever is named, on whatever day, what is meant is not past and is what was named", () => {
  const days = fc.integer({ min: 0, max: 4000 }).map((n): CalendarDay => plusDays({ year: 2024, month: 1, day: 1 }, n));
  const weekday = fc.constantFrom(...WEEKDAYS, null);
  const named = fc.record({
    weekday,
    month: fc.option(fc.integer({ min: 1, max: 12 })),
    day: fc.option(fc.integer({ min: 1, max: 31 })),
    relative: fc.constantFrom("tomorrow", "today", "next", "next week", null),
  });
  fc.assert(
    fc.property(days, named, (today, parts) => {
      const date = resolvedDay({ kind: "date", from: 0, to: 1, quote: "", text: "", ...parts }, today);
      if (date === null) return;
      const ahead = Array.from({ length: 400 }, (_, n) => plusDays(today, n)).findIndex((each) =>
        isSameDay(each, date),
      );
      expect(ahead).toBeGreaterThanOrEqual(0);
      if (parts.relative === "tomorrow" || parts.relative === "today") {
        expect(ahead).toBe(parts.relative === "tomorrow" ? 1 : 0);
        return;
      }
      if (parts.day !== null) expect(date.day).toBe(parts.day);
      if (parts.day !== null && parts.month !== null) expect(date.month).toBe(parts.month);
      if (parts.weekday !== null) expect(WEEKDAYS[weekdayOf(date)]).toBe(parts.weekday);
    }),
    { numRuns: cases(300) },
  );
});
