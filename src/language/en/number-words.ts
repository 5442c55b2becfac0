/**
 * The words of English numbers, in one table, and how a number is said with them. Whoever reads numbers (numbers.ts) or
 * says them (to-spoken.ts) has the words from here.
 */

const list = (words: string): readonly string[] => words.split(" ");

export const UNITS = list("zero one two three four five six seven eight nine");
export const TEENS = list("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen");
export const TENS = list("twenty thirty forty fifty sixty seventy eighty ninety");
export const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1_000_000],
]);

/** What a word counts by itself. */
export const UNIT_VALUES: ReadonlyMap<string, number> = new Map(UNITS.map((word, value) => [word, value]));
export const TEEN_VALUES: ReadonlyMap<string, number> = new Map(TEENS.map((word, i) => [word, 10 + i]));
export const TEN_VALUES: ReadonlyMap<string, number> = new Map([
  ...TENS.map((word, i): [string, number] => [word, 20 + 10 * i]),
  ["fourty", 40],
]);
/** The digit that a word names where digits are listed: there "oh" is one too. */
export const DIGIT_VALUES: ReadonlyMap<string, number> = new Map([...UNIT_VALUES, ["oh", 0]]);

/** Every word that a number may begin with. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...UNIT_VALUES.keys(),
  ...TEEN_VALUES.keys(),
  ...TEN_VALUES.keys(),
]);

/** Ordinals that are not their number plus "th". */
const ODD_ORDINALS: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);

function ordinalOf(word: string): string {
  return ODD_ORDINALS.get(word) ?? (word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`);
}

export const ORDINAL_VALUES: ReadonlyMap<string, number> = new Map(
  [...UNIT_VALUES, ...TEEN_VALUES, ...TEN_VALUES]
    .filter(([, value]) => value > 0)
    .map(([word, value]) => [ordinalOf(word), value]),
);

/** A whole number below a thousand million in American words: "one hundred twenty five". Longer ones digit by digit. */
export function cardinal(value: number): string {
  if (value < 20) return UNITS[value] ?? TEENS[value - 10] ?? "";
  if (value < 100) return followed(TENS[Math.floor(value / 10) - 2] ?? "", value % 10);
  if (value >= 1e9) return digitByDigit(String(value));
  const [size, name] = value < 1000 ? [100, "hundred"] : value < 1e6 ? [1000, "thousand"] : [1e6, "million"];
  return followed(`${cardinal(Math.floor(value / size))} ${name}`, value % size);
}

function followed(head: string, rest: number): string {
  return rest === 0 ? head : `${head} ${cardinal(rest)}`;
}

/** "twenty third". */
export function ordinal(value: number): string {
  const words = cardinal(value).split(" ");
  const last = words.pop() ?? "";
  return [...words, ordinalOf(last)].join(" ");
}

/** "3rd". */
export function shortOrdinal(value: number): string {
  const last = value % 100 >= 11 && value % 100 <= 13 ? 0 : value % 10;
  return `${value}${last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th"}`;
}

/** "044" as "zero four four". Anything that is no digit is dropped. */
export function digitByDigit(digits: string): string {
  return [...digits].flatMap((digit) => UNITS[digit === " " ? -1 : Number(digit)] ?? []).join(" ");
}

/** Two digits behind an hour or a century: "oh five", "thirty". */
export function pair(value: number): string {
  return value < 10 ? `oh ${cardinal(value)}` : cardinal(value);
}

/** A year as it is said: 1985 "nineteen eighty five", 2026 "twenty twenty six", 2005 "two thousand five". */
export function yearInWords(year: number): string {
  const century = Math.floor(year / 100);
  const rest = year % 100;
  if (rest === 0) return year % 1000 === 0 ? cardinal(year) : `${cardinal(century)} hundred`;
  return century % 10 === 0 && rest < 10 ? cardinal(year) : `${cardinal(century)} ${pair(rest)}`;
}
