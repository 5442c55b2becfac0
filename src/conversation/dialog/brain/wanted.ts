/** When the customer wants it: exact times, or windows ("after 2", "in the afternoon", "between 6 and 8"). */
import { isSameDay, resolvedDay } from "../../../language/calendar.ts";
import type { CalendarDay } from "../../../language/calendar.ts";
import type { Day, Found, Time } from "../../../language/en/found.ts";
import { foundOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { plain, wordAt } from "../../../language/en/words.ts";

/** Minutes of the day, both ends included. */
type Window = { readonly from: number; readonly to: number };

export type Wanted = {
  /** In the request's own words; null when it does not say. */
  readonly words: string | null;
  readonly days: readonly Day[];
  /** "Not on Saturday", "any day but Monday". */
  readonly notDays: readonly Day[];
  /** Where we call; null when that is not known, and then "tomorrow" may be any day. */
  readonly today: CalendarDay | null;
  readonly exact: readonly Time[];
  /** Each of them has to hold. */
  readonly windows: readonly Window[];
  readonly around: boolean;
  /** The request leaves the time to the business. */
  readonly open: boolean;
};

const DAY_PARTS: readonly (readonly [RegExp, Window])[] = [
  [/\bmornings?\b/, { from: 6 * 60, to: 12 * 60 }],
  [/\bafternoons?\b/, { from: 12 * 60, to: 18 * 60 }],
  [/\b(evenings?|tonight|nights?)\b/, { from: 17 * 60, to: 23 * 60 + 59 }],
];
const END_OF_DAY = 23 * 60 + 59;

export function wantedIn(readings: readonly Reading[], today: CalendarDay | null = null): Wanted {
  const exact: Time[] = [];
  const windows: Window[] = [];
  for (const reading of readings) sortTimes(reading, exact, windows);
  return {
    words: wordsOf(readings),
    days: readings.flatMap((reading) => foundOf(reading, "date").filter((day) => !isRuledOut(reading, day))),
    notDays: readings.flatMap((reading) => [
      ...foundOf(reading, "date").filter((day) => isRuledOut(reading, day)),
      ...(isWeekdaysOnly(reading.words) ? WEEKEND : []),
    ]),
    today,
    exact,
    windows,
    open: readings.some((reading) =>
      /\b(any ?time|any day|whenever|flexible|earliest|soonest|first available|next available|as soon as|does not matter|doesn't matter|no preference)\b/.test(
        reading.words,
      ),
    ),
    around: readings.some((reading) => /\b(around|about|approximately|roughly|flexible|ish)\b/.test(reading.words)),
  };
}

/** "Friday" of the goal and "between 6 and 8 pm" of its constraints: "Friday, between 6 and 8 pm". */
function wordsOf(readings: readonly Reading[]): string | null {
  const told = readings.flatMap((reading) => {
    const when = whenIn(reading);
    return when === null ? [] : [{ when, timed: foundOf(reading, "time").length > 0 }];
  });
  const [first] = told;
  if (first === undefined || first.timed) return first?.when ?? null;
  const time = told.find(({ timed }) => timed)?.when;
  return time === undefined ? first.when : `${first.when}, ${time.charAt(0).toLowerCase()}${time.slice(1)}`;
}

const RULES_OUT =
  /\b(not( on)?|except( for)?( on)?|but( not)?( on)?|never( on)?|avoid|other than|no|skip|excluding|without|unavailable( on)?|not available( on)?|busy( on)?|away( on)?|(can't|cannot|can not)( do| make( it)?| come)?( on)?)( a| the)?$/;
const IS_RULED_OUT =
  /^((is|are|would be|will be) )?(both |all |also )?(out|off( limits)?|no good|bad|impossible|unavailable|taken|blocked|not (possible|okay|ok|good|an option|available))\b|^(does not|doesn't|do not|don't|will not|won't|would not|wouldn't|can't|cannot) (work|suit|do)\b/;
/** From a day on to the next one that it is named together with. */
const TOGETHER = /^(or|and)( on)?$/;

/** "Not on Saturday or Sunday", "Saturday and Sunday are out": what is ruled out together is ruled out each. */
function isRuledOut(reading: Reading, day: Found): boolean {
  return isRuledOutBefore(reading, day) || isRuledOutAfter(reading, day);
}

function isRuledOutBefore(reading: Reading, day: Found): boolean {
  const { tokens, found } = reading;
  if (RULES_OUT.test(plain(tokens, day.from - 4, day.from))) return true;
  const last = found.findLast((each) => each.kind === "date" && each.to < day.from && each.to >= day.from - 2);
  const joined = last !== undefined && TOGETHER.test(plain(tokens, last.to, day.from));
  return joined && isRuledOutBefore(reading, last);
}

function isRuledOutAfter(reading: Reading, day: Found): boolean {
  const { tokens, found } = reading;
  if (IS_RULED_OUT.test(plain(tokens, day.to, day.to + 5))) return true;
  const next = found.find((each) => each.kind === "date" && each.from > day.to && each.from <= day.to + 2);
  const joined = next !== undefined && TOGETHER.test(plain(tokens, day.to, next.from));
  return joined && isRuledOutAfter(reading, next);
}

const WEEKEND: readonly Day[] = ["Saturday", "Sunday"].map((text) => ({
  ...{ kind: "date", from: 0, to: 0, quote: text, text, weekday: text.toLowerCase() },
  ...{ month: null, day: null, relative: null },
}));

/** "Weekday afternoons only", "no weekends". */
function isWeekdaysOnly(words: string): boolean {
  if (
    /\bweekends? (is|are) (out|off|no good|impossible|not)\b|\b(no|not (on )?(a |the )?|never on |except (on )?)weekends?\b/.test(
      words,
    )
  )
    return true;
  return (
    /\b(weekdays?|monday (to|through|until) friday)\b/.test(words) &&
    !/\b(not?|except)( \w+)? weekdays?\b|\bweekends?\b/.test(words)
  );
}

function sortTimes(reading: Reading, exact: Time[], windows: Window[]): void {
  const times = foundOf(reading, "time");
  for (let i = 0; i < times.length; i++) {
    const time = times[i];
    if (time === undefined) continue;
    const next = times[i + 1];
    const before = plain(reading.tokens, time.from - 3, time.from);
    const link = next === undefined ? "" : plain(reading.tokens, time.to, next.from);
    if (
      next !== undefined &&
      /^(to|and|until|till|through)$/.test(link) &&
      (link !== "and" || /\bbetween$/.test(before))
    ) {
      windows.push({ from: minutesOf(time, next), to: Math.max(...bothHalves(next)) });
      i++;
    } else if (/\b(not|no) (before|earlier than)$|\b(after|from|past|starting at|earliest)$/.test(before))
      windows.push({ from: minutesOf(time, null), to: END_OF_DAY });
    else if (/\b(not|no) (after|later than)$|\b(before|by|until|latest)$/.test(before))
      windows.push({ from: 0, to: Math.max(...bothHalves(time)) });
    else exact.push(time);
  }
  const alone = exact.every((time) => !times.includes(time));
  if (!alone) return;
  for (const [pattern, window] of DAY_PARTS) if (pattern.test(reading.words)) windows.push(window);
}

/** The request neither says a time nor leaves it to the business: somebody has to be asked. */
export function isUndecided(wanted: Wanted): boolean {
  return wanted.exact.length === 0 && wanted.windows.length === 0 && !wanted.open;
}

/** Whether a time is one that the request allows. */
export function suits(wanted: Wanted, time: Time): boolean {
  if (wanted.exact.length > 0) {
    const fits = wanted.exact.some((each) => {
      const halves = each.half === null || time.half === null || each.half === time.half;
      const apart = Math.abs((clock(each) % 720) - (clock(time) % 720));
      return halves && (apart === 0 || (wanted.around && apart <= 30));
    });
    const between = wanted.windows.filter((window) => window.from > 0 && window.to < END_OF_DAY);
    return fits || (between.length > 0 && within(between, time));
  }
  return within(wanted.windows, time);
}

function within(windows: readonly Window[], time: Time): boolean {
  return windows.length === 0 || bothHalves(time).some((at) => windows.every(({ from, to }) => at >= from && at <= to));
}

export function suitsDay(wanted: Wanted, day: Day): boolean {
  const { days, notDays, today } = wanted;
  if (notDays.some((each) => isSame(each, day, today) ?? (day.weekday !== null && each.weekday === day.weekday)))
    return false;
  if (days.length === 0) return true;
  return days.some((each) => isSame(each, day, today) ?? mayBeSame(days, each, day));
}

/** By the calendar; null when it does not tell. People say "Friday" of a "next Friday" too. */
function isSame(one: Day, other: Day, today: CalendarDay | null): boolean | null {
  if (today === null || (one.weekday !== null && one.weekday === other.weekday && (one.day ?? other.day) === null))
    return null;
  const [asked, offered] = [resolvedDay(one, today), resolvedDay(other, today)];
  return asked === null || offered === null ? null : isSameDay(asked, offered);
}

function mayBeSame(days: readonly Day[], each: Day, day: Day): boolean {
  if (day.relative !== null && day.relative !== "next") return true;
  if (days.every(({ relative }) => /weekend/.test(relative ?? "")))
    return day.weekday === null || /^(saturday|sunday)$/.test(day.weekday);
  return (
    (each.relative !== null && each.weekday === null) ||
    (day.weekday !== null && each.weekday === day.weekday) ||
    (day.day !== null && each.day === day.day) ||
    (day.weekday === null) !== (each.weekday === null)
  );
}

/** "Friday at 7", "tomorrow between 6 and 8 PM", "Thursday afternoon": as they were written. */
function whenIn(reading: Reading): string | null {
  const moments = reading.found.filter(
    (found) => found.kind === "time" || (found.kind === "date" && !isRuledOut(reading, found)),
  );
  const first = moments[0];
  if (first === undefined) return null;
  let last = first;
  for (const moment of moments.slice(1)) if (moment.from - last.to <= 3) last = moment;
  const from = /^(between|before|after|around|by|from|until)$/.test(wordAt(reading.tokens, first.from - 1))
    ? first.from - 1
    : first.from;
  const to = /^(morning|afternoon|evening|night)$/.test(wordAt(reading.tokens, last.to)) ? last.to + 1 : last.to;
  return reading.text.slice(reading.tokens[from]?.start ?? 0, reading.tokens[to - 1]?.end);
}

function clock(time: Time): number {
  return time.hour * 60 + time.minute;
}

/** A time of which nobody said the half of the day may be in either. */
function bothHalves(time: Time): number[] {
  return time.half === null ? [clock(time) % 720, (clock(time) % 720) + 720] : [clock(time)];
}

/** The start of a window: in the afternoon when its end is, or when nothing says otherwise and it is a likely hour. */
function minutesOf(time: Time, end: Time | null): number {
  if (time.half !== null) return clock(time);
  const [early, late] = [clock(time) % 720, (clock(time) % 720) + 720];
  if (end !== null && end.half === "am") return early;
  return early >= 7 * 60 && end?.half !== "pm" ? early : late;
}
