/**
 * Prices, times, dates and plain numbers as people write them. Each reader looks at one place of the words of an
 * utterance and answers with what is written there and the place behind it, or with nothing. What could be two things
 * ("forty two fifty" with nothing about money or time around it) is left in words. Pure.
 */
import {
  isNumberWord,
  plainNumber,
  readBelowHundred,
  readDigit,
  readNumber,
  readOrdinal,
  readYear,
  shortOrdinal,
} from "./spoken-numbers.ts";
import type { Read } from "./spoken-numbers.ts";

type Words = readonly string[];

const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/;
const MONTHS = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;
const BEFORE_A_TIME = /^(?:at|from|until|till|by|around|before|after|past|between|about|'til)$/;
const PRICE_WORDS =
  /^(?:costs?|charges?|charged|total|price|prices|priced|fee|fees|deposit|rate|rates|pay|comes|runs|starts|tax)$/;
const COUNTED =
  /^(?:people|persons?|guests?|adults?|children|kids|tables?|rooms?|seats?|nights?|days?|weeks?|months?|years?|hours?|minutes?|miles?|blocks?|tickets?|spots?|openings?|percent|bucks|dollars?|cents?)$/;

const NAMES_A_CODE =
  /^(?:confirmation|conformation|reference|order|booking|reservation|tracking|account|case|ticket|repair|invoice|code|pin|room|license|plate)$/;

/** Something just before calls for a code: "confirmation number is", "the code is". */
export const codeIsDue = (words: Words, at: number): boolean =>
  words.slice(Math.max(0, at - 5), at).some((word) => NAMES_A_CODE.test(word));

export const isWeekday = (word: string | undefined): boolean => WEEKDAYS.test(word ?? "");
export const isMonth = (word: string | undefined): boolean => MONTHS.test(word ?? "");
export const isCounted = (word: string | undefined): boolean => COUNTED.test(word ?? "");
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const money = (dollars: number, cents: number | null): string =>
  `$${dollars.toLocaleString("en-US")}${cents === null ? "" : `.${String(cents).padStart(2, "0")}`}`;

/** Something in the sentence so far speaks of money, and nothing just before of the clock. */
function aboutMoney(words: Words, at: number): boolean {
  if (BEFORE_A_TIME.test(words[at - 1] ?? "") && words[at - 2] !== "starts" && words[at - 2] !== "start") return false;
  return words.slice(Math.max(0, at - 8), at).some((word) => PRICE_WORDS.test(word));
}

/** "forty two dollars and fifty cents", "forty to fifty dollars", "eighty nine ninety five" where money is spoken of. */
export function readPrice(words: Words, at: number): Read<string> | null {
  const number = readNumber(words, at);
  if (number === null) return null;
  const upTo = /^(?:to|or|and)$/.test(words[number.next] ?? "") ? readNumber(words, number.next + 1) : null;
  if (upTo !== null && /^dollars?$/.test(words[upTo.next] ?? "") && words[number.next] !== "and") {
    return {
      value: `${money(number.value, null)} ${words[number.next]} ${money(upTo.value, null)}`,
      next: upTo.next + 1,
    };
  }
  if (/^dollars?$/.test(words[number.next] ?? "")) return withCents(words, number.value, number.next + 1);
  if (number.value < 1 || number.value > 999 || !aboutMoney(words, at)) return null;
  const cents = readBelowHundred(words, number.next);
  if (cents === null || cents.value < 10 || /^(?:a|p)$/.test(words[cents.next] ?? "") || isCounted(words[cents.next]))
    return null;
  if (number.value % 10 === 0 && number.value >= 20 && number.value < 100 && cents.value < 10) return null;
  return { value: money(number.value, cents.value), next: cents.next };
}

function withCents(words: Words, dollars: number, next: number): Read<string> {
  const joined = words[next] === "and" ? next + 1 : next;
  const cents = readBelowHundred(words, joined);
  if (cents === null) return { value: money(dollars, null), next };
  if (/^cents?$/.test(words[cents.next] ?? "")) return { value: money(dollars, cents.value), next: cents.next + 1 };
  const last =
    words[cents.next] === undefined || /^(?:plus|per|each|a|an|including|for|in)$/.test(words[cents.next] ?? "");
  if (joined === next && cents.value >= 10 && last && !/^[ap]$/.test(words[cents.next] ?? "")) {
    return { value: money(dollars, cents.value), next: cents.next };
  }
  return { value: money(dollars, null), next };
}

/** Minutes as they are spoken after an hour: "oh five", "fifteen", "forty five". */
function readMinutes(words: Words, at: number): Read<number> | null {
  if (words[at] === "oh") {
    const digit = readDigit(words[at + 1]);
    return digit !== null && digit > 0 ? { value: digit, next: at + 2 } : null;
  }
  const minutes = readBelowHundred(words, at);
  return minutes !== null && minutes.value >= 10 && minutes.value < 60 ? minutes : null;
}

function readHalfOfDay(words: Words, at: number): Read<string> | null {
  const [letter, m] = [words[at], words[at + 1]];
  if ((letter === "a" || letter === "p") && m === "m") return { value: `${letter.toUpperCase()}M`, next: at + 2 };
  return letter === "am" || letter === "pm" ? { value: letter.toUpperCase(), next: at + 1 } : null;
}

const clock = (hour: number, minutes: number): string => `${hour}:${String(minutes).padStart(2, "0")}`;

/** "half past ten", "quarter to eight", "ten to eight". */
function readAroundTheHour(words: Words, at: number): Read<string> | null {
  const article = words[at] === "a" && words[at + 1] === "quarter" ? 1 : 0;
  const word = words[at + article];
  const minutes =
    word === "half"
      ? { value: 30, next: at + 1 }
      : word === "quarter"
        ? { value: 15, next: at + article + 1 }
        : readBelowHundred(words, at);
  if (minutes === null || minutes.value > 30 || minutes.value % 5 !== 0 || minutes.value === 0) return null;
  const direction = words[minutes.next];
  // "ten to eight" alone is more often a range; after "at" it is a time.
  const to = direction === "to" && (word === "quarter" || words[at - 1] === "at");
  if (direction !== "past" && direction !== "after" && !to) return null;
  const hour = readBelowHundred(words, minutes.next + 1);
  if (hour === null || hour.value < 1 || hour.value > 12) return null;
  const before = direction === "to";
  const shown = before ? (hour.value === 1 ? 12 : hour.value - 1) : hour.value;
  const half = readHalfOfDay(words, hour.next);
  const time = clock(shown, before ? 60 - minutes.value : minutes.value);
  return half === null ? { value: time, next: hour.next } : { value: `${time} ${half.value}`, next: half.next };
}

/** "seven thirty p m", "nine o'clock", "at eight fifteen", "half past ten", "nine in the morning". */
export function readTime(words: Words, at: number): Read<string> | null {
  const around = readAroundTheHour(words, at);
  if (around !== null) return around;
  const hour = readBelowHundred(words, at);
  if (hour === null || hour.value < 1 || hour.value > 12) return null;
  const minutes = readMinutes(words, hour.next);
  const next = minutes?.next ?? hour.next;
  const time = minutes === null ? String(hour.value) : clock(hour.value, minutes.value);
  const half = readHalfOfDay(words, next);
  if (half !== null) return { value: `${time} ${half.value}`, next: half.next };
  if (words[next] === "o'clock") {
    const later = readHalfOfDay(words, next + 1);
    if (later !== null) return { value: `${time} ${later.value}`, next: later.next };
    return { value: words.slice(at, next + 1).join(" "), next: next + 1 };
  }
  const cued = BEFORE_A_TIME.test(words[at - 1] ?? "") || isHourRange(words, at);
  if (isNumberWord(words[next]) || isCounted(words[next]) || /^[b-hj-z]$/.test(words[next] ?? "")) return null;
  if (!cued && words[hour.next] === "oh" && codeIsDue(words, at)) return null;
  if (minutes !== null) {
    const usual = [0, 15, 30, 45].includes(minutes.value) || words[hour.next] === "oh";
    return (cued || usual) && !aboutMoney(words, at) ? { value: time, next } : null;
  }
  const partOfDay =
    /^(?:in the (?:morning|afternoon|evening)|at night|tonight|this (?:morning|afternoon|evening))/.test(
      words.slice(next, next + 3).join(" "),
    );
  const about = words[at - 1] === "about" || words[at - 1] === "around";
  return partOfDay || (cued && !about && !aboutMoney(words, at)) ? { value: time, next } : null;
}

/** The second of "from nine to five". */
function isHourRange(words: Words, at: number): boolean {
  return (
    (/^(?:to|until|till|through)$/.test(words[at - 1] ?? "") && /^(?:from|m|am|pm)$/.test(words[at - 3] ?? "")) ||
    (words[at - 1] === "to" && words[at - 3] === "from")
  );
}

/** "march third", "the twelfth of june", "wednesday the fourteenth", with the year if there is one. */
export function readDate(words: Words, at: number): Read<string> | null {
  const article = words[at] === "the" ? 1 : 0;
  if (isMonth(words[at])) {
    const the = words[at + 1] === "the" ? 1 : 0;
    const day = readOrdinal(words, at + 1 + the);
    if (day === null) return null;
    const month = capital(words[at] ?? "");
    return withYear(words, { value: `${month} ${the === 1 ? "the " : ""}${shortOrdinal(day.value)}`, next: day.next });
  }
  const day = readOrdinal(words, at + article);
  if (day === null) return null;
  if (words[day.next] === "of" && isMonth(words[day.next + 1])) {
    const of = `${article === 1 ? "the " : ""}${shortOrdinal(day.value)} of ${capital(words[day.next + 1] ?? "")}`;
    return withYear(words, { value: of, next: day.next + 2 });
  }
  const dated = isWeekday(words[at - 1]) || (article === 1 && day.value > 12);
  return dated ? { value: `${article === 1 ? "the " : ""}${shortOrdinal(day.value)}`, next: day.next } : null;
}

function withYear(words: Words, date: Read<string>): Read<string> {
  const year = readYear(words, date.next);
  return year === null ? date : { value: `${date.value}, ${year.value}`, next: year.next };
}

/** "twenty four", "one hundred and twenty"; not one of two numbers side by side, which may be anything. */
export function readPlainNumber(words: Words, at: number): Read<string> | null {
  const number = readNumber(words, at);
  if (number === null || isNumberWord(words[number.next]) || isNumberWord(words[at - 1])) return null;
  if (words[number.next] === "and" && words[number.next + 1] === "a" && words[number.next + 2] === "half") return null;
  return number.value < 10 ? null : { value: plainNumber(number.value), next: number.next };
}
