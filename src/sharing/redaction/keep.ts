/**
 * Which numbers in a conversation are none of anybody's telephone: confirmation numbers, prices, dates, times. They
 * are marked before telephone numbers are looked for, because a run of digits alone does not tell them apart.
 * A number of the request's own is hidden in spite of any mark (see `phones.ts`).
 */
import { findCodes } from "./codes.ts";
import { hasPhoneCue, wordSet } from "./line.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./number-words.ts";

const CURRENCY = wordSet(`
  dollar dollars buck bucks euro euros pound pounds quid cent cents usd eur gbp chf cad aud peso pesos yen franc francs
  franken rappen dolar dolares libra libras centimo centimos centime centimes penny pence livre livres
`);
const MONTHS = wordSet(`
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep oct nov dec
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  januar janner februar marz mai juni juli oktober dezember
  janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre
`);
const CLOCK = wordSet("am pm a.m p.m o'clock oclock uhr heures heure hrs h horas noon");
const TIME_CUES = wordSet(`
  am pm o'clock at available times time slot slots open opening free between until till uhr um gegen zwischen
  las horas hora vers heures heure creneau
`);
/** By line: the readings to keep, as indexes into its `readings`. */
export type Kept = readonly ReadonlySet<number>[];

/** `codes`: values known to be confirmation numbers, in their written form. */
export function findKept(lines: readonly Line[], codes: readonly string[]): Kept {
  const inCodes = findCodes(lines, codes);
  return lines.map(
    (line, index) =>
      new Set([...writtenForms(line), ...moneyAndDates(line), ...clockTimes(line), ...(inCodes[index] ?? [])]),
  );
}

// ---------------------------------------------------------------- written dates, times and prices

const ALONE_BEFORE = String.raw`(?<![\p{L}\d])(?<!\d[./-])`;
const ALONE_AFTER = String.raw`(?![./-]?\d)(?![\p{L}])`;
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0?[1-9]|1[0-2])";
const YEAR = "(?:(?:19|20)\\d\\d)";
const WRITTEN: readonly RegExp[] = [
  `${ALONE_BEFORE}${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?(?![./-]?\\d)`,
  `${ALONE_BEFORE}${DAY}([./-])${MONTH}\\1${YEAR}${ALONE_AFTER}`,
  `${ALONE_BEFORE}${MONTH}([/-])${DAY}\\1${YEAR}${ALONE_AFTER}`,
  `${ALONE_BEFORE}(?<!\\d )${DAY}([./])${MONTH}\\1\\d\\d${ALONE_AFTER}(?! \\d{2,4}(?![:.h]\\d))`,
  `${ALONE_BEFORE}(?<!\\d )${MONTH}/${DAY}/\\d\\d${ALONE_AFTER}(?! \\d{2,4}(?![:.h]\\d))`,
  `(?<![\\d:])(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?![\\d:])`,
  `[$\u20ac\u00a3\u00a5] ?(?:\\d{1,3}(?:[,.'\u00a0\u202f]\\d{3})+|\\d{1,6})(?:[.,]\\d\\d?)?(?!\\d)(?![ .,-]\\d{3})`,
  `(?<![\\d.,])(?:\\d{1,3}(?:[,.'\u00a0\u202f]\\d{3})+|\\d{1,6})(?:[.,]\\d\\d?)? ?[$\u20ac\u00a3\u00a5]`,
].map((pattern) => new RegExp(pattern, "gu"));

function* writtenForms(line: Line): Iterable<number> {
  if (line.readings.every((reading) => reading.spoken)) return;
  for (const pattern of WRITTEN) {
    for (const match of line.text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      for (const [index, reading] of line.readings.entries()) {
        const from = line.tokens[reading.from]?.start ?? 0;
        if (from >= match.index && from < end) yield index;
      }
    }
  }
}

// ---------------------------------------------------------------- spoken prices, dates and times

function* moneyAndDates(line: Line): Iterable<number> {
  for (const [index, reading] of line.readings.entries()) {
    const next = nextWord(line, reading.to);
    if (CURRENCY.has(next)) yield* shortRunUpTo(line, index, 6, 3);
    if (CLOCK.has(next)) yield* shortRunUpTo(line, index, 4, 2);
    if (MONTHS.has(next) && isDay(reading)) yield index;
    const before = previousWord(line, reading.from);
    if (MONTHS.has(before)) yield* dayAndYear(line, index);
    if (CLOCK.has(before) && reading.digits.length <= 2 && adjoins(line, index)) yield index;
  }
}

/** The readings that end at `index` and adjoin one another, if together they have no more than `most` digits. */
function shortRunUpTo(line: Line, index: number, most: number, count: number): number[] {
  const run: number[] = [];
  let digits = 0;
  for (let at = index; at >= 0 && run.length < count; at--) {
    digits += line.readings[at]?.digits.length ?? 0;
    if (digits > most) break;
    run.push(at);
    if (!adjoins(line, at)) break;
  }
  return run;
}

/** After a month: the day, and the year when one follows: "24, 2026", "twenty twenty six". Or the year alone. */
function dayAndYear(line: Line, index: number): number[] {
  const first = line.readings[index];
  if (!first) return [];
  const year = isDay(first) ? yearAt(line, index + 1) : yearAt(line, index);
  return isDay(first) ? [index, ...year] : year;
}

function yearAt(line: Line, index: number): number[] {
  const first = line.readings[index]?.digits ?? "";
  const second = line.readings[index + 1]?.digits ?? "";
  if (/^(?:19|20)\d\d$/.test(first)) return [index];
  return /^(?:19|20)$/.test(first) && /^\d\d$/.test(second) && line.readings[index]?.spoken ? [index, index + 1] : [];
}

function isDay(reading: Reading): boolean {
  const day = Number(reading.digits);
  return reading.digits.length <= 2 && day >= 1 && day <= 31;
}

/** Whether nothing but a space, a mark or a joining word stands between this reading and the one before. */
function adjoins(
  line: Line,
  index: number,
  between = /^(?:and|y|et|und|point|punto|komma|virgule|coma|[-.:])$/,
): boolean {
  const before = line.readings[index - 1];
  const from = line.readings[index]?.from ?? 0;
  return before !== undefined && line.tokens.slice(before.to, from).every((token) => between.test(token.text));
}

const CLOCK_DIGITS = /^(?:1[0-2]|[1-9])(?:00|15|30|45)?$/;

/** "At seven thirty, eight fifteen or nine": several times of day in a row. */
function clockTimes(line: Line): number[] {
  if (!line.tokens.some((token) => TIME_CUES.has(token.text)) || hasPhoneCue(line)) return [];
  const groups: { members: number[]; digits: string }[] = [];
  for (const [index, reading] of line.readings.entries()) {
    const last = groups.at(-1);
    if (last && adjoins(line, index, /^[-.:]$/)) {
      last.members.push(index);
      last.digits += reading.digits;
    } else groups.push({ members: [index], digits: reading.digits });
  }
  const all = groups.every(({ digits }) => CLOCK_DIGITS.test(digits)) && groups.some(({ digits }) => digits.length > 2);
  return all ? groups.flatMap(({ members }) => members) : [];
}

function nextWord(line: Line, at: number): string {
  return line.tokens[at]?.kind === "mark" ? "" : (line.tokens[at]?.text ?? "");
}

function previousWord(line: Line, at: number): string {
  const token = line.tokens[at - 1];
  const skipped =
    token?.text === "," || token?.text === "." || token?.text === "de" || token?.text === "del"
      ? line.tokens[at - 2]
      : token;
  return skipped?.text ?? "";
}
