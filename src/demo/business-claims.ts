/**
 * What a caller says back, value by value, each with the words that tell what it is about. Written as people write
 * ("$42 per person", "7:30 PM", "3685") or in words, as recognisers do: it makes no difference here.
 */
import type { Found } from "../language/en/found.ts";
import { wholeNumber } from "../language/en/numbers.ts";
import { read } from "../language/en/reading.ts";
import type { Reading } from "../language/en/reading.ts";
import { plain } from "../language/en/words.ts";

export type ValueKind = "price" | "time" | "date" | "code" | "quantity";

export type Claim = {
  readonly kind: ValueKind;
  readonly found: Found;
  /** The words before it, back to the claim before, and "for lunch" where that follows. */
  readonly about: string;
  /** A number that could be something else as well, said without its unit. */
  readonly bare: boolean;
  /** Other ways to take the same words: "three thousand six hundred eighty five" for a number. */
  readonly otherwise: readonly string[];
};

const MOST_WORDS_AFTER = 4;

export function claimsIn(text: string): Claim[] {
  const reading = read(text);
  const sure = reading.found.filter((found) => kindOf(found) !== null);
  const bare = (["code", "price", "time"] as const)
    .flatMap((expected) => read(text, expected).found.filter((found) => kindOf(found) === expected))
    .filter((found) => sure.every((other) => found.to <= other.from || found.from >= other.to));
  const all = [...sure, ...bare, ...namedNumbers(reading, [...sure, ...bare])].sort((a, b) => a.from - b.from);
  return all.map((found) => ({
    kind: kindOf(found) ?? "code",
    found,
    about: aboutOf(reading, all, found),
    bare: !sure.includes(found),
    otherwise: wholeNumbersAt(reading, found),
  }));
}

/** What this value can be compared with; null for what a business does not give: telephone numbers, names. */
function kindOf(found: Found): ValueKind | null {
  switch (found.kind) {
    case "price":
      return found.threshold ? null : "price";
    case "digits":
      return found.phone ? null : "code";
    case "quantity":
      return /^(minutes|hours|days)$/.test(found.unit) ? "quantity" : null;
    case "time":
    case "date":
    case "code":
      return found.kind;
    case "name":
      return null;
  }
}

/** "The number is 3,685": no code as one says it, but a number all the same. */
function namedNumbers({ tokens, text }: Reading, known: readonly Found[]): Found[] {
  for (let i = 1; i < tokens.length; i++) {
    const number = /\b(number|code)( is)?$/.test(plain(tokens, i - 3, i)) ? wholeNumber(tokens, i) : null;
    if (number === null || known.some(({ from, to }) => from < number.next && to > i)) continue;
    const quote = text.slice(tokens[i]?.start, tokens[number.next - 1]?.end);
    return [{ kind: "code", from: i, to: number.next, quote, text: String(number.value), labelled: true }];
  }
  return [];
}

/** Where a code was made out in the middle of a longer number, that number too. */
function wholeNumbersAt({ tokens }: Reading, found: Found): string[] {
  if (found.kind !== "code" && found.kind !== "digits") return [];
  const starts = [found.from, found.from - 2, found.from - 4].filter((from) => from >= 0);
  const numbers = starts.map((from) => wholeNumber(tokens, from));
  return numbers.flatMap((number) => (number !== null && number.next >= found.to ? [String(number.value)] : []));
}

function aboutOf({ tokens }: Pick<Reading, "tokens">, all: readonly Found[], found: Found): string {
  const after = all.find(({ from }) => from >= found.to)?.from ?? tokens.length;
  const following = plain(tokens, found.to, Math.min(after, found.to + MOST_WORDS_AFTER));
  if (/^for (?!that\b|it\b)/.test(following)) return following;
  // A day and its time are one thing: the words before both say what it is about. So are the ends of a range.
  const before = all.findLast(({ to, kind }) => to <= found.from && (kind !== "date" || found.kind === "date"));
  const between = plain(tokens, before?.to ?? 0, found.from);
  const ranged = before?.kind === found.kind && /^(to|until|till|and|or|through)$/.test(between);
  return ranged ? `${aboutOf({ tokens }, all, before)} ${between}` : between;
}
