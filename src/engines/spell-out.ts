/**
 * Everything in a written English text that is not a word, made into words: prices, times, dates, telephone numbers,
 * codes, addresses of the web. One pass used twice: for the voice (speakable.ts), which keeps the punctuation, and for
 * the recogniser's language model (spoken-words.ts), which keeps only the words. Pure.
 *
 * The order of the rules matters: each takes what it is sure of out of the reach of the ones after it, because what it
 * leaves behind are words.
 */
import { clockWords, digitWords, numberWords, ordinalWords, yearWords } from "./number-words.ts";

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const MONTH_NAMES = MONTHS.split("|");

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bDr\.(?=\s)/g, "Doctor"],
  [/\bMr\.(?=\s)/g, "Mister"],
  [/\bMrs\.(?=\s)/g, "Missis"],
  [/\bMs\.(?=\s)/g, "Miss"],
  [/\bSt\.(?=\s+[A-Z])/g, "Saint"],
  [/\b(St|Str)\.(?=\s|$|,)/g, "Street"],
  [/\bAve\.?(?=\s|$|,)/g, "Avenue"],
  [/\bBlvd\.?(?=\s|$|,)/g, "Boulevard"],
  [/\bNo\.\s?(?=\d)/g, "number "],
  [/\be\.g\.,?/gi, "for example"],
  [/\bi\.e\.,?/gi, "that is"],
  [/\betc\./gi, "et cetera"],
  [/\bapprox\./gi, "approximately"],
];

const NANP = /(?<![\w+])(?:\+?1[\s.-]?)?\(?([2-9]\d{2})\)?[\s.-]?(\d{3})[\s.-]?(\d{4})(?![\w-]|\.\d)/g;
const LOCAL = /(?<![\w+-])(\d{3})-(\d{4})(?![\w-])/g;
const INTERNATIONAL = /(?<![\w+])\+(\d[\d\s().-]{6,18}\d)(?!\w)/g;
const CLOCK = /(?<![\w:])([01]?\d|2[0-3])[:h]([0-5]\d)(?::[0-5]\d)?(?:\s?([ap])(?:\.\s?m\.|\.?\s?m\b))?/gi;
const HOUR = /(?<![\w:.])(1[0-2]|[1-9])\s?([ap])(?:\.\s?m\.|\.?\s?m\b)(?!\w)/gi;
const PRICE = /(?:(US)?([$€£])\s?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?(?![\d%])/g;
const CODE = /(?<![\w@])#?(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?!\w)/g;

const CURRENCY: Readonly<Record<string, readonly [one: string, many: string, cent: string, cents: string]>> = {
  $: ["dollar", "dollars", "cent", "cents"],
  "€": ["euro", "euros", "cent", "cents"],
  "£": ["pound", "pounds", "penny", "pence"],
};

function price(sign: string, whole: string, cents: string | undefined): string {
  const [one, many, cent, pence] = CURRENCY[sign] ?? ["dollar", "dollars", "cent", "cents"];
  const units = Number(whole.replaceAll(",", ""));
  const parts = Number(cents ?? 0);
  const head = `${numberWords(units)} ${units === 1 ? one : many}`;
  if (parts === 0) return head;
  const tail = `${numberWords(parts)} ${parts === 1 ? cent : pence}`;
  return units === 0 ? tail : `${head} and ${tail}`;
}

function halfOfDay(letter: string | undefined): string {
  return letter === undefined ? "" : ` ${letter.toLowerCase()} m`;
}

function clock(hourText: string, minuteText: string, half: string | undefined): string {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (half === undefined && minute === 0)
    return hour >= 1 && hour <= 12 ? `${numberWords(hour)} o'clock` : `${numberWords(hour)} hundred`;
  return clockWords(hour, minute) + halfOfDay(half);
}

/** "7B" and "B74K9" are codes; "2nd", "5pm" and "10km" are not, and were or will be read otherwise. */
function code(token: string): string {
  if (/^\d+(?:st|nd|rd|th|s|k|h|m|km|kg|min|hrs?|ft|lb|lbs|oz)$/i.test(token)) return token;
  return [...token.replaceAll(/[#-]/g, "")]
    .map((letter) => (/\d/.test(letter) ? digitWords(letter) : letter.toUpperCase()))
    .join(" ");
}

function plainNumber(text: string): string {
  const digits = text.replaceAll(",", "");
  if (digits.length > 9) return digitWords(digits);
  if (text.includes(",")) return numberWords(Number(digits));
  if (/^0\d/.test(digits) || digits.length >= 5) return digitWords(digits);
  const value = Number(digits);
  return value >= 1100 && value <= 2099 && digits.length === 4 && value % 1000 !== 0
    ? yearWords(value)
    : numberWords(value);
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
    .replaceAll(/\d+/g, (digits) => ` ${digitWords(digits)} `)
    .replaceAll(/[^\p{L}\s]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** `groupBreak` stands between the groups of a telephone number: a pause for the voice, a space for the model. */
export function spellOut(text: string, groupBreak: string): string {
  const groups = (...digits: readonly string[]): string => digits.map(digitWords).join(groupBreak);
  let plain = text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d"]/g, "")
    .replaceAll(/[\u2012-\u2015\u2212]/g, "-");
  for (const [pattern, words] of ABBREVIATIONS) plain = plain.replaceAll(pattern, words);
  return plain
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, webAddress)
    .replaceAll(/\b(?:https?:\/\/|www\.)[^\s,;)]*[^\s,;).!?]/gi, webAddress)
    .replaceAll(/\b[a-z0-9-]+\.(?:com|org|net|edu|gov|io|biz|info)\b(?:\/[\w/-]+)?/gi, webAddress)
    .replaceAll(PRICE, (_all, _us: string | undefined, sign: string, whole: string, cents: string | undefined) =>
      price(sign, whole, cents),
    )
    .replaceAll(
      /\b(\d{4})-(0\d|1[0-2])-([0-2]\d|3[01])\b/g,
      (_all, year: string, month: string, day: string) =>
        `${MONTH_NAMES[Number(month) - 1] ?? ""} ${ordinalWords(Number(day))}, ${yearWords(Number(year))}`,
    )
    .replaceAll(NANP, (_all, area: string, exchange: string, line: string) => groups(area, exchange, line))
    .replaceAll(LOCAL, (_all, exchange: string, line: string) => groups(exchange, line))
    .replaceAll(INTERNATIONAL, (_all, rest: string) => `plus ${groups(...rest.split(/[\s().-]+/).filter(Boolean))}`)
    .replaceAll(CLOCK, (_all, hour: string, minute: string, half: string | undefined) => clock(hour, minute, half))
    .replaceAll(HOUR, (_all, hour: string, half: string) => numberWords(Number(hour)) + halfOfDay(half))
    .replaceAll(
      /\b([ap])\.m\.(?!\w)|\b([AP])M\b/g,
      (_all, small: string | undefined, large: string | undefined) => `${(small ?? large ?? "").toLowerCase()} m`,
    )
    .replaceAll(/\b24\/7\b/g, "twenty four seven")
    .replaceAll(
      new RegExp(`\\b(${MONTHS})\\s+(\\d{1,2})(?!\\d|\\s*(?:people|guests))`, "g"),
      (all, month: string, day: string) =>
        Number(day) >= 1 && Number(day) <= 31 ? `${month} ${ordinalWords(Number(day))}` : all,
    )
    .replaceAll(/\b(\d{1,3})(?:st|nd|rd|th)\b/gi, (_all, value: string) => ordinalWords(Number(value)))
    .replaceAll(/#(\d+)\b/g, (_all, digits: string) => `number ${digitWords(digits)}`)
    .replaceAll(CODE, code)
    .replaceAll(/(\d)\s?%/g, "$1 percent")
    .replaceAll(/\b(\d{1,2})\s?-\s?(\d{1,2})\b/g, "$1 to $2")
    .replaceAll(
      /\b(\d+)\.(\d+)\b/g,
      (_all, whole: string, part: string) => `${plainNumber(whole)} point ${digitWords(part)}`,
    )
    .replaceAll(/\b(?:\d{1,3}(?:,\d{3})+|\d+)/g, plainNumber)
    .replaceAll(/\s*&\s*/g, " and ")
    .replaceAll("@", " at ")
    .replaceAll(/[^\p{L}\s.,;:!?'()-]+/gu, " ");
}
