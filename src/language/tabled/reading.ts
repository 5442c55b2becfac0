/** One utterance, read by the tables of its language: the same as English ones are, with less in it. */
import type { Clause } from "../en/clauses.ts";
import type { Expected, Found } from "../en/found.ts";
import type { Reading } from "../en/reading.ts";
import type { Act, Polarity } from "../en/talk.ts";
import { plain, quoteOf } from "../en/words.ts";
import type { Token } from "../en/words.ts";
import { codesAndDigits } from "./codes.ts";
import { dates } from "./dates.ts";
import { prices } from "./prices.ts";
import { times } from "./times.ts";
import type { Tongue } from "./tongue.ts";
import { wordsOf } from "./words.ts";

export function readBy(tongue: Tongue, text: string, expected: Expected = null): Reading {
  const run = wordsOf(text);
  return {
    text,
    tokens: run,
    words: plain(run),
    clauses: clausesIn(tongue, text, run),
    found: valuesIn(tongue, text, run, expected),
    acts: actsIn(tongue, text, run),
    polarity: polarityOf(tongue, text, run),
  };
}

/** Of two that overlap the likelier: what is named stands before what may be read out. */
export function valuesIn(tongue: Tongue, text: string, run: readonly Token[], expected: Expected): Found[] {
  const signs = codesAndDigits(tongue, text, run);
  const dated = dates(tongue, text, run);
  const priced = prices(tongue, text, run, expected === "price");
  const coded = expected === "code" || expected === "digits" ? signs : [];
  const ranked: readonly Found[] = [
    ...coded,
    ...priced.filter(({ text: written }) => /^[€$£C]/.test(written)),
    ...(expected === "price" ? priced : []),
    ...dated.filter(({ month }) => month !== null),
    ...times(tongue, text, run, expected === "time"),
    ...dated,
    ...signs.filter(({ kind }) => kind === "code"),
    ...priced,
    ...signs,
  ];
  const kept: Found[] = [];
  for (const found of ranked)
    if (kept.every((other) => found.to <= other.from || found.from >= other.to)) kept.push(found);
  return kept.sort((a, b) => a.from - b.from);
}

function clausesIn({ asks }: Tongue, text: string, run: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (let i = 0; i < run.length; i += 1) {
    const { stop } = run[i]!;
    if (stop !== "." && stop !== "?" && i < run.length - 1) continue;
    const words = plain(run, from, i + 1);
    const punctuated = /[.?!,]/.test(text);
    const question = stop === "?" || (!punctuated && asks.test(words));
    clauses.push({ from, to: i + 1, quote: quoteOf(text, run, from, i + 1), words, question, check: false });
    from = i + 1;
  }
  return clauses;
}

function actsIn({ acts }: Tongue, text: string, run: readonly Token[]): Act[] {
  const words = plain(run);
  return acts.flatMap(([kind, pattern, unless]): Act[] => {
    const match = pattern.exec(words);
    if (match === null || unless?.test(words) === true) return [];
    const from = match.index === 0 ? 0 : words.slice(0, match.index).trimEnd().split(" ").length;
    const to = from + match[0].trim().split(" ").length;
    return [{ kind, from, to, quote: quoteOf(text, run, from, to) }];
  });
}

function polarityOf({ yes, no }: Tongue, text: string, run: readonly Token[]): Polarity | null {
  const words = plain(run);
  const denied = no.exec(words);
  const head = denied ?? yes.exec(words);
  if (head === null) return null;
  const to = head[0].trim().split(" ").length;
  return { yes: denied === null, from: 0, to, quote: quoteOf(text, run, 0, to) };
}
