/** Days: of the week, of a month, seen from today. They come out in English, so that they can be compared. */
import type { Day } from "../en/found.ts";
import { plain, quoteOf, wordAt } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import { wholeNumber } from "./numbers.ts";
import type { Tongue } from "./tongue.ts";

const ENGLISH_MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const BETWEEN = /^(?:de|del|le|el|dia|den|der|dem|am|the|of|les|los|las)$/;

type Part = Pick<Day, "weekday" | "month" | "day" | "relative"> & { readonly next: number };

export function dates(tongue: Tongue, text: string, run: readonly Token[]): Day[] {
  const found: Day[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const part = partAt(tongue, run, i);
    if (part === null) continue;
    const { next, ...day } = part;
    const often = day.day === null && tongue.everyWeek.test(plain(run, Math.max(0, i - 1), i + 1)) ? "s" : "";
    const quote = quoteOf(text, run, i, next);
    found.push({ kind: "date", from: i, to: next, quote, text: written(day) + often, ...day });
    i = next - 1;
  }
  return found;
}

function partAt(tongue: Tongue, run: readonly Token[], from: number): Part | null {
  const word = wordAt(run, from);
  const relative = tongue.relativeDays.find(([words]) => words.test(relativeWords(tongue, run, from)));
  if (relative !== undefined) {
    const said = relative[0].exec(relativeWords(tongue, run, from))?.[0] ?? "";
    return { weekday: null, month: null, day: null, relative: relative[1], next: from + count(said) };
  }
  if (Object.hasOwn(tongue.weekdays, word)) {
    const weekday = tongue.weekdays[word] ?? null;
    const week = weekOf(tongue, run, from);
    if (week !== null) return { weekday, month: null, day: null, ...week };
    const date = dayOfMonthAt(tongue, run, skip(run, from + 1)) ?? dayAlone(tongue, run, from + 1);
    return date === null
      ? { weekday, month: null, day: null, relative: null, next: from + 1 }
      : { ...date, weekday, relative: null };
  }
  const date = dayOfMonthAt(tongue, run, from);
  return date === null ? null : { ...date, weekday: null, relative: null };
}

/** Which week: "vendredi en huit", "Freitag nächster Woche"; "nächsten Freitag" may be either. */
function weekOf(
  { weeks }: Tongue,
  run: readonly Token[],
  from: number,
): (Pick<Day, "relative"> & { readonly next: number }) | null {
  const behind = plain(run, from + 1, from + 6);
  for (const [words, relative] of weeks.behind) {
    const said = words.exec(behind)?.[0];
    if (said !== undefined) return { relative, next: from + 1 + count(said) };
  }
  const before = plain(run, Math.max(0, from - 2), from);
  const found = weeks.before.find(([words]) => words.test(before));
  return found === undefined ? null : { relative: found[1], next: from + 1 };
}

/** "Viernes 27", "Freitag, den siebenundzwanzigsten": no hour, and nothing that is counted. */
function dayAlone(
  tongue: Tongue,
  run: readonly Token[],
  at: number,
): (Pick<Day, "month" | "day"> & { readonly next: number }) | null {
  const from = skip(run, at);
  const word = wordAt(run, from);
  const ordinal = ordinalAt(tongue, word);
  const number = ordinal === null ? wholeNumber(tongue, run, from) : { value: ordinal, next: from + 1, article: false };
  if (number === null || number.article || !isDay(number.value)) return null;
  // Hours are at most 24, and in German and Spanish they are said without a word of their own.
  const named = ordinal !== null || from > at || number.value > 12 || tongue.language === "fr" || /^\d/.test(word);
  const hourly = tongue.language === "de" && ordinal === null && from === at && number.value <= 24;
  const ends = run[number.next - 1]?.stop !== "";
  if (!named || hourly || (!ends && NO_DAY.test(wordAt(run, number.next)))) return null;
  return { day: number.value, month: null, next: number.next };
}

const NO_DAY =
  /^(?:uhr|h|hs|horas?|heures?|y|menos|et|moins|person\w*|comensales|couverts?|leute|gaste|mesas?|tables?|tische?|euros?|pesos?|minut\w*|pm|am)$/;

/** "morgen", but not the one of "am Morgen": what stands before it is looked at too. */
function relativeWords(tongue: Tongue, run: readonly Token[], from: number): string {
  const before = wordAt(run, from - 1);
  const article = /^(?:la|las|am|guten|jeden|der|den|por|de|le|du|heute|gestern|diesen)$/.test(before);
  const ofWeekday = tongue.language === "de" && Object.hasOwn(tongue.weekdays, before);
  return article || ofWeekday ? "" : plain(run, from, from + 3);
}

/** "12 de junio", "le 1er juin", "der zwölfte Juni", "12/06", "12.6.": a day and its month. */
function dayOfMonthAt(
  tongue: Tongue,
  run: readonly Token[],
  from: number,
): (Pick<Day, "month" | "day"> & { readonly next: number }) | null {
  const word = wordAt(run, from);
  const [, d, m] = /^(\d{1,2})[/.](\d{1,2})(?:[/.](?:\d{4}|\d{2})?)?$/.exec(word) ?? [];
  const dotted = word.includes(".") && !/\.\d{1,2}\./.test(`${word}.`);
  if (
    d !== undefined &&
    m !== undefined &&
    !dotted &&
    isDay(Number(d)) &&
    Number(m) >= 1 &&
    Number(m) <= 12 &&
    !isTimeWord(run, from)
  )
    return { day: Number(d), month: Number(m), next: from + 1 };
  const number = ordinalAt(tongue, word) ?? wholeNumber(tongue, run, from)?.value ?? null;
  const next = ordinalAt(tongue, word) === null ? (wholeNumber(tongue, run, from)?.next ?? from) : from + 1;
  if (number === null || !isDay(number)) return null;
  const at = skip(run, next);
  const month = monthOf(tongue, wordAt(run, at));
  return month === null ? null : { day: number, month, next: at + 1 };
}

function ordinalAt(tongue: Tongue, word: string): number | null {
  const [, digits] = /^(\d{1,2})(?:er|°|º|o|e|\.)$/.exec(word) ?? [];
  return digits === undefined ? tongue.ordinalIn(word) : Number(digits);
}

/** "19.30 Uhr" is no day, and "8.50 Euro" neither. */
function isTimeWord(run: readonly Token[], from: number): boolean {
  return /^(?:uhr|h|horas|heures|euro|euros|€)$/.test(wordAt(run, from + 1));
}

function monthOf(tongue: Tongue, word: string): number | null {
  const at = word === "" ? -1 : tongue.months.indexOf(word);
  return at < 0 ? null : (at % 12) + 1;
}

function isDay(value: number): boolean {
  return value >= 1 && value <= 31;
}

function skip(run: readonly Token[], from: number): number {
  return BETWEEN.test(wordAt(run, from)) ? from + 1 : from;
}

function count(words: string): number {
  return words.split(" ").length;
}

function written({ weekday, month, day, relative }: Omit<Part, "next">): string {
  const name = weekday === null ? null : weekday.charAt(0).toUpperCase() + weekday.slice(1);
  if (relative !== null) return name === null ? relative : relative === "next" ? `next ${name}` : name;
  if (month === null && day !== null)
    return [name, `the ${day}${ending(day)}`].filter((part) => part !== null).join(" ");
  const date = month === null ? null : `${ENGLISH_MONTHS[month - 1]} ${day}`;
  return [name, date].filter((part) => part !== null).join(", ");
}

function ending(day: number): string {
  if (day >= 11 && day <= 13) return "th";
  return { 1: "st", 2: "nd", 3: "rd" }[day % 10] ?? "th";
}
