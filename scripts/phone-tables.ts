/**
 * Writes src/policy/phone-tables.ts: the emergency numbers of every country and the ranges that cost the caller dearly,
 * read from the public metadata of libphonenumber (the short-number part from google-libphonenumber, the ranges by
 * type from libphonenumber-js). Run it after updating either package:
 *
 *   node scripts/phone-tables.ts
 *
 * A range is dear when some premium, shared-cost, personal or pager number starts with these digits and no ordinary
 * one does, in any country of the same calling code. That is what makes the table worth having beside the library's
 * own judgement of a number: it also holds for numbers of such a range that nobody has been given yet.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { alive, compile, start, step, type Automaton } from "./digit-automaton.ts";

type MetadataTypes = readonly (readonly [string, ...unknown[]] | 0)[];
type Country = readonly unknown[];
type Metadata = {
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, Country>>;
};
type ShortMetadata = { readonly countryToMetadata: Readonly<Record<string, readonly unknown[]>> };

const require = createRequire(import.meta.url);
const version = (name: string): string =>
  (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), "utf8")) as { version: string }).version;

// ---------------------------------------------------------------- emergency numbers

/** Index of the `emergency` description in a region of the short-number metadata (PhoneMetadata field 27). */
const EMERGENCY_FIELD = 27;
const LONGEST_EMERGENCY_NUMBER = 6;

function emergencyNumbers(): Record<string, string[]> {
  const { shortnumbermetadata } = require("google-libphonenumber") as { shortnumbermetadata: ShortMetadata };
  const byRegion: Record<string, string[]> = {};
  for (const [region, fields] of Object.entries(shortnumbermetadata.countryToMetadata)) {
    const pattern = (fields[EMERGENCY_FIELD] as readonly unknown[] | null | undefined)?.[2];
    if (typeof pattern !== "string" || pattern === "") continue;
    byRegion[region] = everyMatch(compile(pattern), LONGEST_EMERGENCY_NUMBER);
  }
  return byRegion;
}

/** All digit strings up to a length that an automaton accepts. */
function everyMatch(automaton: Automaton, longest: number): string[] {
  const found: string[] = [];
  const visit = (prefix: string, states: ReadonlySet<number>): void => {
    if (states.has(automaton.accept)) found.push(prefix);
    if (prefix.length === longest) return;
    for (const digit of "0123456789") {
      const next = step(automaton, states, digit);
      if (alive(next)) visit(prefix + digit, next);
    }
  };
  visit("", start(automaton));
  return found;
}

// ---------------------------------------------------------------- dear ranges

/** Positions of the number types in libphonenumber-js metadata (`types`, field 11 of a country). */
const TYPES_FIELD = 11;
const ORDINARY_TYPES = [0, 1, 2, 5, 6, 8]; // fixed line, mobile, toll free, voicemail, company-wide, internet telephony
const DEAR_TYPES = { premium: 3, personal: 4, pager: 7, shared_cost: 9 } as const;
/** Beyond this many digits the table would list single blocks, which the library's own judgement covers. */
const LONGEST_PREFIX = 5;

function dearRanges(): Record<string, Record<string, string[]>> {
  const metadata = JSON.parse(readFileSync(require.resolve("libphonenumber-js/metadata.max.json"), "utf8")) as Metadata;
  const ranges: Record<string, Record<string, string[]>> = {};
  for (const [callingCode, regions] of Object.entries(metadata.country_calling_codes)) {
    const types = regions.map((region) => metadata.countries[region]?.[TYPES_FIELD] as MetadataTypes | undefined);
    const patterns = (index: number): Automaton[] =>
      types.flatMap((list) => {
        const entry = list?.[index];
        return entry && entry[0] !== "" ? [compile(entry[0])] : [];
      });
    const ordinary = ORDINARY_TYPES.flatMap(patterns);
    for (const [label, index] of Object.entries(DEAR_TYPES)) {
      const prefixes = onlyIn(patterns(index), ordinary);
      if (prefixes.length > 0) (ranges[callingCode] ??= {})[label] = prefixes;
    }
  }
  return ranges;
}

/** The shortest prefixes that begin a number of `wanted` and none of `others`. */
function onlyIn(wanted: readonly Automaton[], others: readonly Automaton[]): string[] {
  const found: string[] = [];
  type Walk = readonly (readonly [Automaton, ReadonlySet<number>])[];
  const begin = (automata: readonly Automaton[]): Walk => automata.map((a) => [a, start(a)] as const);
  const advance = (walk: Walk, digit: string): Walk =>
    walk.map(([a, states]) => [a, step(a, states, digit)] as const).filter(([, states]) => alive(states));
  const visit = (prefix: string, inWanted: Walk, inOthers: Walk): void => {
    if (inWanted.length === 0) return;
    if (inOthers.length === 0 && prefix !== "") {
      found.push(prefix);
      return;
    }
    if (prefix.length === LONGEST_PREFIX) return;
    for (const digit of "0123456789") visit(prefix + digit, advance(inWanted, digit), advance(inOthers, digit));
  };
  visit("", begin(wanted), begin(others));
  return found;
}

// ---------------------------------------------------------------- the file

function render(generatedOn: string): string {
  const emergency = Object.entries(emergencyNumbers()).toSorted(([a], [b]) => a.localeCompare(b));
  const dear = Object.entries(dearRanges()).toSorted(([a], [b]) => Number(a) - Number(b));
  const emergencyLines = emergency.map(([region, numbers]) => `  ${region}: "${numbers.join(" ")}",`);
  const dearLines = dear.map(([code, byKind]) => {
    const kinds = Object.entries(byKind).map(([kind, prefixes]) => `${kind}: "${prefixes.join(" ")}"`);
    const line = `  ${code}: { ${kinds.join(", ")} },`;
    return line.length <= 120 ? line : `  ${code}: {\n${kinds.map((kind) => `    ${kind},\n`).join("")}  },`;
  });
  return `/**
 * Generated by scripts/phone-tables.ts on ${generatedOn} from google-libphonenumber ${version("google-libphonenumber")} and
 * libphonenumber-js ${version("libphonenumber-js")}. Do not edit: run the script again.
 */

export const TABLES_GENERATED_ON = "${generatedOn}";

/** The emergency numbers of each country, as its own people dial them. */
export const EMERGENCY_NUMBERS: Readonly<Record<string, string>> = {
${emergencyLines.join("\n")}
};

export type DearKind = "premium" | "shared_cost" | "personal" | "pager";

/** By calling code: the first digits of national numbers that are dear to call, whether assigned or not. */
export const DEAR_RANGES: Readonly<Record<string, Readonly<Partial<Record<DearKind, string>>>>> = {
${dearLines.join("\n")}
};
`;
}

const target = new URL("../src/policy/phone-tables.ts", import.meta.url);
writeFileSync(target, render(new Date().toISOString().slice(0, 10)));
