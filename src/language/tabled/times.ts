/** Times of day, in whatever form they are said or written: they come out as English ones do. */
import type { Time } from "../en/found.ts";
import { plain, quoteOf, wordAt } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import type { ClockRead, DayPart, Tongue } from "./tongue.ts";

const NUMERIC = /^(\d{1,2})(?::|h)([0-5]\d)h?$/;
const HOUR_ONLY = /^(\d{1,2})h$/;
const DOTTED = /^(\d{1,2})\.([0-5]\d)$/;
const CLOCK_WORD = /^(?:h|hs|hrs|hora|horas|heure|heures|uhr)$/;

/** `asked`: we asked for a time, so a bare number that stands alone is one. */
export function times(tongue: Tongue, text: string, run: readonly Token[], asked: boolean): Time[] {
  const found: Time[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const clock = numeric(run, i) ?? tongue.clockIn(run, i, asked);
    if (clock === null || clock.hour > 24 || clock.minute > 59) continue;
    const time = timeFrom(tongue, text, run, i, clock);
    found.push(time);
    i = time.to - 1;
  }
  return found;
}

function numeric(run: readonly Token[], from: number): ClockRead | null {
  const word = wordAt(run, from);
  const next = wordAt(run, from + 1);
  const exact = NUMERIC.exec(word);
  const dotted = CLOCK_WORD.test(next) ? DOTTED.exec(word) : null;
  const [, hour, minute] = exact ?? dotted ?? [];
  if (hour !== undefined)
    return { hour: Number(hour), minute: Number(minute), next: from + (CLOCK_WORD.test(next) ? 2 : 1) };
  const [, whole] = HOUR_ONLY.exec(word) ?? [];
  if (whole === undefined) return null;
  const more = /^[0-5]\d$/.test(next) ? Number(next) : null;
  return { hour: Number(whole), minute: more ?? 0, next: from + (more === null ? 1 : 2) };
}

function timeFrom(tongue: Tongue, text: string, run: readonly Token[], from: number, clock: ClockRead): Time {
  const behind = plain(run, clock.next, clock.next + 6);
  const letters = /^(?:([ap])m|([ap]) m)\b/.exec(behind);
  const part = letters === null ? tongue.dayParts.find(([words]) => words.test(behind)) : undefined;
  const said = letters?.[0] ?? (part === undefined ? "" : (part[0].exec(behind)?.[0] ?? ""));
  const to = clock.next + (said === "" ? 0 : said.split(" ").length);
  const hour = clock.noon === true ? 12 : hourOf(clock.hour, letters?.[1] ?? letters?.[2] ?? null, part?.[1] ?? null);
  const half = hour === null ? null : hour < 12 ? "am" : "pm";
  const shown = hour ?? clock.hour;
  const written = `${shown % 12 === 0 ? 12 : shown % 12}:${String(clock.minute).padStart(2, "0")}`;
  return {
    kind: "time",
    from,
    to,
    quote: quoteOf(text, run, from, to),
    text: half === null ? written : `${written} ${half.toUpperCase()}`,
    hour: shown,
    minute: clock.minute,
    half,
    clockTo: clock.next,
  };
}

/** 0 to 23 when it is known which half of the day is meant, else null. */
function hourOf(hour: number, letter: string | null, part: DayPart | null): number | null {
  if (hour > 12 || hour === 0) return hour % 24;
  if (letter !== null) return letter === "a" ? hour % 12 : (hour % 12) + 12;
  switch (part) {
    case null:
      return null;
    // "Las doce de la mañana" is noon in Spain, "die zwölf Uhr morgens" nobody says.
    case "morning":
      return hour;
    case "afternoon":
      return (hour % 12) + 12;
    // From one to four it is still the night before the morning.
    case "night":
      return hour === 12 ? 0 : hour < 5 ? hour : hour + 12;
  }
}
