/** Spanish numbers, to and from words. */
import type { NumberRead } from "../tabled/tongue.ts";

const UNITS =
  "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
    " ",
  );
const TENS = ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const HUNDREDS =
  " ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");

const plain = (word: string): string => word.normalize("NFD").replaceAll(/\p{M}/gu, "");
const SMALL = new Map([
  ...UNITS.map((word, value): [string, number] => [plain(word), value]),
  ["uno", 1],
  ["una", 1],
  ["veintiun", 21],
  ["veintiuna", 21],
]);
const TEN_VALUES = new Map([...TENS.entries()].filter(([, word]) => word !== "").map(([i, word]) => [word, i * 10]));
const HUNDRED_VALUES = new Map<string, number>([
  ["cien", 100],
  ...HUNDREDS.flatMap((word, i): [string, number][] =>
    word === ""
      ? []
      : [
          [word, i * 100],
          [word.replace(/os$/, "as"), i * 100],
        ],
  ),
]);

type Part = { readonly value: number; readonly count: number };

export function numberIn(words: readonly string[]): NumberRead | null {
  const millions = /^mill(?:on|ones)$/;
  let value = 0;
  let at = 0;
  const head = belowMillion(words, 0);
  if (head === null) return null;
  value = head.value;
  at = head.count;
  if (millions.test(words[at] ?? "")) {
    const rest = belowMillion(words, at + 1);
    value = value * 1_000_000 + (rest?.value ?? 0);
    at += 1 + (rest?.count ?? 0);
  }
  return { value, count: at, article: at === 1 && /^(?:un|una)$/.test(words[0] ?? "") };
}

function belowMillion(words: readonly string[], from: number): Part | null {
  const head = words[from] === "mil" ? { value: 1, count: 0 } : belowThousand(words, from);
  if (head === null) return null;
  if (words[from + head.count] !== "mil" || head.value === 0) return head;
  const rest = belowThousand(words, from + head.count + 1);
  const more = rest === null || rest.value === 0 ? { value: 0, count: 0 } : rest;
  return { value: head.value * 1000 + more.value, count: head.count + 1 + more.count };
}

function belowThousand(words: readonly string[], from: number): Part | null {
  const hundred = HUNDRED_VALUES.get(words[from] ?? "");
  if (hundred === undefined) return belowHundred(words, from);
  const rest = words[from] === "cien" ? null : belowHundred(words, from + 1);
  return rest === null || rest.value === 0
    ? { value: hundred, count: 1 }
    : { value: hundred + rest.value, count: 1 + rest.count };
}

function belowHundred(words: readonly string[], from: number): Part | null {
  const word = words[from] ?? "";
  const ten = TEN_VALUES.get(word) ?? (word === "diez" ? 10 : word === "veinte" ? 20 : undefined);
  const unit = words[from + 1] === "y" ? SMALL.get(words[from + 2] ?? "") : undefined;
  if (ten !== undefined && unit !== undefined && unit > 0 && unit < 10) {
    // "las diez y cinco" is a time, "diez y seis" an old way to write sixteen.
    if (ten > 20 || (ten === 10 && unit > 5)) return { value: ten + unit, count: 3 };
  }
  if (ten !== undefined) return { value: ten, count: 1 };
  const small = SMALL.get(word);
  return small === undefined ? null : { value: small, count: 1 };
}

/** "cuarenta y dos"; before a noun `feminine` and short forms are the caller's matter. Up to 999,999. */
export function cardinal(value: number): string {
  if (value < 30) return value === 1 ? "uno" : (UNITS[value] ?? "");
  if (value < 100) {
    const unit = value % 10;
    return `${TENS[Math.floor(value / 10)]}${unit === 0 ? "" : ` y ${cardinal(unit)}`}`;
  }
  if (value === 100) return "cien";
  if (value < 1000) {
    const rest = value % 100;
    return `${HUNDREDS[Math.floor(value / 100)]}${rest === 0 ? "" : ` ${cardinal(rest)}`}`;
  }
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  const head = thousands === 1 ? "mil" : `${beforeNoun(thousands)} mil`;
  return rest === 0 ? head : `${head} ${cardinal(rest)}`;
}

/** "veintiún euros", "un euro". */
export function beforeNoun(value: number): string {
  return cardinal(value)
    .replace(/veintiuno$/, "veintiún")
    .replace(/\buno$/, "un");
}
