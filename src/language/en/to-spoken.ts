/**
 * Everything in a written English text that is not a word, made into words: prices, times, dates, telephone numbers,
 * codes, addresses of the web. One pass used twice: for the voice (speakable.ts), which keeps the punctuation, and for
 * the recogniser's language model (plain-words.ts), which keeps only the words. Pure.
 *
 * The order of the rules matters: each takes what it is sure of out of the reach of the ones after it, because what it
 * leaves behind are words.
 */
import { writtenOut } from "./abbreviations.ts";
import { clockInWords } from "./clock.ts";
import { dateInWords, MONTHS, WEEKDAYS } from "./dates.ts";
import { moneyInWords } from "./money.ts";
import { cardinal, digitByDigit, ordinal, yearInWords } from "./number-words.ts";
import { inThrees } from "./phones.ts";
import { signBySign } from "./spelling.ts";
import { capital } from "./words.ts";

/**
 * Where a voice pauses a bit, between the groups of a telephone number, the model sees one sentence. And a lone "a" is the
 * article to a voice: it is given "a.m." where the model knows "a m", and a pause behind the letter A of a code.
 */
type For = "voice" | "words";

const MONTH_NAMES = MONTHS.map(capital).join("|");
/** "8 a.m. Friday": no sentence ends there. */
const A_DAY_LATER = new RegExp(`\\ba\\.m\\.(?=\\s(?:${[...MONTHS, ...WEEKDAYS].map(capital).join("|")})\\b)`, "g");
const NANP = /(?<![\w+])(?:\+?1[\s.-]?)?\(?([2-9]\d{2})\)?[\s.-]?(\d{3})[\s.-]?(\d{4})(?![\w-]|\.\d)/g;
const LOCAL = /(?<![\w+-])(\d{3})-(\d{4})(?![\w-])/g;
const INTERNATIONAL = /(?<![\w+])\+(\d[\d\s().-]{6,18}\d)(?!\w)/g;
const HALF = String.raw`([ap])(?:\.\s?m\.|\.?\s?m\b)`;
const CLOCK = new RegExp(String.raw`(?<![\w:])([01]?\d|2[0-3])[:h]([0-5]\d)(?::[0-5]\d)?(?:\s?${HALF})?(?!\w)`, "gi");
const HOUR = new RegExp(String.raw`(?<![\w:.])(1[0-2]|[1-9])\s?${HALF}(?!\w)`, "gi");
const AMOUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?`;
const PRICE = new RegExp(
  String.raw`(?:US)?([$€£])\s?${AMOUNT}(?![\d%])(?:\s?(k\b|thousand\b|million\b|billion\b))?`,
  "g",
);
const PRICE_RANGE = /(?:US)?([$€£])\s?([\d,]*\d)(?:\s?-\s?|\sto\s)\1?([\d,]*\d)(?![\d.%,]*\d|%)/g;
const CODE = /(?<![\w@])#?(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?!\w)/g;

/** In a range the currency is said once: "forty to fifty dollars". */
function priceRange(_all: string, sign: string, low: string, high: string): string {
  return `${cardinal(number(low))} to ${moneyInWords(number(high) * 100, sign)}`;
}

function price(_all: string, sign: string, whole: string, cents: string | undefined, size: string | undefined): string {
  const units = number(whole);
  const centsOf = Number((cents ?? "").padEnd(2, "0"));
  if (size === undefined) return moneyInWords(units * 100 + centsOf, sign);
  const currency = moneyInWords(200, sign).split(" ")[1] ?? "";
  const amount = cents === undefined ? cardinal(units) : `${cardinal(units)} point ${digitByDigit(cents)}`;
  return `${amount} ${size === "k" ? "thousand" : size} ${currency}`;
}

/** "10.00 USD", "42€": the currency behind the sum. */
function priceBefore(all: string, whole: string, cents: string | undefined, currency: string): string {
  return price(all, { USD: "$", dollars: "$", EUR: "€", GBP: "£" }[currency] ?? currency, whole, cents, undefined);
}

function number(text: string): number {
  return Number(text.replaceAll(",", ""));
}

function clock(hourText: string, minuteText: string, half: string): string {
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (half !== "" || minute !== 0) return clockInWords(hour, minute) + half;
  return hour >= 1 && hour <= 12 ? `${cardinal(hour)} o'clock` : `${cardinal(hour)} hundred`;
}

/** "B74K9" is a code; of "Covid-19" the word stays one, and "2nd" was or will be read otherwise. */
function code(token: string, afterA: string): string {
  if (/^\d+(?:st|nd|rd|th)$/i.test(token)) return token;
  const parts = token.match(/\d+|[A-Za-z]+/g) ?? [];
  const wordy = /^[A-Z]{4,}-\d\d?$/.test(token) || parts.some((part) => /[aeiouy]/.test(part) && part.length >= 3);
  return wordy
    ? parts.map((part) => (/\d/.test(part) ? plainNumber(part) : part)).join(" ")
    : signBySign(parts.join(""), afterA);
}

function plainNumber(text: string): string {
  const digits = text.replaceAll(",", "");
  if (digits.length > 9) return digitByDigit(digits);
  if (text.includes(",")) return cardinal(Number(digits));
  if (/^0\d/.test(digits) || digits.length >= 5) return digitByDigit(digits);
  const value = Number(digits);
  if (value >= 1100 && value <= 2099 && value % 1000 !== 0) return yearInWords(value);
  return value < 1000 || value % 100 === 0 ? cardinal(value) : digitByDigit(digits);
}

/** "1980s", "80s", "1900s". */
function decade(century: string | undefined, years: number): string {
  const named = years === 0 ? "hundreds" : `${cardinal(years)}s`.replace(/ys$/, "ies");
  return century === undefined ? named : `${cardinal(Number(century))} ${named}`;
}

function webAddress(address: string): string {
  return address
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "")
    .replaceAll("@", " at ")
    .replaceAll(".", " dot ")
    .replaceAll("/", " slash ")
    .replaceAll("_", " underscore ")
    .replaceAll("-", " dash ")
    .replaceAll("+", " plus ")
    .replaceAll(/\d+/g, (digits) => ` ${digitByDigit(digits)} `)
    .replaceAll(/[^\p{L}\s]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** "2026-06-12", "6/12", "6/12/2026" as Americans write it; what cannot be a day of the year is left. */
function slashDate(all: string, month: string, day: string, year: string | undefined): string {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return all;
  const full = year === undefined ? null : Number(year.length === 2 ? `20${year}` : year);
  return dateInWords(Number(month), Number(day), full);
}

export function spellOut(text: string, whom: For): string {
  const pause = whom === "voice" ? "," : "";
  const groups = (...digits: readonly (string | undefined)[]): string =>
    digits.flatMap((group) => (group === undefined ? [] : digitByDigit(group))).join(`${pause} `);
  const half = (letter: string | undefined): string =>
    letter === undefined ? "" : whom === "voice" && /a/i.test(letter) ? " a.m." : ` ${letter.toLowerCase()} m`;
  const plain = text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d"]/g, "")
    .replaceAll(/[\u2012-\u2015\u2212]/g, "-")
    .replaceAll("\u2026", "...")
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, webAddress)
    .replaceAll(/\b(?:https?:\/\/|www\.)[^\s,;)]*[^\s,;).!?]/gi, webAddress)
    .replaceAll(/\b[a-z0-9-]+\.(?:com|org|net|edu|gov|io|biz|info)\b(?:\/[\w/-]+)?/gi, webAddress);
  return writtenOut(plain.replaceAll("_", " "))
    .replaceAll(new RegExp(String.raw`(?<![\w.,$€£])${AMOUNT}\s?(USD|dollars|EUR|€|GBP|£)(?!\w)`, "g"), priceBefore)
    .replaceAll(PRICE_RANGE, priceRange)
    .replaceAll(PRICE, price)
    .replaceAll(/\b(\d{4})-(0\d|1[0-2])-([0-2]\d|3[01])\b/g, (all, year: string, month: string, day: string) =>
      slashDate(all, month, day, year),
    )
    .replaceAll(/(?<![\w/.])(\d\d?)\/(\d\d?)(?:\/(\d{4}|\d\d))?(?![\w/]|\.\d)/g, slashDate)
    .replaceAll(NANP, (_all, area: string, exchange: string, line: string) => groups(area, exchange, line))
    .replaceAll(LOCAL, (_all, exchange: string, line: string) => groups(exchange, line))
    .replaceAll(INTERNATIONAL, (_all, rest: string) => {
      const parts = rest.split(/[\s().-]+/).filter(Boolean);
      return `plus ${groups(...(parts.length > 1 ? parts : inThrees(rest)))}`;
    })
    .replaceAll(/(?<=\d:\d\d)\s?-\s?(?=\d{1,2}\b)/g, " to ")
    .replaceAll(/(?<=\d(?:\s?[ap]\.?m\.?)?)\s?-\s?(?=\d{1,2}(?::\d\d)?\s?[ap]\.?m\b|\d{1,2}:\d\d)/gi, " to ")
    .replaceAll(CLOCK, (_all, hour: string, minute: string, letter: string | undefined) =>
      clock(hour, minute, half(letter)),
    )
    .replaceAll(HOUR, (_all, hour: string, letter: string) => cardinal(Number(hour)) + half(letter))
    .replaceAll(
      /\b([ap])(?:\.m\.| m\b)(?![\w'])|\b([AP])M\b/g,
      (_all, small: string | undefined, large: string | undefined) => half(small ?? large).trim(),
    )
    .replaceAll(
      new RegExp(`\\b(${MONTH_NAMES})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*(?:people|guests))`, "g"),
      (all, month: string, day: string) =>
        Number(day) >= 1 && Number(day) <= 31 ? `${month} ${ordinal(Number(day))}` : all,
    )
    .replaceAll(new RegExp(`\\b(?:the\\s)?([12]?\\d|3[01])\\s+(?=(?:${MONTH_NAMES})\\b)`, "g"), (_all, day: string) =>
      Number(day) > 0 ? `the ${ordinal(Number(day))} of ` : `${cardinal(0)} `,
    )
    .replaceAll(/(?<!\w)(1[89]|20)?(\d0)'?s\b/g, (_all, century: string | undefined, years: string) =>
      decade(century, Number(years)),
    )
    .replaceAll(/\b(\w+) \((\d+)\)/g, (all, word: string, digits: string) =>
      cardinal(Number(digits)) === word.toLowerCase() ? word : all,
    )
    .replaceAll(/\b(\d{1,3})(?:st|nd|rd|th)\b/gi, (_all, value: string) => ordinal(Number(value)))
    .replaceAll(/(?<=\bextension )\d+/g, digitByDigit)
    .replaceAll(
      /#(\d+)\b/g,
      (_all, digits: string) => `number ${digits.length < 3 ? cardinal(Number(digits)) : digitByDigit(digits)}`,
    )
    .replaceAll(
      /(?<=\b(?:number|code|order|reference|ticket|case|invoice|pin)(?: is|:)? )\d{3,}(?:-\d+)*\b/gi,
      digitByDigit,
    )
    .replaceAll(CODE, (token) => code(token, pause))
    .replaceAll(/(\d)\s?%/g, "$1 percent")
    .replaceAll(/(?<![\w-])(\d{1,3}|(?:19|20)\d\d)\s?-\s?(\d{1,3}|(?:19|20)\d\d)(?![\w-]|\.\d)/g, "$1 to $2")
    .replaceAll(/(?<=\d)-(?=\d)/g, `${pause} `)
    .replaceAll(/(?<=day)-(?=\w+day)/g, " to ")
    .replaceAll(/~\s?(?=\d)/g, "about ")
    .replaceAll(/(?<=\w)\+/g, " plus ")
    .replaceAll(/(?<![\w)])-(?=\d)/g, "minus ")
    .replaceAll(
      /\b(\d{1,3}(?:,\d{3})+|\d+)\.(\d+)\b/g,
      (_all, whole: string, part: string) => `${plainNumber(whole)} point ${digitByDigit(part)}`,
    )
    .replaceAll(/(?<=\p{L})(?=\d)/gu, " ")
    .replaceAll(/\d{1,3}(?:,\d{3})+(?!\d)|\d+/g, plainNumber)
    .replaceAll(/\s*&\s*/g, " and ")
    .replaceAll("@", " at ")
    .replaceAll(A_DAY_LATER, "a.m.,")
    .replaceAll(/[^\p{L}\p{M}\s.,;:!?'()-]+/gu, " ");
}
