/** Where on the clock a telephone number may be. Pure: the time comes in, the zone's rules come with the runtime. */
import { PREFIXES_BY_ZONES } from "./zones-by-prefix.ts";

const ZONES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(PREFIXES_BY_ZONES).flatMap(([zones, prefixes]) => {
    const list = zones.split(" ");
    return prefixes.split(" ").map((prefix) => [prefix, list] as const);
  }),
);
const LONGEST_PREFIX = Math.max(...[...ZONES_OF.keys()].map((prefix) => prefix.length));

/** Every IANA time zone the owner of this E.164 number may be in; empty when nothing is known. */
export function zonesOfNumber(e164: string): readonly string[] {
  const digits = e164.slice(1);
  for (let length = Math.min(LONGEST_PREFIX, digits.length); length > 0; length--) {
    const zones = ZONES_OF.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return [];
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Minutes since local midnight, 0 to 1439. */
export function minuteOfDay(zone: string, nowMs: number): number {
  let format = FORMATS.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    FORMATS.set(zone, format);
  }
  return readClock(format.format(nowMs));
}

/** "21:30" as minutes since midnight. */
export function readClock(text: string): number {
  const [hours = "0", minutes = "0"] = text.split(":");
  return Number(hours) * 60 + Number(minutes);
}

export function writeClock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
