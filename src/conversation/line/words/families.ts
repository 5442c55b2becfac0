/**
 * Phrases as evidence of who speaks, weighed, never a verdict by themselves: one table a language. A weight of 3 is what
 * hardly anybody but that kind of line says; two of 1.5 together are as much.
 */
import { withoutSpelledUmlauts } from "../../../language/tabled/umlauts.ts";
import { GERMAN } from "./de.ts";
import { ENGLISH } from "./en.ts";
import { SPANISH } from "./es.ts";
import { FRENCH } from "./fr.ts";

export type Kind = "voicemail" | "ivr" | "hold" | "screening" | "intercept" | "person" | "asks_to_hold" | "full";

export type Family = { readonly kind: Kind; readonly weight: number; readonly pattern: RegExp };

export type Evidence = { readonly [kind in Kind]: number };

export const NO_EVIDENCE: Evidence = {
  voicemail: 0,
  ivr: 0,
  hold: 0,
  screening: 0,
  intercept: 0,
  person: 0,
  asks_to_hold: 0,
  full: 0,
};

const TABLES: Readonly<Record<string, readonly Family[]>> = { en: ENGLISH, es: SPANISH, fr: FRENCH, de: GERMAN };

/** The table of a language (BCP-47); one without a table has sound and rhythm only. */
export function familiesOf(language: string): readonly Family[] {
  return TABLES[language.split("-")[0]?.toLowerCase() ?? ""] ?? [];
}

/** Each family counts once, however often it is said. */
export function weigh(families: readonly Family[], text: string): Evidence {
  const words = plain(text);
  if (words === "") return NO_EVIDENCE;
  const sum: { -readonly [kind in Kind]: number } = { ...NO_EVIDENCE };
  for (const { kind, weight, pattern } of families) if (pattern.test(words)) sum[kind] += weight;
  return sum;
}

/** Small letters without accents, and blanks, so that no engine's way of writing matters. */
export function plain(text: string): string {
  const letters = text
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("\u2019", "'")
    .replaceAll(/[^\p{L}\p{N}'#*]+/gu, " ")
    .trim();
  return withoutSpelledUmlauts(letters);
}
