/** French numbers, to and from words; those of Belgium and Switzerland are understood as well. */
import type { NumberRead } from "../tabled/tongue.ts";

const UNITS = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(
  " ",
);
const TENS = ["", "", "vingt", "trente", "quarante", "cinquante", "soixante"];

const SMALL = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word.replace("é", "e"), value]),
  ["une", 1],
]);
/** `teens`: what follows goes on up to nineteen. */
const TEN_VALUES: Readonly<Record<string, { readonly value: number; readonly teens: boolean }>> = {
  vingt: { value: 20, teens: false },
  trente: { value: 30, teens: false },
  quarante: { value: 40, teens: false },
  cinquante: { value: 50, teens: false },
  soixante: { value: 60, teens: true },
  septante: { value: 70, teens: false },
  huitante: { value: 80, teens: false },
  octante: { value: 80, teens: false },
  nonante: { value: 90, teens: false },
};

type Part = { readonly value: number; readonly count: number };

export function numberIn(words: readonly string[]): NumberRead | null {
  const head = belowMillion(words, 0);
  if (head === null) return null;
  let { value, count } = head;
  if (/^millions?$/.test(words[count] ?? "")) {
    const rest = belowMillion(words, count + 1);
    value = value * 1_000_000 + (rest?.value ?? 0);
    count += 1 + (rest?.count ?? 0);
  }
  return { value, count, article: count === 1 && /^une?$/.test(words[0] ?? "") };
}

function belowMillion(words: readonly string[], from: number): Part | null {
  const isThousand = (word: string | undefined): boolean => word === "mille" || word === "mil";
  const head = isThousand(words[from]) ? { value: 1, count: 0 } : belowThousand(words, from);
  if (head === null || !isThousand(words[from + head.count]) || head.value === 0) return head;
  const rest = belowThousand(words, from + head.count + 1);
  const more = rest === null || rest.value === 0 ? { value: 0, count: 0 } : rest;
  return { value: head.value * 1000 + more.value, count: head.count + 1 + more.count };
}

function belowThousand(words: readonly string[], from: number): Part | null {
  const isHundred = (word: string | undefined): boolean => word === "cent" || word === "cents";
  const head = isHundred(words[from]) ? { value: 1, count: 0 } : belowHundred(words, from);
  if (head === null || !isHundred(words[from + head.count]) || head.value < 1 || head.value > 19) return head;
  const rest = belowHundred(words, from + head.count + 1);
  const more = rest === null || rest.value === 0 ? { value: 0, count: 0 } : rest;
  return { value: head.value * 100 + more.value, count: head.count + 1 + more.count };
}

function belowHundred(words: readonly string[], from: number): Part | null {
  const word = words[from] ?? "";
  if (word === "quatre" && /^vingts?$/.test(words[from + 1] ?? ""))
    return added({ value: 80, count: 2 }, words, from, true);
  const ten = TEN_VALUES[word];
  if (ten !== undefined && Object.hasOwn(TEN_VALUES, word))
    return added({ value: ten.value, count: 1 }, words, from, ten.teens);
  return teen(words, from);
}

/** "et un", "dix-neuf" behind a ten. */
function added(ten: Part, words: readonly string[], from: number, teens: boolean): Part {
  const at = from + ten.count;
  const joined = words[at] === "et";
  const rest = teen(words, joined ? at + 1 : at);
  if (rest === null || rest.value === 0 || rest.value >= (teens ? 20 : 10)) return ten;
  if (joined && rest.value !== 1 && rest.value !== 11) return ten;
  return { value: ten.value + rest.value, count: ten.count + (joined ? 1 : 0) + rest.count };
}

function teen(words: readonly string[], from: number): Part | null {
  const value = SMALL.get(words[from] ?? "");
  if (value === undefined) return null;
  const unit = SMALL.get(words[from + 1] ?? "") ?? 0;
  return value === 10 && unit >= 7 && unit <= 9 ? { value: 10 + unit, count: 2 } : { value, count: 1 };
}

/** Up to 999,999. */
export function cardinal(value: number): string {
  if (value <= 16) return UNITS[value] ?? "";
  if (value < 20) return `dix-${cardinal(value - 10)}`;
  if (value < 70) return tens(TENS[Math.floor(value / 10)] ?? "", value % 10);
  if (value < 80) return value === 71 ? "soixante et onze" : `soixante-${cardinal(value - 60)}`;
  if (value < 100) return value === 80 ? "quatre-vingts" : `quatre-vingt-${cardinal(value - 80)}`;
  if (value < 1000) {
    const hundreds = Math.floor(value / 100);
    const rest = value % 100;
    const head = hundreds === 1 ? "cent" : `${cardinal(hundreds)} cent`;
    if (rest === 0) return hundreds === 1 ? head : `${head}s`;
    return `${head} ${cardinal(rest)}`;
  }
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  const head = thousands === 1 ? "mille" : `${cardinal(thousands).replace(/(vingt|cent)s$/, "$1")} mille`;
  return rest === 0 ? head : `${head} ${cardinal(rest)}`;
}

function tens(ten: string, unit: number): string {
  if (unit === 0) return ten;
  return unit === 1 ? `${ten} et un` : `${ten}-${cardinal(unit)}`;
}
