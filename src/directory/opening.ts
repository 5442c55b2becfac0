/**
 * Open now, and today's hours, from OpenStreetMap's opening_hours syntax, in the business's own time, public holidays
 * of its country included. The library behind it (LGPL, used as published) is loaded with a Date of ours; see
 * `wall-date.ts` for why. What cannot be read, or depends on something unknown, is null.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type { opening_hours as OpeningHours } from "opening_hours";
import { countryOfZone, wallClock, WallDate } from "./wall-date.ts";

export type Opening = { readonly openNow: boolean | null; readonly hoursToday: string | null };

export type Whereabouts = {
  readonly timezone: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

const UNKNOWN_OPENING: Opening = { openNow: null, hoursToday: null };
const ALWAYS: Opening = { openNow: true, hoursToday: "open 24 hours" };
const DAY_MS = 24 * 60 * 60 * 1000;

export function openingAt(hours: string | null, where: Whereabouts, nowMs: number): Opening {
  if (hours === null) return UNKNOWN_OPENING;
  if (hours.trim() === "24/7") return ALWAYS;
  if (where.timezone === null) return UNKNOWN_OPENING;
  const rules = read(hours, where);
  if (rules === null) return UNKNOWN_OPENING;
  const now = wallClock(where.timezone, nowMs);
  sunShiftMs = now.getTime() - nowMs;
  try {
    return { openNow: rules.getUnknown(now) ? null : rules.getState(now), hoursToday: today(rules, now) };
  } catch {
    return UNKNOWN_OPENING;
  }
}

/** The intervals that begin today; one that runs on past midnight is still today's. */
function today(rules: OpeningHours, now: WallDate): string | null {
  const start = new WallDate(now.getFullYear(), now.getMonth(), now.getDate());
  const end = new WallDate(start.getTime() + DAY_MS);
  const around = rules.getOpenIntervals(new WallDate(start.getTime() - DAY_MS), new WallDate(end.getTime() + DAY_MS));
  const intervals = around.filter(([from, to]) => (from >= start && from < end) || (from < start && to >= end));
  if (intervals.some(([, , unknown]) => unknown)) return null;
  if (intervals.some(([from, to]) => from <= start && to >= end)) return "open 24 hours";
  if (intervals.length === 0) return "closed";
  return intervals
    .map(([from, to]) => `${clock(from)}-${to.getTime() === end.getTime() ? "24:00" : clock(to)}`)
    .join(", ");
}

function clock(date: Date): string {
  return date.toISOString().slice(11, 16);
}

/** Loads what the first question would otherwise wait for, a tenth of a second. */
export function warmOpening(nowMs: number): void {
  const nowhere = { country: null, region: null, latitude: null, longitude: null };
  openingAt("Mo-Su 09:00-17:00; PH off", { ...nowhere, timezone: "Europe/Berlin" }, nowMs);
}

// ---------------------------------------------------------------- reading

type Library = new (value: string, place: Place) => OpeningHours;
/** As Nominatim tells a place; the library's own type says numbers, and it reads strings only. */
type Place = { readonly lat?: string; readonly lon?: string; readonly address?: Readonly<Record<string, string>> };

/** Rules read before: a directory repeats itself, and reading costs a hundred times as much as asking. */
const known = new Map<string, OpeningHours | null>();
const MOST_KNOWN = 5000;

function read(hours: string, where: Whereabouts): OpeningHours | null {
  const sun = /sun|dawn|dusk/.test(hours);
  const country = where.country ?? countryOfZone(where.timezone ?? "");
  const key = [hours, country, where.region, ...(sun ? [where.latitude, where.longitude] : [])].join("|");
  const before = known.get(key);
  if (before !== undefined) return before;
  const rules = construct(hours, country, where);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, rules);
  return rules;
}

function construct(hours: string, country: string | null, where: Whereabouts): OpeningHours | null {
  if (country === null && /\b(?:PH|SH)\b/.test(hours)) return null;
  const { latitude, longitude, region } = where;
  // Given nothing at all, the library computes for a village in Germany; an empty place keeps it from that.
  const place: Place = {
    ...(latitude === null || longitude === null ? {} : { lat: String(latitude), lon: String(longitude) }),
    ...(country === null ? {} : { address: addressOf(country.toLowerCase(), region) }),
  };
  try {
    return new (library())(hours, place);
  } catch {
    // It throws at what it cannot read.
    return null;
  }
}

function addressOf(country: string, region: string | null): Record<string, string> {
  if (region === null) return { country_code: country };
  const code = /^[A-Z]{2,3}$/.test(region) ? { "ISO3166-2-lvl4": `${country.toUpperCase()}-${region}` } : {};
  return { country_code: country, state: region, ...code };
}

let loaded: Library | undefined;
/** It also tells the console what it throws. */
const SILENT = { log: ignore, warn: ignore, error: ignore };

function ignore(): void {}

/** Sunrise and sunset come in true time and are wanted in the wall clock under evaluation. */
let sunShiftMs = 0;

type Sun = { getTimes(date: Date, latitude: number, longitude: number): Record<string, unknown> };

function library(): Library {
  if (loaded) return loaded;
  const path = createRequire(import.meta.url).resolve("opening_hours");
  const sun = createRequire(path)("suncalc") as Sun;
  const wallSun: Sun = {
    getTimes: (date, latitude, longitude) =>
      Object.fromEntries(
        Object.entries(sun.getTimes(new Date(date.getTime() - sunShiftMs), latitude, longitude)).map(([name, at]) => [
          name,
          at instanceof Date ? new WallDate(at.getTime() + sunShiftMs) : at,
        ]),
      ),
  };
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(readFileSync(path, "utf8"), ["module", "exports", "require", "Date", "console"], {
    filename: path,
  });
  run.call(undefined, module, module.exports, () => wallSun, WallDate, SILENT);
  loaded = module.exports as Library;
  return loaded;
}
