import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { openingAt } from "../../src/directory/opening.ts";
import type { Whereabouts } from "../../src/directory/opening.ts";
import { wallClock } from "../../src/directory/wall-date.ts";
import { cases } from "../support/cases.ts";

const NEW_YORK: Whereabouts = {
  timezone: "America/New_York",
  country: "US",
  region: "New York",
  latitude: 40.7,
  longitude: -74,
};
const BERLIN: Whereabouts = {
  timezone: "Europe/Berlin",
  country: "DE",
  region: "Berlin",
  latitude: 52.5,
  longitude: 13.4,
};
const at = (iso: string) => Date.parse(iso);

describe("opening hours", () => {
  it("are read in the business's own time", () => {
    const hours = "Mo-Fr 09:00-17:00";
    expect(openingAt(hours, NEW_YORK, at("2026-11-20T13:59:00Z"))).toEqual({
      openNow: false,
      hoursToday: "09:00-17:00",
    });
    expect(openingAt(hours, NEW_YORK, at("2026-11-20T14:00:00Z"))).toEqual({
      openNow: true,
      hoursToday: "09:00-17:00",
    });
    expect(openingAt(hours, BERLIN, at("2026-11-20T14:00:00Z"))).toEqual({ openNow: true, hoursToday: "09:00-17:00" });
    expect(openingAt(hours, BERLIN, at("2026-11-20T16:00:00Z"))).toEqual({ openNow: false, hoursToday: "09:00-17:00" });
    expect(openingAt(hours, BERLIN, at("2026-11-21T10:00:00Z"))).toEqual({ openNow: false, hoursToday: "closed" });
  });

  it("take today from the business's calendar, not ours", () => {
    const auckland = { ...NEW_YORK, timezone: "Pacific/Auckland", country: "NZ", region: null };
    expect(openingAt("Fr 10:00-12:00; Sa 13:00-15:00", auckland, at("2026-11-20T12:00:00Z")).hoursToday).toBe(
      "13:00-15:00",
    );
    expect(openingAt("Fr 10:00-12:00; Sa 13:00-15:00", NEW_YORK, at("2026-11-20T12:00:00Z")).hoursToday).toBe(
      "10:00-12:00",
    );
  });

  it.each([
    ["Mo-Su 11:00-14:30,17:00-22:00", "11:00-14:30, 17:00-22:00"],
    ["Mo-Su 18:00-02:00", "18:00-02:00"],
    ["Mo-Su 18:00-24:00", "18:00-24:00"],
    ["24/7", "open 24 hours"],
    ["Mo-Su 00:00-24:00", "open 24 hours"],
    ["Sa 10:00-14:00", "closed"],
    ["Mo-Fr 09:00-17:00; Nov 20 off", "closed"],
    ["2026 Nov 20 10:00-11:00", "10:00-11:00"],
    ["Fr[3] 10:00-11:00", "10:00-11:00"],
    ["week 47 Fr 08:00-09:00", "08:00-09:00"],
  ])("%s on Friday 20 November 2026: %s", (hours, today) => {
    expect(openingAt(hours, BERLIN, at("2026-11-20T11:00:00Z")).hoursToday).toBe(today);
  });

  it("leave yesterday's night out of today", () => {
    const hours = "Mo-Fr 18:00-02:00, Sa 20:00-23:00";
    const night = at("2026-11-21T00:30:00Z");
    expect(openingAt(hours, BERLIN, night)).toEqual({ openNow: true, hoursToday: "20:00-23:00" });
  });

  it("know the public holidays of the country", () => {
    const hours = "Mo-Su 10:00-18:00; PH off";
    const christmas = at("2026-12-25T11:00:00Z");
    expect(openingAt(hours, BERLIN, christmas)).toEqual({ openNow: false, hoursToday: "closed" });
    expect(openingAt(hours, NEW_YORK, at("2026-07-04T15:00:00Z")).openNow).toBe(false);
    expect(openingAt(hours, BERLIN, at("2026-07-04T11:00:00Z")).openNow).toBe(true);
    expect(openingAt(hours, NEW_YORK, at("2026-11-26T16:00:00Z")).hoursToday).toBe("closed");
    expect(openingAt(hours, { ...BERLIN, country: null }, christmas).openNow).toBe(false);
    const easterMonday = at("2026-04-06T10:00:00Z");
    expect(openingAt(hours, BERLIN, easterMonday).hoursToday).toBe("closed");
  });

  it("are unknown when they say so, cannot be read, or hang on something unknown", () => {
    const unknown = { openNow: null, hoursToday: null };
    expect(openingAt(null, BERLIN, 0)).toEqual(unknown);
    expect(openingAt("call us", BERLIN, at("2026-11-20T11:00:00Z"))).toEqual(unknown);
    expect(openingAt("Mo-Fr 9-5pm whenever", BERLIN, at("2026-11-20T11:00:00Z")).openNow ?? null).toBeNull();
    expect(openingAt("Mo-Fr 09:00-17:00", { ...BERLIN, timezone: null }, at("2026-11-20T11:00:00Z"))).toEqual(unknown);
    const utc = { ...BERLIN, country: null, timezone: "UTC" };
    expect(openingAt("Mo-Su 10:00-18:00; PH off", utc, at("2026-11-20T11:00:00Z"))).toEqual(unknown);
    expect(openingAt('Mo-Fr 09:00-17:00 "by appointment"', BERLIN, at("2026-11-20T11:00:00Z"))).toEqual(unknown);
  });

  it("follow the sun in the business's own time", () => {
    const hours = "Mo-Su sunrise-sunset";
    expect(openingAt(hours, NEW_YORK, at("2026-06-21T13:00:00Z")).hoursToday).toMatch(/^05:2\d-20:3\d$/);
    expect(openingAt(hours, BERLIN, at("2026-12-21T11:00:00Z")).hoursToday).toMatch(/^08:1\d-15:5\d$/);
  });
});

describe("the appliance's own time zone", () => {
  const before = process.env["TZ"];
  afterEach(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });

  it("changes nothing, clock changes included", () => {
    const zone = fc.constantFrom("UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe");
    const minute = fc.integer({ min: 0, max: 365 * 1440 }).map((count) => at("2026-01-01T00:00:00Z") + count * 60_000);
    const change = fc
      .constantFrom("2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z")
      .map(at);
    fc.assert(
      fc.property(zone, fc.oneof(minute, change), (ours, when) => {
        process.env["TZ"] = "UTC";
        const wanted = openingAt("Mo-Fr 01:30-02:45,09:00-17:00; Su 02:00-03:30", BERLIN, when);
        process.env["TZ"] = ours;
        expect(openingAt("Mo-Fr 01:30-02:45,09:00-17:00; Su 02:00-03:30", BERLIN, when)).toEqual(wanted);
      }),
      { numRuns: cases(500) },
    );
  });

  it("is no part of the wall clock", () => {
    process.env["TZ"] = "America/New_York";
    expect(wallClock("Europe/Berlin", at("2026-03-29T01:00:00Z")).toISOString()).toBe("2026-03-29T03:00:00.000Z");
    expect(wallClock("Asia/Kathmandu", at("2026-03-29T01:00:00Z")).toISOString()).toBe("2026-03-29T06:45:00.000Z");
  });
});
