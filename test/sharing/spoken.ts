/** Ways in which people say a telephone number, for tests: each takes the digits and returns what is said. */
const list = (words: string): string[] => words.split(" ");

export const DIGIT_WORDS = {
  en: list("zero one two three four five six seven eight nine"),
  es: list("cero uno dos tres cuatro cinco seis siete ocho nueve"),
  de: list("null eins zwei drei vier fünf sechs sieben acht neun"),
  fr: list("zéro un deux trois quatre cinq six sept huit neuf"),
} as const;
export type Tongue = keyof typeof DIGIT_WORDS;

const TEENS = {
  en: list("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"),
  es: list("diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve"),
  de: list("zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"),
  fr: list("dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"),
};
const TENS = {
  en: list("twenty thirty forty fifty sixty seventy eighty ninety"),
  es: list("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
  de: list("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
};

export function digitByDigit(digits: string, tongue: Tongue, separator = " "): string {
  return Array.from(digits, (digit) => DIGIT_WORDS[tongue][Number(digit)]).join(separator);
}

/** "forty-one", "cero seis", "einundvierzig", "soixante et onze", "quatre-vingt-un". */
export function pair(two: string, tongue: Tongue): string {
  const value = Number(two);
  const unit = value % 10;
  if (two.length === 1 || two.startsWith("0")) return digitByDigit(two, tongue);
  if (value < 20) return TEENS[tongue][value - 10] ?? "";
  if (tongue === "fr") return frenchPair(value);
  const ten = TENS[tongue][Math.floor(value / 10) - 2] ?? "";
  if (unit === 0) return ten;
  if (tongue === "de") return `${unit === 1 ? "ein" : DIGIT_WORDS.de[unit]}und${ten}`;
  if (tongue === "es")
    return value < 30
      ? `veinti${unit === 2 ? "dós" : unit === 3 ? "trés" : unit === 6 ? "séis" : DIGIT_WORDS.es[unit]}`
      : `${ten} y ${DIGIT_WORDS.es[unit]}`;
  return `${ten}-${DIGIT_WORDS.en[unit]}`;
}

function frenchPair(value: number): string {
  const tens = list("vingt trente quarante cinquante soixante");
  if (value >= 80) return `quatre-vingt${value === 80 ? "s" : `-${frenchBelowTwenty(value - 80)}`}`;
  if (value >= 70) return value === 71 ? "soixante et onze" : `soixante-${frenchBelowTwenty(value - 60)}`;
  const ten = tens[Math.floor(value / 10) - 2] ?? "";
  const unit = value % 10;
  if (unit === 0) return ten;
  return unit === 1 ? `${ten} et un` : `${ten}-${DIGIT_WORDS.fr[unit]}`;
}

function frenchBelowTwenty(value: number): string {
  return value < 10 ? (DIGIT_WORDS.fr[value] ?? "") : (TEENS.fr[value - 10] ?? "");
}

export function inPairs(digits: string, tongue: Tongue, separator = " "): string {
  return (digits.match(/..?/g) ?? []).map((two) => pair(two, tongue)).join(separator);
}

/** "oh one four two", "double five", "triple two". */
export function colloquial(digits: string): string {
  return (digits.match(/(\d)\1{0,2}/g) ?? [])
    .map((same) => {
      const word = same.startsWith("0") ? "oh" : digitByDigit(same.slice(0, 1), "en");
      return same.length === 1 ? word : `${same.length === 2 ? "double" : "triple"} ${word}`;
    })
    .join(" ");
}

const grouped = (digits: string, separator: string): string =>
  [digits.slice(0, -7), digits.slice(-7, -4), digits.slice(-4)].filter((group) => group !== "").join(separator);

/** Written and spoken forms of one number: what a transcript may hold. */
export const RENDERINGS: Readonly<Record<string, (digits: string) => string>> = {
  international: (digits) => `+${digits}`,
  "with dashes": (digits) => grouped(digits, "-"),
  "with dots": (digits) => grouped(digits, "."),
  "with spaces": (digits) => grouped(digits, " "),
  "with brackets": (digits) => `(${digits.slice(0, 3)}) ${digits.slice(3)}`,
  "figures apart": (digits) => [...digits].join(" "),
  "figures with commas": (digits) => [...digits].join(", "),
  "figures in pairs": (digits) => (digits.match(/..?/g) ?? []).join(" "),
  "English digits": (digits) => digitByDigit(digits, "en"),
  "English digits in groups": (digits) =>
    (digits.match(/\d{1,3}/g) ?? []).map((group) => digitByDigit(group, "en")).join(", "),
  "English, oh and double": colloquial,
  "English pairs": (digits) => inPairs(digits, "en"),
  "Spanish digits": (digits) => digitByDigit(digits, "es"),
  "Spanish pairs": (digits) => inPairs(digits, "es", ", "),
  "German digits": (digits) => digitByDigit(digits, "de"),
  "German pairs": (digits) => inPairs(digits, "de"),
  "French digits": (digits) => digitByDigit(digits, "fr"),
  "French pairs": (digits) => inPairs(digits, "fr"),
  "full-width figures": (digits) =>
    Array.from(digits, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join(""),
  "figures and words": (digits) => `${grouped(digits.slice(0, -4), "-")}-${digitByDigit(digits.slice(-4), "en")}`,
};
