/** The calendar of whom we call: their days are what "tomorrow" and "Friday" are said in. Pure. */
import type { Directory } from "../planning/ports.ts";
import { zonesOfNumber } from "../policy/time-zones.ts";
import { calendarDayInAll, dayInWriting, resolvedDay } from "../language/calendar.ts";
import type { CalendarDay } from "../language/calendar.ts";
import type { Day } from "../language/en/found.ts";
import { foundOf } from "../language/en/reading.ts";
import { readerOf } from "../language/readers.ts";
import type { TranscriptEntry } from "./operations.ts";
import { entriesWith } from "./transcript-search.ts";

/** The zones they may be in (IANA): that of the business in the directory, else those of the number. Empty: unknown. */
export function zonesOfCallee(phone: string, nowMs: number, directory: Pick<Directory, "atNumber">): readonly string[] {
  const known = zoneInDirectory(phone, nowMs, directory);
  return known !== null && isZone(known) ? [known] : zonesOfNumber(phone);
}

/** A directory that cannot be asked keeps no call from its end. */
function zoneInDirectory(phone: string, nowMs: number, directory: Pick<Directory, "atNumber">): string | null {
  try {
    return directory.atNumber(phone, nowMs)?.timezone ?? null;
  } catch {
    return null;
  }
}

/** What their calendar shows; null when it is not known, or shows one of two days. */
export function todayThere(zones: readonly string[], nowMs: number): CalendarDay | null {
  return calendarDayInAll(zones, nowMs);
}

/**
 * An appointment with its date behind it: "tomorrow at 7:30 PM (Saturday, November 28, 2026)". As it was said when the
 * date cannot be told for sure. The moment at which they said it counts, not the end of the call.
 */
export function withDate(
  appointment: string,
  quotes: readonly string[],
  transcript: readonly TranscriptEntry[],
  { zones, language }: { readonly zones: readonly string[]; readonly language: string },
): string {
  const day = dayIn(appointment, language);
  if (day === null) return appointment;
  const said = quotes.flatMap((quote) => (dayIn(quote, language) === null ? [] : entriesWith(transcript, quote)))[0];
  const today = said === undefined ? null : calendarDayInAll(zones, said.atMs);
  const date = today === null ? null : resolvedDay(day, today);
  return date === null ? appointment : `${appointment} (${dayInWriting(date)})`;
}

function dayIn(text: string, language: string): Day | null {
  const readers = [readerOf(language), readerOf("en")];
  for (const reader of readers) {
    const days = foundOf(reader.read(text), "date");
    if (days.length === 1) return days[0] ?? null;
  }
  return null;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
