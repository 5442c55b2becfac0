/** German. */
import { INTERNATIONAL, letterNames, wordSet } from "../tabled/alphabet.ts";
import type { Tongue } from "../tabled/tongue.ts";
import { ACTS, ASKS, NO, YES } from "./acts.ts";
import { clockIn } from "./clock.ts";
import { cardinal, numberIn, ordinal, ordinalIn } from "./numbers.ts";

const MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const MONEY: Readonly<Record<string, readonly [one: string, many: string, cents: string]>> = {
  "€": ["Euro", "Euro", "Cent"],
  $: ["Dollar", "Dollar", "Cent"],
  "£": ["Pfund", "Pfund", "Pence"],
  CHF: ["Franken", "Franken", "Rappen"],
};
/** "ein Euro", "hundertein Euro". */
const beforeNoun = (value: number): string => cardinal(value).replace(/eins$/, "ein");

/** "Freitagabend", "Montagvormittag". */
const PARTED = Object.fromEntries(
  Object.entries({
    ...{ montag: "monday", dienstag: "tuesday", mittwoch: "wednesday", donnerstag: "thursday", freitag: "friday" },
    ...{ samstag: "saturday", sonnabend: "saturday", sonntag: "sunday" },
  }).flatMap(([day, english]) =>
    ["morgen", "fruh", "vormittag", "mittag", "nachmittag", "abend", "nacht"].map((part) => [day + part, english]),
  ),
);

export const GERMAN: Tongue = {
  language: "de",
  numberIn,
  ordinalIn,
  clockIn,
  dayParts: [
    [/^(?:morgens|vormittags|in der fruh|fruh|am (?:morgen|vormittag))\b/, "morning"],
    [/^(?:nachmittags|mittags|am nachmittag|am mittag)\b/, "afternoon"],
    [/^(?:abends|nachts|am abend|in der nacht)\b/, "night"],
  ],
  currencies: { euro: "€", euros: "€", dollar: "$", dollars: "$", pfund: "£", franken: "CHF", fr: "CHF", stutz: "CHF" },
  cents: /^(?:cents?|rappen)$/,
  joins: [
    ["und", false],
    ["komma", true],
  ],
  free: /^(?:kostenlos|kostenfrei|gratis|umsonst|kostet nichts)\b/,
  per: [
    [/^(?:pro|je|die) (?:person|nase|gast)\b/, "person"],
    [/^(?:pro|je|die) nacht\b/, "night"],
    [/^(?:pro|je|die) stunde\b/, "hour"],
    [/^(?:pro|je|am) tag\b/, "day"],
    [/^(?:pro|im) monat\b/, "month"],
  ],
  weekdays: {
    montag: "monday",
    montags: "monday",
    dienstag: "tuesday",
    dienstags: "tuesday",
    mittwoch: "wednesday",
    mittwochs: "wednesday",
    donnerstag: "thursday",
    donnerstags: "thursday",
    freitag: "friday",
    freitags: "friday",
    samstag: "saturday",
    samstags: "saturday",
    sonnabend: "saturday",
    sonntag: "sunday",
    sonntags: "sunday",
    ...PARTED,
  },
  months: [
    ..."januar februar marz april mai juni juli august september oktober november dezember".split(" "),
    "janner",
    "feber",
    "",
    "",
    "",
    "juno",
    "julei",
  ],
  relativeDays: [
    [/^(?:ubermorgen)\b/, "day after tomorrow"],
    [/^(?:heute)\b/, "today"],
    [/^morgen\b/, "tomorrow"],
  ],
  weeks: {
    behind: [
      [/^in (?:einer woche|acht tagen|8 tagen)\b/, "week after"],
      [/^in (?:zwei wochen|vierzehn tagen|14 tagen)\b/, "in two weeks"],
      [/^(?:der )?nachste[nr]? woche\b/, "next"],
    ],
    before: [
      [/\bnachste woche(?: am)?$/, "next"],
      // Where it is said, people do not agree whether that is this week's.
      [/\bnachste[nr]?$/, "this or next"],
    ],
  },
  everyWeek: /(?:^| )(?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)$|^jeden \w+$/,
  letters: letterNames(
    "be B, ce C, de D, ef F, ge G, ha H, jot J, ka K, el L, em M, en N, pe P, ku Q, kuh Q, er R, es S, te T, vau V, fau V, we W, weh W, ix X, ypsilon Y, zett Z, zet Z",
  ),
  weakLetters: new Set("a e er es en ha em el ge de we we be ef ka ce pe te".split(" ")),
  asIn: /^(?:wie|fur|von)$/,
  alphabet: wordSet(
    INTERNATIONAL,
    "anton berta casar dora emil friedrich gustav heinrich ida julius kaufmann konrad ludwig martha nordpol otto paula quelle richard samuel siegfried theodor ulrich viktor wilhelm xanthippe zacharias zeppelin",
    "aachen berlin chemnitz dusseldorf essen frankfurt goslar hamburg ingelheim jena koln leipzig munchen nurnberg offenbach potsdam quickborn rostock salzwedel tubingen unna volklingen wuppertal xanten zwickau",
  ),
  twice: /^(?:doppel|zweimal)$/,
  acts: ACTS,
  yes: YES,
  no: NO,
  asks: ASKS,
  small:
    /^(?:um|am|an|im|in|der|die|das|den|dem|des|fur|zu|zum|und|ein|eine|einen|pro|je|ab|bis|von|vom|gegen|uhr|person)$/,
  cardinal,
  spoken: {
    clock: (hour, minute) => `${beforeNoun(hour)} Uhr${minute === 0 ? "" : ` ${cardinal(minute)}`}`,
    clockWord: /\s?(?:Uhr|h)\b/,
    money(units, cents, sign) {
      const [one, many, hundredths] = MONEY[sign] ?? ["", "", ""];
      if (units === 0) return `${beforeNoun(cents)} ${hundredths}`;
      return `${beforeNoun(units)} ${units === 1 ? one : many}${cents === 0 ? "" : ` ${cardinal(cents)}`}`;
    },
    // "am zwölften": in the dative, as after "am" and "vom", where a date stands mostly.
    date: (day, month, year) =>
      `${ordinal(day)}n ${MONTHS[month - 1]}${year === null ? "" : ` ${year >= 1100 && year < 2000 ? `${cardinal(Math.floor(year / 100))}hundert${year % 100 === 0 ? "" : cardinal(year % 100)}` : cardinal(year)}`}`,
    signs: {
      "&": " und ",
      "%": " Prozent",
      "@": " ät ",
      "+": " plus ",
      "°": " Grad",
      "=": " gleich ",
      "#": " Nummer ",
    },
  },
};
