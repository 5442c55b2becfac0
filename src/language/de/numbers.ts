/** German numbers, to and from words: "neunundneunzig" is one word, and recognisers sometimes take it apart. */
import type { NumberRead } from "../tabled/tongue.ts";

const UNITS =
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const TENS = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"];

const plain = (word: string): string => word.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss");
/** As it is written without dots over its letters. */
const spelled = (word: string): string => word.replaceAll("ü", "ue").replaceAll("ö", "oe").replaceAll("ß", "ss");
const both = (word: string, value: number): [string, number][] => [
  [plain(word), value],
  [spelled(word), value],
];

const SMALL = new Map<string, number>([
  ...UNITS.flatMap(both),
  ["ein", 1],
  ["eine", 1],
  ["einen", 1],
  ["einem", 1],
  ["einer", 1],
  ["zwo", 2],
]);
const TEN_VALUES = new Map(TENS.flatMap((word, i) => (word === "" ? [] : both(word, i * 10))));
const PIECE = new RegExp(
  `^(?:${[...SMALL.keys(), ...TEN_VALUES.keys()].toSorted((a, b) => b.length - a.length).join("|")}|hundert|tausend|und)+$`,
);
const MOST_PIECES = 7;

export function numberIn(words: readonly string[]): NumberRead | null {
  let best: NumberRead | null = null;
  let joined = "";
  for (const [i, word] of words.slice(0, MOST_PIECES).entries()) {
    if (!PIECE.test(word)) break;
    joined += word;
    const value = belowMillion(joined);
    if (value !== null) best = { value, count: i + 1, article: i === 0 && /^ein(?:e[nmr]?)?$/.test(word) };
  }
  return best;
}

function belowMillion(word: string): number | null {
  const [, head, rest] = /^(.*)tausend(?:und)?(.*)$/.exec(word) ?? [];
  if (head === undefined || rest === undefined) return belowThousand(word);
  const [thousands, more] = [head === "" ? 1 : belowThousand(head), rest === "" ? 0 : belowThousand(rest)];
  return thousands === null || more === null || thousands === 0 ? null : thousands * 1000 + more;
}

function belowThousand(word: string): number | null {
  const [, head, rest] = /^(.*)hundert(?:und)?(.*)$/.exec(word) ?? [];
  if (head === undefined || rest === undefined) return belowHundred(word);
  const hundreds = head === "" ? 1 : (SMALL.get(head) ?? null);
  const more = rest === "" ? 0 : belowHundred(rest);
  return hundreds === null || more === null || hundreds === 0 ? null : hundreds * 100 + more;
}

function belowHundred(word: string): number | null {
  const alone = SMALL.get(word) ?? TEN_VALUES.get(word);
  if (alone !== undefined) return alone;
  const [, unit, ten] = /^(.+?)und(.+)$/.exec(word) ?? [];
  const [ones, tens] = [SMALL.get(unit ?? ""), TEN_VALUES.get(ten ?? "")];
  return ones === undefined || tens === undefined || ones === 0 || ones > 9 ? null : tens + ones;
}

/** "der zwölfte", "am ersten". */
export function ordinalIn(word: string): number | null {
  const [, stem] = /^(.+?)(?:te[nmrs]?)$/.exec(word) ?? [];
  if (stem === undefined) return null;
  const odd = { ers: 1, drit: 3, sieb: 7, ach: 8 }[stem];
  if (odd !== undefined) return odd;
  const value = belowHundred(stem) ?? belowHundred(stem.replace(/s$/, ""));
  return value !== null && value >= 2 && value <= 31 ? value : null;
}

/** Up to 999,999. */
export function cardinal(value: number): string {
  return value === 1 ? "eins" : inside(value, true);
}

/** `last`: it ends in "eins" and not in "ein". */
function inside(value: number, last: boolean): string {
  if (value === 1) return last ? "eins" : "ein";
  if (value < 20) return UNITS[value] ?? "";
  if (value < 100) {
    const unit = value % 10;
    return `${unit === 0 ? "" : `${inside(unit, false)}und`}${TENS[Math.floor(value / 10)]}`;
  }
  const [size, word] = value < 1000 ? [100, "hundert"] : [1000, "tausend"];
  const rest = value % size;
  return `${inside(Math.floor(value / size), false)}${word}${rest === 0 ? "" : inside(rest, last)}`;
}

/** "der zwölfte", with the ending of the sentence. */
export function ordinal(value: number): string {
  const odd = { 1: "erste", 3: "dritte", 7: "siebte", 8: "achte" }[value];
  return odd ?? `${cardinal(value)}${value < 20 ? "te" : "ste"}`;
}
