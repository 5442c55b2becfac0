/**
 * Whether what a caller reads back is right. The business compares it with what it has said in this call itself, and
 * with what it knows; a wrong value is denied with the right one, and only that. What it cannot make out it does not
 * agree to.
 */
import type { Day, Found } from "../language/en/found.ts";
import { foundOf, read } from "../language/en/reading.ts";
import { hits } from "./business-listen.ts";
import { claimsIn } from "./business-claims.ts";
import type { Claim, ValueKind } from "./business-claims.ts";
import type { Statement } from "./business-statements.ts";

export type Checked =
  | { readonly type: "right" }
  /** What is right instead, one line for each thing that was wrong. */
  | { readonly type: "wrong"; readonly lines: readonly string[] }
  /** `lines`: what is right of something that was heard in part. */
  | { readonly type: "unclear"; readonly lines: readonly string[] };

export function check(text: string, statements: readonly Statement[]): Checked {
  const judged = claimsIn(text).flatMap((claim) => judge(claim, statements) ?? []);
  const linesOf = (type: Checked["type"]): string[] => [
    ...new Set(judged.flatMap((each) => (each.type === type && each.type !== "right" ? each.lines : []))),
  ];
  const wrong = linesOf("wrong");
  if (wrong.length > 0) return { type: "wrong", lines: wrong };
  if (judged.length > 0 && judged.every(({ type }) => type === "right")) return { type: "right" };
  return { type: "unclear", lines: linesOf("unclear") };
}

/** Null when the claim is about nothing that the business said: a telephone number, a number of guests. */
function judge(claim: Claim, statements: readonly Statement[]): Checked | null {
  if (/\b(phone|call|reach)\b/.test(claim.about) && claim.kind === "code") return null;
  const able = statements.filter((statement) => valuesOf(statement, claim.kind).length > 0);
  const named = bestNamed(able, claim.about);
  if (named === null && claim.bare && !NAMES_KIND[claim.kind].test(claim.about)) return null;
  if (named === null && claim.kind === "quantity") return null;
  const usual = able.filter((statement) => statement.usual);
  const compared = named !== null ? [named] : usual.length > 0 ? usual : able.filter(({ said }) => said);
  const last = compared.at(-1);
  if (last === undefined) return { type: "unclear", lines: [] };
  const verdicts = compared.map((statement) => compare(claim, statement));
  if (verdicts.includes("same")) return { type: "right" };
  return { type: verdicts.includes("part") ? "unclear" : "wrong", lines: [last.line] };
}

const NAMES_KIND: Readonly<Record<ValueKind, RegExp>> = {
  price: /\b(price|prices|cost|costs|charge|total|much)\b/,
  time: /\b(time|at|when|until|till|from)\b/,
  date: /\b(day|date|on)\b/,
  code: /\b(number|code|confirmation|reference)\b/,
  quantity: /\b(long|minutes|hours|days)\b/,
};

/** Of equals the last, as when the business is asked. */
function bestNamed(statements: readonly Statement[], about: string): Statement | null {
  let best: Statement | null = null;
  let most = 0;
  for (const statement of statements) {
    const reached = hits(statement.when, about);
    if (reached > 0 && reached >= most) [best, most] = [statement, reached];
  }
  return best;
}

function valuesOf({ line, number }: Statement, kind: ValueKind): readonly Found[] {
  if (kind === "code") return number === undefined ? [] : [codeOf(number)];
  return number === undefined ? foundOf(read(line), kind) : [];
}

function codeOf(number: string): Found {
  return { kind: "code", from: 0, to: 0, quote: number, text: number, labelled: true };
}

/** `part`: what was heard of it is right, but some of it is missing; an ear loses signs. */
type Comparison = "same" | "part" | "other";

function compare(claim: Claim, statement: Statement): Comparison {
  const values = valuesOf(statement, claim.kind);
  const meant = claim.kind === "time" ? endOf(values, claim.about) : values;
  const comparisons = meant.map((value) => compareValue(claim, value));
  if (comparisons.includes("same")) return "same";
  return comparisons.includes("part") ? "part" : "other";
}

/** Of "from five to ten" the end that these words mean; either when they do not say. */
function endOf(values: readonly Found[], about: string): readonly Found[] {
  const ends = about.match(/\b(open|opens|opening|from|start|starts|close|closes|closing|until|till|to|by)\b/g);
  const end = ends?.at(-1);
  if (values.length < 2 || end === undefined) return values;
  return /^(open|opens|opening|from|start|starts)$/.test(end) ? values.slice(0, 1) : values.slice(-1);
}

function compareValue(claim: Claim, own: Found): Comparison {
  const said = claim.found;
  if (own.kind === "code") return compareNumber([textOf(said), ...claim.otherwise], own.text);
  if (own.kind === "price" && said.kind === "price")
    return same(own.amountCents === said.amountCents && own.upToCents === said.upToCents);
  if (own.kind === "time" && said.kind === "time") return same(isSameTime(own, said));
  if (own.kind === "date" && said.kind === "date") return compareDay(own, said);
  return same(own.kind === "quantity" && said.kind === "quantity" && own.text === said.text);
}

type Clock = { readonly hour: number; readonly minute: number; readonly half: "am" | "pm" | null };

/** "Seven" may be in the evening; "seven AM" may not. */
export function isSameTime(a: Clock, b: Clock): boolean {
  const hours = a.half !== null && b.half !== null ? a.hour === b.hour : a.hour % 12 === b.hour % 12;
  return hours && a.minute === b.minute;
}

/** Whether Friday is tomorrow nobody here knows. */
function compareDay(own: Day, said: Day): Comparison {
  if ((own.weekday === null) !== (said.weekday === null)) return "part";
  return same(own.weekday === said.weekday && own.relative === said.relative);
}

function compareNumber(heard: readonly string[], number: string): Comparison {
  if (heard.includes(number)) return "same";
  return heard.some((each) => isPartOf(each, number)) ? "part" : "other";
}

/** Signs of the number, in their order, more than half of them. */
function isPartOf(heard: string, number: string): boolean {
  let at = 0;
  for (const sign of number) if (heard[at] === sign) at++;
  return at === heard.length && heard.length * 2 > number.length;
}

function textOf(found: Found): string {
  return found.text.replaceAll("-", "");
}

function same(equal: boolean): Comparison {
  return equal ? "same" : "other";
}
