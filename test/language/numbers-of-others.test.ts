/** Spanish, French and German numbers in words, against a second way to spell them out that knows nothing of the first. */
import { describe, expect, it } from "vitest";
import * as de from "../../src/language/de/numbers.ts";
import * as es from "../../src/language/es/numbers.ts";
import * as fr from "../../src/language/fr/numbers.ts";
import { wordsOf } from "../../src/language/tabled/words.ts";

const words = (text: string): string[] => wordsOf(text).map(({ word }) => word);

/** Rows of words for one decimal place each, put together by the rules of a school book. */
function spanish(value: number): string {
  const [m, c, d, u] = [...String(value).padStart(4, "0")].map(Number) as [number, number, number, number];
  const ones = "|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve".split("|");
  const teens = "diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve".split("|");
  const twenties =
    "veinte|veintiuno|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|veintiocho|veintinueve".split(
      "|",
    );
  const tens = "|||treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa".split("|");
  const hundreds =
    "|ciento|doscientos|trescientos|cuatrocientos|quinientos|seiscientos|setecientos|ochocientos|novecientos".split(
      "|",
    );
  if (value === 0) return "cero";
  const two =
    d === 0 ? ones[u] : d === 1 ? teens[u] : d === 2 ? twenties[u] : [tens[d], ones[u]].filter(Boolean).join(" y ");
  const three = c === 1 && d + u === 0 ? "cien" : [hundreds[c], two].filter(Boolean).join(" ");
  return [m === 0 ? "" : m === 1 ? "mil" : `${ones[m]} mil`, three].filter(Boolean).join(" ");
}

function french(value: number): string {
  const ones =
    "zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf".split(
      "|",
    );
  const two = (n: number): string => {
    if (n < 20) return ones[n]!;
    const base = n >= 80 ? 80 : n >= 60 ? 60 : n - (n % 10);
    const name = { 20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt" }[
      base
    ]!;
    const rest = n - base;
    if (rest === 0) return base === 80 ? "quatre-vingts" : name;
    return (rest === 1 || rest === 11) && base !== 80 ? `${name} et ${ones[rest]}` : `${name}-${ones[rest]}`;
  };
  const pieces: string[] = [];
  const [thousands, hundreds, rest] = [Math.floor(value / 1000), Math.floor((value % 1000) / 100), value % 100];
  if (thousands > 0) pieces.push(thousands === 1 ? "mille" : `${ones[thousands]} mille`);
  if (hundreds > 0)
    pieces.push(`${hundreds === 1 ? "" : `${ones[hundreds]} `}cent${hundreds > 1 && rest === 0 ? "s" : ""}`);
  if (rest > 0 || value === 0) pieces.push(two(rest));
  return pieces.join(" ");
}

function german(value: number): string {
  const ones = "|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf".split("|");
  const stems = "|||drei|vier|fünf|sech|sieb|acht|neun".split("|");
  const two = (n: number): string => {
    if (n <= 12) return ones[n]!;
    if (n < 20) return `${stems[n - 10]}zehn`;
    const ten = n < 30 ? "zwanzig" : n < 40 ? "dreißig" : `${stems[Math.floor(n / 10)]}zig`;
    return n % 10 === 0 ? ten : `${ones[n % 10]}und${ten}`;
  };
  const [thousands, hundreds, rest] = [Math.floor(value / 1000), Math.floor((value % 1000) / 100), value % 100];
  const text = `${thousands > 0 ? `${ones[thousands]}tausend` : ""}${hundreds > 0 ? `${ones[hundreds]}hundert` : ""}${two(rest)}`;
  if (value === 0) return "null";
  return rest === 1 ? `${text}s` : text;
}

const ALL = Array.from({ length: 10_000 }, (_, value) => value);

describe.each([
  ["Spanish", es, spanish],
  ["French", fr, french],
  ["German", de, german],
] as const)("%s numbers", (_, { numberIn, cardinal }, spell) => {
  it("from 0 to 9,999 are read from words, to their last word", () => {
    const wrong = ALL.filter((value) => {
      const spoken = words(spell(value));
      const read = numberIn(spoken);
      return read?.value !== value || read.count !== spoken.length;
    });
    expect(wrong.map((value) => [value, spell(value), numberIn(words(spell(value)))])).toEqual([]);
  });

  it("from 0 to 9,999 are said as they are written in words", () => {
    expect(
      ALL.filter((value) => cardinal(value) !== spell(value)).map((value) => [cardinal(value), spell(value)]),
    ).toEqual([]);
  });

  it("end where something else begins", () => {
    for (const value of [2, 17, 21, 48, 99, 200, 1234]) {
      const spoken = words(spell(value));
      expect(numberIn([...spoken, "euros"])).toMatchObject({ value, count: spoken.length });
    }
    expect(numberIn(["euros"])).toBeNull();
    expect(numberIn([])).toBeNull();
  });
});

describe("numbers as they are also said", () => {
  it.each([
    [es, "diez y seis", 16],
    [es, "veintiún", 21],
    [es, "doscientas", 200],
    [es, "cien mil", 100_000],
    [fr, "septante-deux", 72],
    [fr, "nonante et un", 91],
    [fr, "quatre vingt dix neuf", 99],
    [fr, "deux cents euros", 200],
    [fr, "soixante et onze", 71],
    [de, "ein und zwanzig", 21],
    [de, "zwo", 2],
    [de, "zwei hundert drei", 203],
    [de, "hundertundeins", 101],
    [de, "fuenfundfuenfzig", 55],
    [de, "zwölfhundert", 1200],
  ] as const)("%o: %s is %i", ({ numberIn }, said, value) => {
    expect(numberIn(words(said))?.value).toBe(value);
  });

  it.each([
    [de, "vier zwei sieben", 4],
    [fr, "six douze trente-quatre", 6],
    [es, "seis uno dos", 6],
  ] as const)("%o: %s are several, and the first is %i", ({ numberIn }, said, value) => {
    expect(numberIn(words(said))).toMatchObject({ value, count: 1 });
  });

  it.each([
    ["ersten", 1],
    ["dritten", 3],
    ["siebten", 7],
    ["zwölften", 12],
    ["einundzwanzigsten", 21],
    ["karten", null],
  ])("the German day of the month %s is %j", (said, day) => {
    expect(de.ordinalIn(words(said)[0] ?? "")).toBe(day);
  });
});
