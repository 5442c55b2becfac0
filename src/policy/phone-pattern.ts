/**
 * The numbering plan as one regular expression: every country code with the lengths its numbers can have, written as
 * the contract tolerates it (section 4). For `openapi.json`, so that a client finds a wrong number before it is sent;
 * what decides is `phone.ts`, and its test holds the two together.
 */
import { Metadata, getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import type { CountryCode } from "libphonenumber-js/max";

const BETWEEN_DIGITS = "[ ().-]*";
/** International freephone, satellites and the like. */
const OF_NO_COUNTRY = ["800", "808", "870", "878", "881", "882", "883", "888", "979"] as const;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 15;
const ANY = "[0-9]";
/** Another first digit, at these lengths, the library takes for a trunk prefix: one digit is then missing. */
const FIRST_DIGIT: Readonly<Record<string, { readonly of: string; readonly least: number; readonly most: number }>> = {
  43: { of: "[1-9]", least: 4, most: 13 },
  49: { of: "[1-9]", least: 4, most: 13 },
  98: { of: "[1-9]", least: 4, most: 7 },
  290: { of: "[0-79]", least: 5, most: 5 },
  599: { of: "[0-25689]", least: 8, most: 8 },
};

/** Without anchors. */
export function phonePattern(): string {
  const codesByPlan = new Map<string, string[]>();
  for (const [code, lengths] of lengthsByCode()) {
    const plan = runsOf(code, lengths).map(written).join("|");
    codesByPlan.set(plan, [...(codesByPlan.get(plan) ?? []), code]);
  }
  const plans = [...codesByPlan].map(([plan, codes]) => `(?:${codes.join("|")})(?:${plan})`);
  return ` *\\+(?:${plans.join("|")})${BETWEEN_DIGITS}`;
}

/** How many digits may follow each country code, ascending. */
function lengthsByCode(): readonly (readonly [string, readonly number[]])[] {
  const metadata = new Metadata();
  const codes = new Set<string>([...getCountries().map((country) => getCountryCallingCode(country)), ...OF_NO_COUNTRY]);
  return [...codes].map((code) => {
    // As the library itself does when it says whether a number is possible; its types know countries only.
    metadata.selectNumberingPlan(code as CountryCode);
    const lengths = metadata.numberingPlan?.possibleLengths() ?? [];
    const fits = (length: number): boolean =>
      code.length + length >= LEAST_DIGITS && code.length + length <= MOST_DIGITS;
    return [code, lengths.filter(fits)];
  });
}

/** So many digits, the first of them one of these. */
type Run = { readonly first: string; readonly least: number; most: number };

function runsOf(code: string, lengths: readonly number[]): readonly Run[] {
  const special = FIRST_DIGIT[code];
  const runs: Run[] = [];
  for (const length of lengths) {
    const first = special !== undefined && length >= special.least && length <= special.most ? special.of : ANY;
    const last = runs.at(-1);
    if (last?.most === length - 1 && last.first === first) last.most = length;
    else runs.push({ first, least: length, most: length });
  }
  return runs;
}

function written({ first, least, most }: Run): string {
  const more = (from: number, to: number): string =>
    `(?:${BETWEEN_DIGITS}${ANY}){${from === to ? from : `${from},${to}`}}`;
  return first === ANY ? more(least, most) : `${BETWEEN_DIGITS}${first}${more(least - 1, most - 1)}`;
}
