/**
 * Numbers as they are spoken in English, Spanish, German and French, all at once: a transcript mixes languages, and a
 * run long enough to be a telephone number is one whatever words it is made of.
 */
import { DIGIT_VALUES, TEEN_VALUES, TEN_VALUES } from "../../language/en/number-words.ts";
import { fold } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** Tokens `from` up to and not including `to`, read as these digits. */
export type Reading = {
  readonly from: number;
  readonly to: number;
  readonly digits: string;
  /** French: "soixante dix" may be 70 or 60 and 10, "quatre vingt" 80 or 4 and 20. Null: there is one way to read it. */
  readonly otherwise: string | null;
  readonly spoken: boolean;
};

const list = (words: string): string[] => words.split(" ");

const UNITS = new Map<string, number>(DIGIT_VALUES);
const units = (words: string): void => list(words).forEach((word, value) => void UNITS.set(fold(word), value));
units("cero uno dos tres cuatro cinco seis siete ocho nueve");
units("null eins zwei drei vier fünf sechs sieben acht neun");
units("zéro un deux trois quatre cinq six sept huit neuf");
for (const [word, value] of [
  ["o", 0],
  ["nought", 0],
  ["naught", 0],
  ["una", 1],
  ["une", 1],
  ["zwo", 2],
  ["niner", 9],
] as const) {
  UNITS.set(word, value);
}

const PLURALS = new Map(
  list("zeros ones twos threes fours fives sixes sevens eights nines").map((word, value) => [word, value]),
);
PLURALS.set("zeroes", 0).set("ohs", 0).set("os", 0);

const TEENS = new Map<string, number>(TEEN_VALUES);
const teens = (words: string): void => list(words).forEach((word, index) => void TEENS.set(fold(word), index + 10));
teens("diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve");
teens("zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn");
teens("dix onze douze treize quatorze quinze seize");

const TENS = new Map<string, number>(TEN_VALUES);
const tens = (words: string): void => list(words).forEach((word, index) => void TENS.set(fold(word), (index + 2) * 10));
tens("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa");
tens("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig");
tens("vingt trente quarante cinquante soixante septante huitante nonante");
/** Veintiuno and einundzwanzig: tens and unit in one word. */
const COMPOUNDS = new Map<string, number>();
list("uno dos tres cuatro cinco séis siete ocho nueve").forEach((unit, index) =>
  COMPOUNDS.set(fold(`veinti${unit}`), 21 + index),
);
COMPOUNDS.set("veintiun", 21);
for (const [ten, value] of TENS) {
  list("ein zwei drei vier fünf sechs sieben acht neun").forEach((unit, index) =>
    COMPOUNDS.set(fold(`${unit}und${ten}`), value + index + 1),
  );
}

const HUNDRED = new Set(["hundred", "cien", "ciento", "hundert"]);
/** French hundreds: after these words only, because "six cents" is money in English. */
const BEFORE_CENT = new Set(["deux", "trois", "quatre", "cinq", "sept", "huit", "neuf"]);
/** Spanish says its hundreds in one word. */
const HUNDREDS = new Map<string, number>();
list("doscient trescient cuatrocient quinient seiscient setecient ochocient novecient").forEach((stem, index) =>
  HUNDREDS.set(`${stem}os`, (index + 2) * 100).set(`${stem}as`, (index + 2) * 100),
);
const THOUSAND = new Set(["thousand", "mil", "tausend", "mille"]);
const REPEAT = new Map([
  ["double", 2],
  ["doble", 2],
  ["doppel", 2],
  ["doppelte", 2],
  ["zweimal", 2],
  ["triple", 3],
  ["treble", 3],
  ["dreifach", 3],
  ["dreimal", 3],
  ["quadruple", 4],
  ["viermal", 4],
]);
/** Most words begin no number: they need not be looked at any further. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  [UNITS, TEENS, TENS, COMPOUNDS, HUNDREDS, REPEAT].flatMap((words) => [...words.keys()]),
);
const JOINING = new Set(["and", "y", "et", "und"]);
const JOINING_UNITS = new Set(["y", "et"]);

/** Every number in the line, in order; digits written and digits spoken alike. */
export function readNumbers(tokens: readonly Token[]): Reading[] {
  const readings: Reading[] = [];
  let at = 0;
  while (at < tokens.length) {
    const reading = readAt(tokens, at);
    if (reading) readings.push(reading);
    at = reading ? reading.to : at + 1;
  }
  return readings;
}

function readAt(tokens: readonly Token[], at: number): Reading | null {
  const token = tokens[at];
  if (!token || token.kind === "mark" || token.kind === "code") return null;
  if (token.kind === "digits") return { from: at, to: at + 1, digits: token.text, otherwise: null, spoken: false };
  if (!BEGINNINGS.has(token.text) && !token.text.includes("hundert")) return null;
  return readRepeated(tokens, at) ?? readCardinal(tokens, at);
}

/** "double five", "triple two", "deux fois cinq", "zweimal die Fünf", "two fives". */
function readRepeated(tokens: readonly Token[], at: number): Reading | null {
  const word = tokens[at]?.text ?? "";
  let times = REPEAT.get(word);
  let next = skipHyphen(tokens, at + 1);
  const factor = UNITS.get(word);
  if (times === undefined && factor !== undefined && factor > 1) {
    const plural = PLURALS.get(tokens[next]?.text ?? "");
    if (plural !== undefined)
      return { from: at, to: next + 1, digits: String(plural).repeat(factor), otherwise: null, spoken: true };
    if (tokens[next]?.text !== "fois" && tokens[next]?.text !== "veces") return null;
    times = factor;
    next++;
  }
  if (times === undefined) return null;
  if (tokens[next]?.text === "die" || tokens[next]?.text === "le" || tokens[next]?.text === "el") next++;
  const token = tokens[next];
  const digit = token?.kind === "digits" && token.text.length === 1 ? Number(token.text) : UNITS.get(token?.text ?? "");
  return digit === undefined
    ? null
    : { from: at, to: next + 1, digits: String(digit).repeat(times), otherwise: null, spoken: true };
}

type Part = { readonly value: number; readonly to: number; readonly unit: boolean };

/** "oh", "seventeen", "twenty-five", "eight hundred", "one thousand two hundred and five". */
function readCardinal(tokens: readonly Token[], at: number): Reading | null {
  const hundreds = readHundreds(tokens, at);
  if (!hundreds) return null;
  let { value, to } = hundreds;
  if (value > 0 && THOUSAND.has(tokens[to]?.text ?? "")) {
    value *= 1000;
    to++;
    const rest = readHundreds(tokens, skipJoining(tokens, to));
    if (rest && rest.value > 0 && !(rest.unit && startsDigits(tokens, rest.to))) {
      value += rest.value;
      to = rest.to;
    }
  }
  return { from: at, to, digits: String(value), otherwise: otherwise(tokens[at]?.text ?? "", value), spoken: true };
}

function otherwise(word: string, value: number): string | null {
  if (word === "soixante" && value >= 70 && value < 80) return `60${value - 60}`;
  if (word === "quatre" && value >= 80 && value < 100) return value === 80 ? "420" : `4${value - 60}`;
  return null;
}

function readHundreds(tokens: readonly Token[], at: number): Part | null {
  const spanish = HUNDREDS.get(tokens[at]?.text ?? "");
  if (spanish !== undefined) {
    const rest = readBelowHundred(tokens, at + 1);
    return rest
      ? { value: spanish + rest.value, to: rest.to, unit: false }
      : { value: spanish, to: at + 1, unit: false };
  }
  const below = readBelowHundred(tokens, at);
  if (!below) return null;
  if (below.value === 0 || !isHundred(tokens, at, below.to)) return below;
  const to = below.to + 1;
  const rest = readBelowHundred(tokens, skipJoining(tokens, to));
  // "eight hundred five five five" spells digits after the hundred, "eight hundred five" does not.
  if (!rest || rest.value === 0 || (rest.unit && startsDigits(tokens, rest.to))) {
    return { value: below.value * 100, to, unit: false };
  }
  return { value: below.value * 100 + rest.value, to: rest.to, unit: false };
}

function isHundred(tokens: readonly Token[], from: number, at: number): boolean {
  const word = tokens[at]?.text ?? "";
  return HUNDRED.has(word) || (/^cents?$/.test(word) && at === from + 1 && BEFORE_CENT.has(tokens[from]?.text ?? ""));
}

function readBelowHundred(tokens: readonly Token[], at: number): Part | null {
  const word = tokens[at]?.kind === "word" ? (tokens[at]?.text ?? "") : "";
  const next = skipHyphen(tokens, at + 1);
  // With its s it stands alone: "quatre-vingts dix" is 80 and 10.
  if (word === "quatre" && tokens[next]?.text === "vingts") return { value: 80, to: next + 1, unit: false };
  if (word === "quatre" && tokens[next]?.text === "vingt") return addTo(tokens, 80, next + 1, 19);
  const compound = COMPOUNDS.get(word) ?? longGerman(word);
  if (compound !== undefined) return { value: compound, to: at + 1, unit: false };
  const ten = TENS.get(word);
  if (ten !== undefined) return addTo(tokens, ten, at + 1, word === "soixante" ? 19 : 9);
  const teen = TEENS.get(word);
  if (teen !== undefined) {
    const unit = UNITS.get(tokens[next]?.text ?? "") ?? 0;
    return word === "dix" && unit >= 7
      ? { value: 10 + unit, to: next + 1, unit: false }
      : { value: teen, to: at + 1, unit: false };
  }
  const unit = UNITS.get(word);
  return unit === undefined ? null : { value: unit, to: at + 1, unit: true };
}

/** Tens and what follows them: "twenty-five", "treinta y uno", "soixante et onze". */
function addTo(tokens: readonly Token[], ten: number, to: number, most: number): Part {
  const next = skipHyphen(tokens, skipJoining(tokens, skipHyphen(tokens, to), JOINING_UNITS));
  const word = tokens[next]?.text ?? "";
  const teen = most > 9 ? readBelowTwenty(tokens, next) : null;
  const added = startsEighty(tokens, next) ? 0 : (teen?.value ?? UNITS.get(word) ?? 0);
  if (added === 0 || added > most) return { value: ten, to, unit: false };
  return { value: ten + added, to: teen?.to ?? next + 1, unit: false };
}

/** "Vingt quatre-vingt-deux" is 20 and 82, "quarante-quatre vingt" 44 and 20. */
function startsEighty(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== "quatre") return false;
  const next = skipHyphen(tokens, at + 1);
  const hyphenBefore = skipHyphen(tokens, at - 1) === at;
  return /^vingts?$/.test(tokens[next]?.text ?? "") && !(hyphenBefore && next === at + 1);
}

function readBelowTwenty(tokens: readonly Token[], at: number): Part | null {
  const word = tokens[at]?.text ?? "";
  return TEENS.has(word) ? readBelowHundred(tokens, at) : null;
}

/** Siebenhundertfünfundzwanzig and the like, as far as a telephone number could hold one. */
function longGerman(word: string): number | undefined {
  const parts = /^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)?hundert(.*)$/.exec(word);
  if (!parts || (parts[1] === undefined && word !== "hundert" && parts[2] === "")) return undefined;
  const hundreds = parts[1] === undefined || parts[1] === "ein" ? 1 : (UNITS.get(parts[1]) ?? 0);
  const rest = parts[2] ?? "";
  const value = rest === "" ? 0 : (COMPOUNDS.get(rest) ?? TENS.get(rest) ?? TEENS.get(rest) ?? UNITS.get(rest));
  return value === undefined ? undefined : hundreds * 100 + value;
}

/** Whether digits are being listed here: another single digit follows. */
function startsDigits(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && (UNITS.has(token.text) || REPEAT.has(token.text) || token.kind === "digits");
}

function skipHyphen(tokens: readonly Token[], at: number): number {
  return tokens[at]?.kind === "mark" && /^[-\u2010\u2011]$/.test(tokens[at]?.text ?? "") ? at + 1 : at;
}

function skipJoining(tokens: readonly Token[], at: number, words: ReadonlySet<string> = JOINING): number {
  return words.has(tokens[at]?.text ?? "") ? at + 1 : at;
}
