/**
 * The countries called under `allowed_countries: low_risk`.
 *
 * Basis: what carriers switch on by default and what they bar until asked. On the list are countries where ending a
 * call costs cents, where the regulator can take a misused range back within days, and whose ordinary ranges hardly
 * appear in reports of revenue-share fraud. Left out on purpose, although rich or near: the Caribbean countries behind
 * +1 (the classic "one ring" destinations), the Channel Islands and Man (dear mobile ranges behind +44), Monaco, San
 * Marino, Liechtenstein and the Vatican (ranges let to resellers), the Baltic states, Slovenia and the western Balkans
 * (often named as destinations of such fraud), and everywhere a minute costs more than the call's own price allows.
 * A list is no shield by itself: ranges are let anew every week, so the caps on calls count as much.
 */
export const LOW_RISK_COUNTRIES: ReadonlySet<string> = new Set([
  // North America; the territories are billed as domestic
  ..."US CA PR VI MX".split(" "),
  // Europe
  ..."AT AX BE CH CY CZ DE DK ES FI FR GB GR HU IE IS IT LU MT NL NO PL PT RO SE SK".split(" "),
  // Asia and the Pacific
  ..."AU HK IL IN JP KR NZ SG TW".split(" "),
  // South America
  ..."BR CL".split(" "),
]);

/** `low_risk`, `all`, or ISO 3166 codes. */
export type AllowedCountries = "low_risk" | "all" | readonly string[];

export function countryAllowed(allowed: AllowedCountries, country: string): boolean {
  if (allowed === "all") return true;
  if (allowed === "low_risk") return LOW_RISK_COUNTRIES.has(country);
  return allowed.some((code) => code.toUpperCase() === country);
}

/** What would be allowed, for a message. */
export function describeAllowed(allowed: AllowedCountries): string {
  if (allowed === "all") return "every country";
  const codes = allowed === "low_risk" ? [...LOW_RISK_COUNTRIES] : allowed.map((code) => code.toUpperCase());
  return codes.length === 0 ? "none" : codes.toSorted().join(", ");
}

const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

export function countryName(country: string): string {
  return country === "001"
    ? "an international code of no country (001)"
    : `${NAMES.of(country) ?? country} (${country})`;
}
