/** English numbers as words. Pure; shared by what we say, what the recogniser expects, and what it writes down. */

export const ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"] as const;
export const TEENS = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
] as const;
export const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"] as const;

/** Ordinals that are not their number plus "th". */
const ODD_ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** 0 to 99, "forty two". */
function belowHundred(value: number): string {
  if (value < 10) return ONES[value] ?? "zero";
  if (value < 20) return TEENS[value - 10] ?? "ten";
  const tens = TENS[Math.floor(value / 10) - 2] ?? "twenty";
  const rest = value % 10;
  return rest === 0 ? tens : `${tens} ${ONES[rest]}`;
}

/** A whole number below a thousand million in American words: "one hundred twenty five". */
export function numberWords(value: number): string {
  if (value < 100) return belowHundred(value);
  const [size, name] = value < 1000 ? [100, "hundred"] : value < 1e6 ? [1000, "thousand"] : [1e6, "million"];
  const head = `${numberWords(Math.floor(value / size))} ${name}`;
  const rest = value % size;
  return rest === 0 ? head : `${head} ${numberWords(rest)}`;
}

/** "twenty third". */
export function ordinalWords(value: number): string {
  const words = numberWords(value).split(" ");
  const last = words.pop() ?? "";
  const ordinal = ODD_ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(" ");
}

/** Every digit by itself: "044" is "zero four four". Anything that is no digit is dropped. */
export function digitWords(digits: string): string {
  return [...digits]
    .map((digit) => ONES[Number(digit)])
    .filter((word) => word !== undefined)
    .join(" ");
}

/** A year as it is said: 1985 "nineteen eighty five", 2026 "twenty twenty six", 2005 "two thousand five". */
export function yearWords(year: number): string {
  const century = Math.floor(year / 100);
  const rest = year % 100;
  if (rest === 0) return year % 1000 === 0 ? numberWords(year) : `${numberWords(century)} hundred`;
  if (century % 10 === 0 && rest < 10) return numberWords(year);
  return `${numberWords(century)} ${rest < 10 ? `oh ${ONES[rest]}` : belowHundred(rest)}`;
}

/** A clock time as it is said, without a.m. or p.m.: 7:30 "seven thirty", 7:05 "seven oh five", 7:00 "seven". */
export function clockWords(hour: number, minute: number): string {
  if (minute === 0) return numberWords(hour);
  return `${numberWords(hour)} ${minute < 10 ? `oh ${ONES[minute]}` : belowHundred(minute)}`;
}
