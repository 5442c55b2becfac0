/**
 * Hours in which nobody is called, in the callee's own time. A number may belong to several time zones; a call is
 * placed only when it is a fit hour in all of them.
 */
import { minuteOfDay, readClock, writeClock, zonesOfNumber } from "./time-zones.ts";

/** `from` up to and not including `to`, as "HH:MM"; over midnight when `from` is the later. Equal: no quiet hours. */
export type QuietHours = { readonly from: string; readonly to: string };

export type Quiet = {
  /** The zone in which it is quiet now, and the time there. */
  readonly zone: string;
  readonly localTime: string;
  /** Until it is a fit hour in every zone at once; null when that moment never comes. */
  readonly waitSeconds: number | null;
};

const DAY_MINUTES = 1440;

/** Null when the number may be called now. A number of which no zone is known is taken to be in UTC. */
export function quietNow(hours: QuietHours, e164: string, nowMs: number): Quiet | null {
  const known = zonesOfNumber(e164);
  const zones = known.length > 0 ? known : ["UTC"];
  const from = readClock(hours.from);
  const to = readClock(hours.to);
  const zone = zones.find((one) => isQuiet(from, to, minuteOfDay(one, nowMs)));
  if (zone === undefined) return null;
  return {
    zone,
    localTime: writeClock(minuteOfDay(zone, nowMs)),
    waitSeconds: waitSeconds(from, to, zones, nowMs),
  };
}

function isQuiet(from: number, to: number, minute: number): boolean {
  if (from === to) return false;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Walks to the end of the longest quiet, looks again, and so on: over clock changes too. */
function waitSeconds(from: number, to: number, zones: readonly string[], nowMs: number): number | null {
  const startOfMinuteMs = nowMs - (nowMs % 60_000);
  let atMs = startOfMinuteMs;
  while (atMs < startOfMinuteMs + 3 * DAY_MINUTES * 60_000) {
    const minutes = zones
      .map((zone) => minuteOfDay(zone, atMs))
      .filter((minute) => isQuiet(from, to, minute))
      .map((minute) => (to - minute + DAY_MINUTES) % DAY_MINUTES);
    if (minutes.length === 0) return Math.ceil((atMs - nowMs) / 1000);
    // A clock that is put back may show the quiet hours again; an hour at a time never jumps over a fit one.
    atMs += Math.min(Math.max(...minutes), 60) * 60_000;
  }
  return null;
}
