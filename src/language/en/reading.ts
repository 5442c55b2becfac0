/** One utterance, read: its clauses, everything found in it, and what it does. */
import { clauses } from "./clauses.ts";
import type { Clause } from "./clauses.ts";
import { codesAndDigits } from "./codes.ts";
import { dates } from "./dates.ts";
import type { Expected, Found } from "./found.ts";
import { names } from "./names.ts";
import { prices } from "./prices.ts";
import { quantities } from "./quantities.ts";
import { acts, polarity } from "./talk.ts";
import type { Act, ActKind, Polarity } from "./talk.ts";
import { times } from "./times.ts";
import { plain, tokens } from "./words.ts";
import type { Token } from "./words.ts";

export type Reading = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly words: string;
  readonly clauses: readonly Clause[];
  /** In the order in which they were said; no two overlap. */
  readonly found: readonly Found[];
  readonly acts: readonly Act[];
  readonly polarity: Polarity | null;
};

export function read(text: string, expected: Expected = null): Reading {
  const run = tokens(text);
  const found = valuesIn(text, run, expected);
  return {
    text,
    tokens: run,
    words: plain(run),
    clauses: clauses(text, run).map((clause) => (tells(run, clause, found) ? { ...clause, question: false } : clause)),
    found,
    acts: acts(text, run),
    polarity: polarity(text, run),
  };
}

/** Everything found among these tokens, in the order in which it was said; of two that overlap the likelier. */
export function valuesIn(text: string, run: readonly Token[], expected: Expected): Found[] {
  const coded = codesAndDigits(text, run, expected === "code" || expected === "digits");
  const clocked = times(text, run, expected === "time");
  const counted = quantities(text, run, expected === "quantity");
  const priced = prices(text, run, expected === "price");
  const dated = dates(text, run, expected === "date");
  const asked = { price: priced, time: clocked, quantity: counted.filter(({ unit }) => unit !== "") };
  const first = expected !== null && expected in asked ? asked[expected as keyof typeof asked] : [];
  return withoutOverlap([
    ...coded.codes,
    ...dated.filter(({ month, day }) => month !== null && day !== null),
    ...(expected === "price" ? priced.filter(({ from }) => isFourDigits(run, from)) : []),
    ...coded.digits,
    ...first,
    ...(expected === "name" ? dated : []),
    ...priced.filter((price) => price.text !== "free"),
    ...clocked,
    ...dated,
    ...counted,
    ...priced.filter((price) => price.text === "free"),
    ...names(text, run, expected === "name"),
  ]);
}

/** Four digits alone are a list of digits, unless a price was asked for. */
function isFourDigits(run: readonly Token[], from: number): boolean {
  return /^\d{4}$/.test(run[from]?.word ?? "");
}

/** "what number is seven four nine two": misheard in its first word, because nobody asks with the answer in it. */
function tells(run: readonly Token[], clause: Clause, found: readonly Found[]): boolean {
  if (!clause.question || run[clause.to - 1]?.stop === "?" || !/^(what|which|how|who|where|when)\b/.test(clause.words))
    return false;
  return found.some(
    (each) => (each.kind === "price" || each.kind === "code") && each.from >= clause.from && each.to <= clause.to,
  );
}

export function actOf(reading: Reading, kind: ActKind): Act | null {
  return reading.acts.find((act) => act.kind === kind) ?? null;
}

export function foundOf<K extends Found["kind"]>(reading: Reading, kind: K): Extract<Found, { kind: K }>[] {
  return reading.found.filter((found): found is Extract<Found, { kind: K }> => found.kind === kind);
}

function withoutOverlap(ranked: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const found of ranked) {
    if (kept.every((other) => found.to <= other.from || found.from >= other.to)) kept.push(found);
  }
  return kept.sort((a, b) => a.from - b.from);
}
