/** Sums of money, in words or signs. */
import type { Price } from "../en/found.ts";
import { plain, quoteOf, wordAt } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import { amountIn, wholeNumber } from "./numbers.ts";
import type { Tongue } from "./tongue.ts";

/** `sign` is empty where nobody named the money. */
type Sum = { readonly cents: number; readonly sign: string; readonly next: number };

const SIGNS: Readonly<Record<string, string>> = { eur: "€", usd: "$", gbp: "£", chf: "CHF", cad: "$", mxn: "$" };
const BEFORE = /^(€|\$|£|us\$|mx\$|ca\$|eur|usd|chf)(\d.*)$/;
const BEHIND = /^(\d.*?)(€|\$|£|eur|usd|chf)$/;

/** `asked`: we asked for a price, so two numbers side by side are one, and so is one that stands alone. */
export function prices(tongue: Tongue, text: string, run: readonly Token[], asked: boolean): Price[] {
  const found: Price[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const sum = sumAt(tongue, run, i, asked);
    if (sum === null) {
      const free = tongue.free.exec(plain(run, i, i + 4));
      if (free !== null)
        found.push(priceFrom(tongue, text, run, i, { cents: 0, sign: "", next: i + free[0].split(" ").length }));
      continue;
    }
    const price = priceFrom(tongue, text, run, i, sum);
    found.push(price);
    i = price.to - 1;
  }
  return found;
}

function sumAt(tongue: Tongue, run: readonly Token[], from: number, asked: boolean): Sum | null {
  const signed = signedAt(run, from);
  if (signed !== null) return signed;
  const first = wordAt(run, from);
  const amount = /^\d/.test(first) ? amountIn(first) : null;
  const whole = wholeNumber(tongue, run, from);
  const value = amount ?? whole?.value ?? null;
  if (value === null) return null;
  const next = whole?.next ?? from + 1;
  const sign = currencyAt(tongue, run, next);
  const decimals = !Number.isInteger(value);
  if (sign !== null) return withCents(tongue, run, { cents: Math.round(value * 100), sign, next: next + 1 }, decimals);
  if (tongue.cents.test(wordAt(run, next)) && whole?.article !== true)
    // Euro and dollar have them both.
    return { cents: value, sign: "", next: next + 1 };
  if (whole?.article === true && !asked) return null;
  return withoutCurrency(tongue, run, value, { from, next, decimals, asked });
}

function signedAt(run: readonly Token[], from: number): Sum | null {
  const word = wordAt(run, from);
  const [before, behind] = [BEFORE.exec(word), BEHIND.exec(word)];
  const [sign, written] = before === null ? [behind?.[2], behind?.[1]] : [before[1], before[2]];
  const amount = written === undefined ? null : amountIn(written);
  if (sign !== undefined && amount !== null)
    return { cents: Math.round(amount * 100), sign: signOf(sign), next: from + 1 };
  const [apart, next] = [signOf(word), amountIn(wordAt(run, from + 1))];
  return /^(?:€|\$|£|eur|usd|chf)$/.test(word) && next !== null
    ? { cents: Math.round(next * 100), sign: apart, next: from + 2 }
    : null;
}

function signOf(written: string): string {
  return SIGNS[written] ?? (written.endsWith("$") ? "$" : written.toUpperCase());
}

function currencyAt(tongue: Tongue, run: readonly Token[], at: number): string | null {
  const word = wordAt(run, at);
  if (/^[€$£]$/.test(word)) return word;
  return Object.hasOwn(tongue.currencies, word) ? (tongue.currencies[word] ?? null) : (SIGNS[word] ?? null);
}

/** "cuarenta euros con cincuenta (céntimos)", "42 Euro 50". */
function withCents(tongue: Tongue, run: readonly Token[], sum: Sum, decimals: boolean): Sum {
  if (decimals || run[sum.next - 1]?.stop === "." || run[sum.next - 1]?.stop === "?") return sum;
  const joined = tongue.joins.some(([word]) => word === wordAt(run, sum.next));
  const cents = wholeNumber(tongue, run, joined ? sum.next + 1 : sum.next);
  if (cents === null || cents.article || cents.value < 1 || cents.value > 99) return sum;
  const named = tongue.cents.test(wordAt(run, cents.next));
  // "cuarenta euros y dos cafés"
  if (!named && (cents.value < 5 || isCounted(run, cents.next))) return sum;
  return { ...sum, cents: sum.cents + cents.value, next: cents.next + (named ? 1 : 0) };
}

/** A noun follows: it is that which is counted, and no money. */
function isCounted(run: readonly Token[], at: number): boolean {
  return (
    run[at - 1]?.stop === "" &&
    /^(?:personas?|minutos?|horas?|personnes?|minutes?|heures?|personen|minuten|stunden|uhr)$/.test(wordAt(run, at))
  );
}

function withoutCurrency(
  tongue: Tongue,
  run: readonly Token[],
  value: number,
  {
    from,
    next,
    decimals,
    asked,
  }: { readonly from: number; readonly next: number; readonly decimals: boolean; readonly asked: boolean },
): Sum | null {
  if (decimals) return asked ? { cents: Math.round(value * 100), sign: "", next } : null;
  // The whole answer is a number.
  if (next === run.length) return asked && from <= 2 ? { cents: value * 100, sign: "", next } : null;
  if (run[next - 1]?.stop !== "") return null;
  const join = tongue.joins.find(([word]) => word === wordAt(run, next));
  const second = wholeNumber(tongue, run, join === undefined ? next : next + 1);
  if (second !== null && !second.article && second.value <= 99 && !isCounted(run, second.next)) {
    const { value: more } = second;
    const [, decimal] = join ?? ["", false];
    if (join !== undefined && (more >= 10 || decimal))
      return { cents: value * 100 + (more < 10 ? more * 10 : more), sign: "", next: second.next };
    if (join === undefined && asked && more >= 10 && value > 0)
      return { cents: value * 100 + more, sign: "", next: second.next };
  }
  return null;
}

function priceFrom(tongue: Tongue, text: string, run: readonly Token[], from: number, sum: Sum): Price {
  const behind = run[sum.next - 1]?.stop === "" ? plain(run, sum.next, sum.next + 4) : "";
  const per = tongue.per.find(([words]) => words.test(behind));
  const words = per?.[0].exec(behind)?.[0].split(" ").length ?? 0;
  const to = sum.next + words;
  const amount = `${sum.sign}${(sum.cents / 100).toFixed(2).replace(/\.00$/, "")}`;
  const written = sum.cents === 0 ? "free" : amount;
  return {
    kind: "price",
    from,
    to,
    quote: quoteOf(text, run, from, to),
    text: per === undefined ? written : `${written} per ${per[1]}`,
    sumTo: sum.next,
    amountCents: sum.cents,
    upToCents: null,
    threshold: false,
  };
}
