/**
 * What is written in signs, in the words of its language, for voices: prices, times, days, telephone numbers, codes,
 * addresses of the web. Plain numbers stay digits: every voice of a language reads those. Pure.
 */
import { amountIn } from "./numbers.ts";
import type { Tongue } from "./tongue.ts";

const AMOUNT = String.raw`\d{1,3}(?:[.'\u00a0\u202f]\d{3})+(?:,\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const SIGN_BEFORE = new RegExp(String.raw`(?<![\w.,])(€|US\$|\$|£|CHF)\s?(${AMOUNT})(?![\w%]|[.,]\d)`, "g");
const SIGN_BEHIND = new RegExp(
  String.raw`(?<![\w.,+-])(${AMOUNT})\s?(€|\$|£|CHF\b|EUR\b|USD\b|[Ee]uros?\b|[Dd]ollars?\b)`,
  "g",
);
const CLOCK = String.raw`(?<![\w.,:])([01]?\d|2[0-4])(?:[:h]([0-5]\d)|h(?!\w))`;
const PHONE =
  /(?<![\w+])(?:\+\d[\d\s().-]{6,18}\d|\(?0\d[\d\s()./-]{6,16}\d|\d{2,3}(?:[\s.-]\d{2,4}){2,4}|\d{7,15})(?![\w])/g;
/** "12/06", "12/06/2026", "12.6.", "12.06.2026". */
const DATE =
  /(?<![\w./])(0?[1-9]|[12]\d|3[01])(?:\/(0?[1-9]|1[0-2])(?:\/(\d{4}|\d{2}))?(?![\d/])|\.(0?[1-9]|1[0-2])\.(?:(\d{4}|\d{2})(?!\d)|(?!\d)))/g;
const ISO_DATE = /\b(\d{4})-(0\d|1[0-2])-([0-2]\d|3[01])\b/g;
const CODE = /(?<![\w@])#?(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\p{L}\d])/gu;
const WEB = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?:\/\/|www\.)[^\s,;)]*[^\s,;).!?]/gi;

export function spokenBy(tongue: Tongue, text: string): string {
  const { spoken, cardinal } = tongue;
  const digits = (group: string): string => [...group].map((digit) => cardinal(Number(digit))).join(" ");
  const money = (all: string, amount: string, sign: string): string => {
    const value = amountIn(amount.replaceAll(/[\u00a0\u202f]/g, "."));
    const known = { EUR: "€", USD: "$", US$: "$" }[sign] ?? (/^e/i.test(sign) ? "€" : /^d/i.test(sign) ? "$" : sign);
    if (value === null || value >= 1_000_000) return all;
    return spoken.money(Math.floor(value), Math.round((value % 1) * 100), known);
  };
  const date = (day: string, month: string, year: string | undefined): string =>
    spoken.date(Number(day), Number(month), year === undefined ? null : Number(year.length === 2 ? `20${year}` : year));
  const clock = new RegExp(`${CLOCK}(?:${spoken.clockWord.source})?`, "g");
  const dotted = new RegExp(String.raw`(?<![\w.,:])([01]?\d|2[0-4])\.([0-5]\d)(?:${spoken.clockWord.source})`, "g");
  const time = (_all: string, hour: string, minute: string | undefined): string =>
    spoken.clock(Number(hour), Number(minute ?? 0));

  return text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replaceAll(WEB, (address) => webAddress(address, tongue, digits))
    .replaceAll(SIGN_BEFORE, (all, sign: string, amount: string) => money(all, amount, sign))
    .replaceAll(SIGN_BEHIND, (all, amount: string, sign: string) => money(all, amount, sign))
    .replaceAll(ISO_DATE, (_all, year: string, month: string, day: string) => date(day, month, year))
    .replaceAll(dotted, time)
    .replaceAll(clock, time)
    .replaceAll(
      DATE,
      (
        _all,
        day: string,
        m1: string | undefined,
        y1: string | undefined,
        m2: string | undefined,
        y2: string | undefined,
      ) => date(day, m1 ?? m2 ?? "", y1 ?? y2),
    )
    .replaceAll(PHONE, (number) => {
      const plus = number.startsWith("+") ? `${(spoken.signs["+"] ?? "").trim()} ` : "";
      return plus + groupsOf(number).map(digits).join(", ");
    })
    .replaceAll(CODE, (code) => codeAloud(code, digits))
    .replaceAll(/[&%@+°=#]/g, (sign) => spoken.signs[sign] ?? " ");
}

/** As it is written apart; what is not, in threes from the front and at most four at the end. */
function groupsOf(number: string): string[] {
  const written = number.match(/\d+/g) ?? [];
  if (written.length > 1 && written.every((group) => group.length <= 4)) return written;
  const all = written.join("");
  const groups: string[] = [];
  let at = 0;
  while (all.length - at > 4) {
    groups.push(all.slice(at, at + 3));
    at += 3;
  }
  return [...groups, all.slice(at)];
}

/** "B74K9" sign by sign; "Covid-19" and "3er" stay what they are. */
function codeAloud(code: string, digits: (group: string) => string): string {
  if (/[a-z]{2,}/.test(code) || /^\d+(?:er|e|o|a|km|kg|min|m)$/i.test(code)) return code;
  const signs = [...code.replaceAll(/[^A-Za-z0-9]/g, "")];
  return signs.map((sign) => (/\d/.test(sign) ? digits(sign) : sign.toUpperCase())).join(", ");
}

function webAddress(address: string, tongue: Tongue, digits: (group: string) => string): string {
  const dot = { es: " punto ", fr: " point ", de: " Punkt ", en: " dot " }[tongue.language];
  const dash = { es: " guion ", fr: " tiret ", de: " Bindestrich ", en: " dash " }[tongue.language];
  const slash = { es: " barra ", fr: " barre oblique ", de: " Schrägstrich ", en: " slash " }[tongue.language];
  return address
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "")
    .replaceAll("@", tongue.spoken.signs["@"] ?? " ")
    .replaceAll(".", dot)
    .replaceAll("/", slash)
    .replaceAll("-", dash)
    .replaceAll(/\d+/g, (group) => ` ${digits(group)} `)
    .replaceAll(/[^\p{L}\s]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
