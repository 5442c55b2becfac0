/**
 * Times of day, read and written: "7:30 PM", "19:30", "half past ten", "quarter to eight", "seven oh five a m". Whether a
 * bare number ("seven", "seven thirty") is one at all is for times.ts to say.
 */
import { standsAlone } from "./counted.ts";
import { cardinal, NUMBER_WORDS, pair } from "./number-words.ts";
import { pairOfDigits, twoDigits } from "./numbers.ts";
import { joined, plain, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export type Half = "am" | "pm" | null;

export type Clock = {
  /** 0 to 23 when `half` is known, else 1 to 12. */
  readonly hour: number;
  readonly minute: number;
  readonly half: Half;
  readonly from: number;
  /** Where hour and minutes end, and where the half of the day behind them does. */
  readonly clockTo: number;
  readonly next: number;
  /** The words themselves say that it is a time. */
  readonly sure: boolean;
  readonly minutesSaid: boolean;
};

/** Minutes that are told to the next hour. */
const MINUTES_TO = new Set([5, 10, 20, 25]);

export function clockAt(run: readonly Token[], i: number): Clock | null {
  const word = wordAt(run, i);
  if (!NUMBER_WORDS.has(word) && !/^\d|^(noon|midday|midnight|half|quarter|a)$/.test(word)) return null;
  if (/^(noon|midday|midnight)$/.test(word)) {
    const noon = word !== "midnight";
    const half = { half: noon ? ("pm" as const) : ("am" as const), next: i + 1 };
    return finish({ hour: 12, minute: 0, from: i, clockTo: i + 1, sure: true }, half);
  }
  return colonClock(run, i) ?? relativeClock(run, i) ?? hourAndMinutes(run, i);
}

/** In one word: "7:30", "7:30pm", "7pm", "19:30", "7.30". */
function colonClock(run: readonly Token[], i: number): Clock | null {
  const match = /^(\d{1,2})(?:([:.])(\d{2}))?(am|pm|a|p)?$/.exec(wordAt(run, i));
  const hour = Number(match?.[1]);
  const minute = Number(match?.[3] ?? "0");
  const attached = match?.[4];
  if (match === null || hour > 23 || minute > 59 || (match[3] === undefined && attached === undefined)) return null;
  const clock = { hour, minute, from: i, clockTo: i + 1, minutesSaid: match[2] === ":" };
  if (attached !== undefined) {
    return finish({ ...clock, sure: true }, { half: attached.startsWith("a") ? "am" : "pm", next: i + 1 });
  }
  const half = halfAfter(run, i + 1);
  const sure = match[2] === ":" || half.half !== null;
  return sure || (hour >= 1 && hour <= 12) ? finish({ ...clock, sure }, half) : null;
}

/** "half past ten", "quarter to eight", "ten after six". */
function relativeClock(run: readonly Token[], i: number): Clock | null {
  const a = wordAt(run, i) === "a" && wordAt(run, i + 1) === "quarter" ? 1 : 0;
  const named = { half: 30, quarter: 15 }[wordAt(run, i + a)] ?? null;
  const minutes = named === null ? twoDigits(run, i) : { value: named, next: i + a + 1 };
  if (minutes === null) return null;
  const link = wordAt(run, minutes.next);
  const hour = twoDigits(run, minutes.next + 1);
  if (hour === null || hour.value < 1 || hour.value > 12) return null;
  const place = { from: i, clockTo: hour.next, sure: true, minutesSaid: true };
  if (/^(past|after)$/.test(link) && (named !== null || (minutes.value % 5 === 0 && minutes.value < 60))) {
    return finish({ ...place, hour: hour.value, minute: minutes.value }, halfAfter(run, hour.next));
  }
  const counted =
    link === "to" && MINUTES_TO.has(minutes.value) && /^(at|is|it's|by|until|about|around)$/.test(wordAt(run, i - 1));
  if (!/^(to|of|till|before)$/.test(link) || minutes.value === 30 || (named === null && !counted)) return null;
  const before = hour.value === 1 ? 12 : hour.value - 1;
  return finish({ ...place, hour: before, minute: 60 - minutes.value }, halfAfter(run, hour.next));
}

/** "seven", "7", "seven thirty", "seven oh five", "nine o'clock", with the half of the day if it is said. */
function hourAndMinutes(run: readonly Token[], i: number): Clock | null {
  const hour = twoDigits(run, i);
  if (hour === null || hour.value < 1 || hour.value > 12 || hour.next !== i + 1) return null;
  const minutes = run[i]?.stop === "" ? minutesAt(run, hour.next) : null;
  const said = minutes?.next ?? hour.next;
  const oclock = wordAt(run, said) === "oclock";
  const clockTo = oclock ? said + 1 : said;
  const half = halfAfter(run, clockTo);
  const sure = oclock || half.half !== null;
  return finish(
    { hour: hour.value, minute: minutes?.value ?? 0, from: i, clockTo, sure, minutesSaid: minutes !== null },
    half,
  );
}

function minutesAt(run: readonly Token[], i: number): { value: number; next: number } | null {
  const written = /^\d\d$/.test(wordAt(run, i)) && /^\d/.test(wordAt(run, i - 1)) ? twoDigits(run, i) : null;
  const minutes = written ?? pairOfDigits(run, i);
  return minutes !== null && minutes.value < 60 ? minutes : null;
}

/** "p m", "in the evening", "tonight": which half of the day, and where it ends. */
function halfAfter(run: readonly Token[], i: number): { half: Half; next: number } {
  const word = wordAt(run, i);
  if (!joined(run, i - 1)) return { half: null, next: i };
  if (word === "am" || word === "pm") return { half: word, next: i + 1 };
  if (/^[ap]$/.test(word) && wordAt(run, i + 1) === "m") return { half: word === "a" ? "am" : "pm", next: i + 2 };
  const part = /^(in the|this|at)? ?(morning|afternoon|evening|night)\b/.exec(plain(run, i, i + 3));
  const lead = part?.[1]?.split(" ").length ?? 0;
  const fits = part?.[2] === "night" ? part[1] === "at" : part?.[1] !== "at" && (lead > 0 || standsAlone(run, i + 1));
  if (part !== null && fits) return { half: part[2] === "morning" ? "am" : "pm", next: i + lead + 1 };
  return { half: word === "tonight" ? "pm" : null, next: i };
}

type Told = Omit<Clock, "half" | "next" | "minutesSaid"> & { readonly minutesSaid?: boolean };

function finish(clock: Told, half: { half: Half; next: number }): Clock {
  const rest = { next: half.next, minutesSaid: clock.minutesSaid ?? false };
  if (clock.hour > 12 || clock.hour === 0) return { ...clock, ...rest, half: clock.hour >= 12 ? "pm" : "am" };
  return { ...clock, ...rest, half: half.half, hour: hourOfDay(clock.hour, half.half) };
}

/** 7 in the evening is 19, 12 at night 0. */
export function hourOfDay(hour: number, half: Half): number {
  if (half === "pm") return hour === 12 ? 12 : hour + 12;
  return half === "am" && hour === 12 ? 0 : hour;
}

/** "7:30 PM", or "7:30" when nobody said which half of the day. */
export function clockTime(hour: number, minute: number, half: Half): string {
  const shown = hour % 12 === 0 ? 12 : hour % 12;
  return `${shown}:${String(minute).padStart(2, "0")}${half === null ? "" : ` ${half.toUpperCase()}`}`;
}

/** Without its half of the day: "seven thirty", "seven oh five", "seven". */
export function clockInWords(hour: number, minute: number): string {
  return minute === 0 ? cardinal(hour) : `${cardinal(hour)} ${pair(minute)}`;
}
