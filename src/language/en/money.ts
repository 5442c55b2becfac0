/**
 * Sums of money, read and written: "$42.50", "forty two dollars and fifty cents", "forty two fifty", "twelve to eighteen
 * hundred dollars". Which numbers without a currency are meant as money is for prices.ts to say.
 */
import { cardinal } from "./number-words.ts";
import { onScaleOf, smallNumber, twoDigits, wholeNumber } from "./numbers.ts";
import { joined, plain, wordAt } from "./words.ts";
import type { Token } from "./words.ts";

export type Sum = {
  readonly cents: number;
  readonly next: number;
  /** The words themselves say that it is money. */
  readonly sure: boolean;
  readonly symbol: string;
  /** Of a number that nothing was made of yet: how large it is said to be ("hundred"). */
  readonly scale: number;
};

type Currency = {
  readonly symbol: string;
  readonly names: RegExp;
  readonly words: readonly [string, string, string, string];
};

const CURRENCIES: readonly Currency[] = [
  { symbol: "$", names: /^(dollars?|bucks?|usd)$/, words: ["dollar", "dollars", "cent", "cents"] },
  { symbol: "€", names: /^(euros?|eur)$/, words: ["euro", "euros", "cent", "cents"] },
  { symbol: "£", names: /^(gbp|quid)$/, words: ["pound", "pounds", "penny", "pence"] },
];
const CENTS = /^cents?$/;
const COUNTED =
  /^(people|persons?|guests?|adults?|kids|children|minutes?|hours?|days?|weeks?|months?|years?|nights?|percent|oclock|am|pm|times?|tables?|rooms?|seats?|miles?|blocks?|street|avenue|stars?|spots?|items?|pieces?)$/;

export function isCurrency(word: string): boolean {
  return currencyOf(word) !== undefined;
}

/** Nouns that make a number before them no money: "fifty people". */
export function isCountedNoun(word: string): boolean {
  return COUNTED.test(word);
}

function currencyOf(word: string): string | undefined {
  return CURRENCIES.find(({ names }) => names.test(word))?.symbol;
}

/** One sum at this place, if a number stands there at all. */
export function sumAt(run: readonly Token[], i: number): Sum | null {
  const word = wordAt(run, i);
  const marked = /^(?:us)?([$€£])(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(word);
  if (marked?.[2] !== undefined) {
    const cents = Number(marked[2].replaceAll(",", "")) * 100 + Number((marked[3] ?? "").padEnd(2, "0"));
    const next = isCurrency(wordAt(run, i + 1)) ? i + 2 : i + 1;
    return { ...withCents(run, cents, next), sure: true, symbol: marked[1] ?? "$", scale: 1 };
  }
  const decimal = /^(\d{1,6}|\d{1,3}(?:,\d{3})+)\.(\d{2})$/.exec(word);
  if (decimal !== null) return named(run, Math.round(Number(word.replaceAll(",", "")) * 100), i + 1);
  const one = oneUnit(run, i);
  if (one !== null) return one;
  const whole = wholeNumber(run, i);
  if (whole === null) return null;
  const thousands = wordAt(run, whole.next) === "grand" ? whole.value * 1000 : null;
  if (thousands !== null) return { cents: thousands * 100, next: whole.next + 1, sure: true, symbol: "$", scale: 1 };
  const unit = wordAt(run, whole.next);
  const symbol = currencyOf(unit);
  if (symbol !== undefined) {
    return { ...withCents(run, whole.value * 100, whole.next + 1), sure: true, symbol, scale: whole.scale };
  }
  if (CENTS.test(unit)) return { cents: whole.value, next: whole.next + 1, sure: true, symbol: "$", scale: 1 };
  const half = unit === "and" && wordAt(run, whole.next + 1) === "a" && wordAt(run, whole.next + 2) === "half";
  if (half && isCurrency(wordAt(run, whole.next + 3))) return named(run, whole.value * 100 + 50, whole.next + 3);
  const cents = run[whole.next - 1]?.stop === "" ? smallNumber(run, whole.next) : null;
  if (cents !== null && cents.value >= 10 && whole.value > 0 && whole.value < 1000) {
    const pair = whole.value * 100 + cents.value;
    return named(
      run,
      isHundreds(whole.value, cents.value) && !SMALL_THING.test(plain(run, cents.next, cents.next + 2))
        ? pair * 100
        : pair,
      cents.next,
    );
  }
  return { cents: whole.value * 100, next: whole.next, sure: false, symbol: "$", scale: whole.scale };
}

/** "A dollar fifty", "buck fifty", "a grand": nobody says the one. */
function oneUnit(run: readonly Token[], i: number): Sum | null {
  const article = wordAt(run, i) === "a";
  const unit = wordAt(run, article ? i + 1 : i);
  const bare = !article && unit === "buck" && !/^(a|one|per|the|every|each)$/.test(wordAt(run, i - 1));
  if (!article && !bare) return null;
  const next = article ? i + 2 : i + 1;
  if (unit === "grand" && article) return { cents: 100_000, next, sure: true, symbol: "$", scale: 1 };
  const symbol = /^(dollar|buck|euro|quid)$/.test(unit) ? currencyOf(unit) : undefined;
  if (symbol === undefined) return null;
  const sum = withCents(run, 100, next);
  return bare && sum.cents === 100 ? null : { ...sum, sure: true, symbol, scale: 1 };
}

/**
 * "One twenty" for a massage is a hundred and twenty, "five ninety nine" for a coffee is not: what costs less than ten
 * ends in nine, mostly. Whichever it is, a price is read back, in full.
 */
const SMALL_THING =
  /^(a|per|each|an|every) (slice|cup|piece|pound|lb|ounce|page|can|stem|copy|mile|scoop|egg|stamp|ride)$/;

function isHundreds(first: number, second: number): boolean {
  return first < 10 && second % 10 !== 9 && second % 10 !== 8;
}

/**
 * "Thirty six fifty" as recognisers write it: "3650". One who says thousands has them written with a comma, or says their
 * currency; whichever it is, a price is read back.
 */
export function isPairWritten(
  run: readonly Token[],
  { from, sumTo }: { readonly from: number; readonly sumTo: number },
): boolean {
  return sumTo === from + 1 && /^[1-9]\d(?!00)\d{2}$/.test(wordAt(run, from));
}

/** A sum that is money when its currency stands behind it. */
function named(run: readonly Token[], cents: number, next: number): Sum {
  const symbol = currencyOf(wordAt(run, next));
  return {
    cents,
    next: symbol === undefined ? next : next + 1,
    sure: symbol !== undefined,
    symbol: symbol ?? "$",
    scale: 1,
  };
}

/** "… dollars and fifty cents", "… dollars fifty". */
function withCents(run: readonly Token[], cents: number, next: number): { cents: number; next: number } {
  if (!joined(run, next - 1)) return { cents, next };
  const at = wordAt(run, next) === "and" ? next + 1 : next;
  const more = twoDigits(run, at);
  if (more === null || cents % 100 !== 0) return { cents, next };
  if (CENTS.test(wordAt(run, more.next))) return { cents: cents + more.value, next: more.next + 1 };
  const after = wordAt(run, more.next);
  const bare = at === next && more.value >= 10 && !isCountedNoun(after) && !isCurrency(after);
  return bare && run[next - 1]?.stop === "" ? { cents: cents + more.value, next: more.next } : { cents, next };
}

/** The second sum of a range, if one may stand here: "forty to fifty dollars", "between two and three hundred". */
export function upperSum(run: readonly Token[], first: Sum): Sum | null {
  if (!/^(to|or|and|through)$/.test(wordAt(run, first.next)) || !joined(run, first.next - 1)) return null;
  const second = sumAt(run, first.next + 1);
  return second === null || second.cents <= first.cents ? null : second;
}

/**
 * The lower end of a range in cents. "Twelve to eighteen hundred" begins at 1,200, and "between two fifty and three
 * hundred dollars" at 250, not at 2.50.
 */
export function lowerCents(first: Sum, second: Sum): number {
  if (first.sure) return first.cents;
  if (first.cents % 100 !== 0)
    return second.cents >= 10_000 && first.cents * 100 < second.cents ? first.cents * 100 : first.cents;
  const scaled = onScaleOf({ ...first, value: first.cents / 100 }, { ...second, value: second.cents / 100 });
  return scaled * 100;
}

/** "$1,250", "$42.50". */
export function money(cents: number, symbol = "$"): string {
  const whole = Math.floor(cents / 100).toLocaleString("en-US");
  return cents % 100 === 0 ? `${symbol}${whole}` : `${symbol}${whole}.${String(cents % 100).padStart(2, "0")}`;
}

/** "one thousand two hundred fifty dollars", "ninety nine cents". */
export function moneyInWords(cents: number, symbol = "$"): string {
  const currency = CURRENCIES.find((each) => each.symbol === symbol) ?? CURRENCIES[0];
  const [one, many, cent, pence] = currency?.words ?? ["", "", "", ""];
  const [units, parts] = [Math.floor(cents / 100), cents % 100];
  const head = `${cardinal(units)} ${units === 1 ? one : many}`;
  if (parts === 0) return head;
  const tail = `${cardinal(parts)} ${parts === 1 ? cent : pence}`;
  return units === 0 ? tail : `${head} and ${tail}`;
}
