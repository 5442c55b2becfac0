import { getCountries } from "libphonenumber-js/max";

/**
 * A Date that has no time zone: its local time is the wall clock it was made from. The opening-hours library reads
 * local time only; given this in place of Date it computes in the business's own wall clock, whatever zone the
 * appliance runs in, and no hour is skipped or doubled by the appliance's own clock changes.
 */
export class WallDate extends Date {
  constructor(...parts: readonly (number | string | Date)[]) {
    const [first = Number.NaN] = parts;
    if (parts.length < 2) super(first);
    else {
      const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0, milli = 0] = parts.map(Number);
      super(Date.UTC(year, month, day, hour, minute, second, milli));
    }
  }

  override getFullYear(): number {
    return this.getUTCFullYear();
  }

  override getMonth(): number {
    return this.getUTCMonth();
  }

  override getDate(): number {
    return this.getUTCDate();
  }

  override getDay(): number {
    return this.getUTCDay();
  }

  override getHours(): number {
    return this.getUTCHours();
  }

  override getMinutes(): number {
    return this.getUTCMinutes();
  }

  override getSeconds(): number {
    return this.getUTCSeconds();
  }

  override setDate(day: number): number {
    return this.setUTCDate(day);
  }

  override setHours(...parts: [number, number?, number?, number?]): number {
    return this.setUTCHours(...parts);
  }

  override getTimezoneOffset(): number {
    return 0;
  }

  override toLocaleString(locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string {
    return super.toLocaleString(locale, { ...options, timeZone: "UTC" });
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks in this zone show at this moment. Throws a RangeError when there is no such zone. */
export function wallClock(zone: string, nowMs: number): WallDate {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return new WallDate(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

let countries: ReadonlyMap<string, string> | undefined;

/** The country whose zone this is; null for zones of none, of several, and those that do not exist. */
export function countryOfZone(zone: string): string | null {
  countries ??= readCountries();
  return countries.get(zone) ?? null;
}

function readCountries(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const shared = new Set<string>();
  for (const country of getCountries()) {
    for (const zone of zonesOf(country)) {
      if (found.has(zone)) shared.add(zone);
      found.set(zone, country);
    }
  }
  for (const zone of shared) found.delete(zone);
  return found;
}

/** `Intl.Locale.prototype.getTimeZones`, which the compiler's library does not know yet. */
function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? [];
}
