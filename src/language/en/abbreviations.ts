/** What is written short and said long: titles, streets, units, months and days. Applied before any number is read. */
import { MONTHS, WEEKDAYS } from "./dates.ts";
import { capital } from "./words.ts";

type Rule = readonly [pattern: RegExp, said: string | ((...match: string[]) => string)];

const UNITS: ReadonlyMap<string, readonly [one: string, many: string]> = new Map(
  Object.entries({
    "km/h kph": "kilometer per hour|kilometers per hour",
    mph: "mile per hour|miles per hour",
    "min mins": "minute|minutes",
    "hr hrs h": "hour|hours",
    "sec secs": "second|seconds",
    "yr yrs": "year|years",
    km: "kilometer|kilometers",
    cm: "centimeter|centimeters",
    mm: "millimeter|millimeters",
    mi: "mile|miles",
    m: "meter|meters",
    sqft: "square foot|square feet",
    ft: "foot|feet",
    "lb lbs": "pound|pounds",
    oz: "ounce|ounces",
    kg: "kilogram|kilograms",
    g: "gram|grams",
    ml: "milliliter|milliliters",
    "°F": "degree Fahrenheit|degrees Fahrenheit",
    "°C": "degree Celsius|degrees Celsius",
    "°": "degree|degrees",
    "¢": "cent|cents",
  }).flatMap(([written, said]) =>
    written.split(" ").map((unit): [string, [string, string]] => {
      const [one = "", many = ""] = said.split("|");
      return [unit, [one, many]];
    }),
  ),
);

const FRACTIONS: readonly Rule[] = [
  [/(?:½|(?<![\d/])1\/2)(?=\s(?:price|off|time)\b)/g, "half"],
  [/(?<=\d)\s?½|(?<=\d)[\s-]1\/2(?![\d/])/g, " and a half"],
  [/(?<=\d)\s?¼|(?<=\d)[\s-]1\/4(?![\d/])/g, " and a quarter"],
  [/(?<=\d)\s?¾|(?<=\d)[\s-]3\/4(?![\d/])/g, " and three quarters"],
  [
    /(?:½|(?<![\d/])1\/2)\s(?=(?:an?\s)?([a-z]))/g,
    (_all, letter = "") => `half a${/[aeioh]/.test(letter) ? "n" : ""} `,
  ],
  [/½|(?<![\d/])1\/2(?![\d/])/g, "one half"],
  [/¼|(?<![\d/])1\/4(?=\s[a-z])/g, "a quarter"],
  [/¾|(?<![\d/])3\/4(?=\s[a-z])/g, "three quarters"],
  [/⅓|(?<![\d/])1\/3(?=\s[a-z])/g, "a third"],
  [/⅔|(?<![\d/])2\/3(?=\s[a-z])/g, "two thirds"],
];

const PLACE = String.raw`(?<=(?:\d|\b[A-Z])\w*\s)`;
const ENDS = String.raw`(?=[\s,;:!?.]|$)`;

const ABBREVIATIONS: readonly Rule[] = [
  // The full stop of "on Main St. We are" is the sentence's too.
  [/(?<=\b[a-z\d'-]+\s+(?:[A-Z]\w*|\d+\w\w)\s(?:St|Ave|Rd|Ln|Dr|Blvd))\.(?=\s+(?:[A-Z][a-z]*\s+[a-z]|I\b))/g, ".."],
  [new RegExp(`(?<=\\d(?:\\w*\\s){1,3})St\\b\\.?${ENDS}`, "g"), "Street"],
  [/\bSt\.(?=\s+[A-Z])(?<!(?:\d|\b[a-z'-]+|,)\s+[A-Z]\w*\sSt\.)/g, "Saint"],
  [/\b(?:St|Str)\.(?=\s|$|,)/g, "Street"],
  [new RegExp(`${PLACE}St${ENDS}`, "g"), "Street"],
  [/\bDr\.?(?=\s+[A-Z])(?<!\d\s[A-Z]\w*\sDr\.?)/g, "Doctor"],
  [new RegExp(`${PLACE}Dr\\b\\.?${ENDS}`, "g"), "Drive"],
  [new RegExp(`${PLACE}Rd\\b\\.?${ENDS}`, "g"), "Road"],
  [new RegExp(`${PLACE}Ln\\b\\.?${ENDS}`, "g"), "Lane"],
  [new RegExp(`\\bAve\\b\\.?${ENDS}`, "g"), "Avenue"],
  [new RegExp(`\\bBlvd\\b\\.?${ENDS}`, "g"), "Boulevard"],
  [/\bHwy\.?(?=\s)/g, "Highway"],
  [/\b(?:Apt|apt)\.?(?=\s#?\w*\d)/g, "apartment"],
  [/\b(?:Ste)\.?(?=\s#?\d)/g, "suite"],
  [/\bMr\b\.?(?=\s)/g, "Mister"],
  [/\bMrs\b\.?(?=\s)/g, "Missis"],
  [/\bMs\b\.?(?=\s)/g, "Miss"],
  [/\bProf\.(?=\s)/g, "Professor"],
  [/\bJr\b\.?/g, "Junior"],
  [/\bNo\.\s?(?=\d)/g, "number "],
  [/\be\.\s?g\.,?/gi, "for example"],
  [/\bi\.\s?e\.,?/gi, "that is"],
  [/\betc\.(?=\s+[a-z]|[,;:!?)])/gi, "et cetera"],
  [/\betc\b(?=\.)/gi, "et cetera"],
  [/\bapprox\./gi, "approximately"],
  [/\bvs\b\.?/gi, "versus"],
  [/\bincl\./gi, "including"],
  [/\bappt\b\.?(?=\s)/gi, "appointment"],
  [/\btel\.(?=\s|:)/gi, "telephone"],
  [/\bext\.?\s?(?=\d)/gi, "extension "],
  [/\bmin\.(?=\s\d)/gi, "minimum"],
  [/\bmax\.(?=\s\d)/gi, "maximum"],
  [/\bw\/o\b/gi, "without"],
  [/\bw\/\s?/gi, "with "],
  [/\b24\/7\b/g, "twenty four seven"],
];

const DAYS: readonly Rule[] = WEEKDAYS.map((day): Rule => {
  const short = capital(day).slice(0, 3);
  const longer = { tue: "s?", thu: "(?:rs?)?" }[day.slice(0, 3)] ?? "";
  // "Sat" and "Sun" are words as well: a day only next to what days stand next to.
  const word = /^(?:Sat|Sun)$/.test(short);
  const pattern = word
    ? String.raw`\b${short}s?(?:\.(?=\s[a-z\d])|(?=\s?[-–,&]|\s\d))|(?<=[a-z]-|&\s|on\s)${short}\b\.?`
    : String.raw`\b${short}${longer}\b(?:\.(?=\s[a-z\d]|,))?`;
  return [new RegExp(pattern, "g"), capital(day)];
});

const SHORT_MONTHS: readonly Rule[] = MONTHS.map((month): Rule => [
  new RegExp(String.raw`\b${capital(month).slice(0, 3)}t?\.?(?=\s\d{1,2}\b)`, "g"),
  capital(month),
]);

const ANY_UNIT = [...UNITS.keys()].map((unit) => unit.replace("sqft", "sq\\.?\\s?ft")).join("|");

const UNIT_RULES: readonly Rule[] = [
  [
    new RegExp(String.raw`(?<![\w:.#-])(\d[\d.,]{0,15})(?:\s?|-)(${ANY_UNIT})(?![\w/'])(?:\.(?=\s[a-z]))?`, "g"),
    (all, number = "", unit = "") => {
      const [one, many] = UNITS.get(unit.replace(/^sq.*/, "sqft")) ?? ["", ""];
      return many === "" ? all : `${number} ${number === "1" ? one : many}`;
    },
  ],
  [/(?<=[\w.)]\s?)\/\s?(hour|hr|person|pp|night|day|week|month|mo|year|yr|head|guest|piece|each|item)\b/g, perUnit],
];

function perUnit(_all: string, unit = ""): string {
  return ` per ${{ hr: "hour", pp: "person", mo: "month", yr: "year" }[unit] ?? unit}`;
}

const RULES: readonly Rule[] = [...FRACTIONS, ...ABBREVIATIONS, ...DAYS, ...SHORT_MONTHS, ...UNIT_RULES];

export function writtenOut(text: string): string {
  let said = text;
  for (const [pattern, words] of RULES)
    said = typeof words === "string" ? said.replaceAll(pattern, words) : said.replaceAll(pattern, words);
  return said;
}
