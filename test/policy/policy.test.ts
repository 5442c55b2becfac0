import fc from "fast-check";
import { getCountries } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../src/calls/brief.ts";
import { parsePhone } from "../../src/policy/phone.ts";
import { LOW_RISK_COUNTRIES } from "../../src/policy/countries.ts";
import { checkCaps } from "../../src/policy/caps.ts";
import { createPolicy } from "../../src/policy/policy.ts";
import type { PolicySettings } from "../../src/policy/policy.ts";
import { quietNow } from "../../src/policy/quiet-hours.ts";
import { minuteOfDay, zonesOfNumber } from "../../src/policy/time-zones.ts";
import { cases } from "../support/cases.ts";

const NOON_UTC = Date.UTC(2026, 10, 20, 12, 0);

const SETTINGS: PolicySettings = {
  allowedCountries: "low_risk",
  blockedNumbers: [],
  ownNumbers: [],
  callerId: null,
  quietHours: null,
  defaultCountry: null,
};

function brief(fields: Partial<Brief> = {}): Brief {
  return {
    phone: "+14155552671",
    goal: "Book a table for two",
    businessName: null,
    details: null,
    questions: [],
    onBehalfOf: null,
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
    ...fields,
  };
}

function verdict(settings: Partial<PolicySettings>, fields: Partial<Brief> = {}, nowMs = NOON_UTC, demo = false) {
  return createPolicy({ ...SETTINGS, ...settings })({ brief: brief(fields), demo, nowMs });
}

describe("allowed countries", () => {
  it.each([
    "+14155552671",
    "+16135550142",
    "+442079460958",
    "+4930901820",
    "+33142685300",
    "+61292501500",
    "+18005551234",
  ])("low risk: %s may be called", (phone) => expect(verdict({}, { phone })).toBeNull());

  it.each([
    ["Jamaica, behind +1", "+18765551234", /Jamaica \(JM\)/],
    ["the Dominican Republic, behind +1", "+18095551234", /\(DO\)/],
    ["Guernsey, behind +44", "+447781123456", /\(GG\)/],
    ["Cuba", "+5371234567", /\(CU\)/],
    ["Latvia", "+37121234567", /\(LV\)/],
    ["Somalia", "+25261234567", /\(SO\)/],
    ["international freephone", "+80012345678", /001/],
  ])("low risk: %s may not, and the message names it and what is allowed", (_, phone, name) => {
    const refused = verdict({}, { phone });
    expect(refused).toMatchObject({ code: "destination_not_allowed", details: { param: "phone" } });
    expect(refused?.message).toMatch(name);
    expect(refused?.message).toMatch(/\bGB\b.*\bUS\b/);
  });

  it("are gated by country, not by prefix, in a list too", () => {
    expect(verdict({ allowedCountries: ["JM"] }, { phone: "+18765551234" })).toBeNull();
    expect(verdict({ allowedCountries: ["JM"] })?.code).toBe("destination_not_allowed");
    expect(verdict({ allowedCountries: ["de", "us"] })).toBeNull();
    expect(verdict({ allowedCountries: [] })?.code).toBe("destination_not_allowed");
    expect(verdict({ allowedCountries: "all" }, { phone: "+18765551234" })).toBeNull();
  });

  it("take a number that nobody has been given to be in the code's main country", () => {
    expect(verdict({}, { phone: "+15555555555" })).toBeNull();
    expect(verdict({ allowedCountries: ["DE"] }, { phone: "+15555555555" })?.code).toBe("destination_not_allowed");
    expect(verdict({}, { phone: "+18761111111" })?.code).toBe("destination_not_allowed");
  });

  it("of low risk are countries that exist", () => {
    const countries = new Set<string>(getCountries());
    for (const country of LOW_RISK_COUNTRIES) expect(countries).toContain(country);
  });
});

describe("numbers that are never called", () => {
  it("include what the operator has blocked, by number and by prefix", () => {
    expect(verdict({ blockedNumbers: ["+1 415 555 2671"] })?.code).toBe("blocked_number");
    expect(verdict({ blockedNumbers: ["+1415*"] })?.code).toBe("blocked_number");
    expect(verdict({ blockedNumbers: ["+1415555267"] })?.code).toBe("blocked_number");
    expect(verdict({ blockedNumbers: ["+1416", "+44"] })).toBeNull();
  });

  it("include our own, however they are written in the configuration", () => {
    expect(verdict({ callerId: "+14155552671" })?.code).toBe("own_number");
    expect(verdict({ callerId: "(415) 555-2671", defaultCountry: "US" })?.code).toBe("own_number");
    expect(verdict({ ownNumbers: ["+1 415-555-2671"] })?.code).toBe("own_number");
    expect(verdict({ callerId: "anonymous" })).toBeNull();
  });

  it("include emergency and dear ones, should one get this far", () => {
    expect(verdict({ allowedCountries: "all" }, { phone: "+911" })?.code).toBe("emergency_number");
    expect(verdict({ allowedCountries: "all" }, { phone: "+19005551234" })?.code).toBe("premium_number");
  });

  it("are no destination of a transfer either", () => {
    const refused = (transferTo: string, settings: Partial<PolicySettings> = {}) => verdict(settings, { transferTo });
    expect(refused("+18765551234")).toMatchObject({
      code: "destination_not_allowed",
      details: { param: "transfer_to" },
    });
    expect(refused("+14155550199", { blockedNumbers: ["+14155550199"] })?.code).toBe("blocked_number");
    expect(refused("+14155550199", { callerId: "+14155550199" })?.code).toBe("own_number");
    expect(refused("+19005551234")?.code).toBe("premium_number");
    expect(refused("+14155550199")).toBeNull();
  });

  it("do not include the demo number, while a transfer from it is judged as any other", () => {
    const settings = { allowedCountries: ["DE"], blockedNumbers: ["+1"] };
    expect(verdict(settings, { phone: "+12025550142" }, NOON_UTC, true)).toBeNull();
    expect(verdict(settings, { transferTo: "+14155550199" }, NOON_UTC, true)?.code).toBe("destination_not_allowed");
  });
});

describe("a forbidden goal", () => {
  it("is found in every field, and the field is named", () => {
    const bad = "Pretend to be the police";
    expect(verdict({}, { goal: bad })).toMatchObject({ code: "goal_not_allowed", details: { param: "goal" } });
    expect(verdict({}, { details: bad })?.details.param).toBe("details");
    expect(verdict({}, { onBehalfOf: bad })?.details.param).toBe("on_behalf_of");
    expect(verdict({}, { onBehalfOf: "the IRS" })?.details.param).toBe("on_behalf_of");
    expect(verdict({}, { businessName: "Tell the owner we will kill him" })?.details.param).toBe("business_name");
    expect(verdict({}, { businessName: "Police headquarters", onBehalfOf: "Ana Police" })).toBeNull();
    expect(verdict({}, { voicemailMessage: "I will kill you" })?.details.param).toBe("voicemail_message");
    expect(verdict({}, { questions: ["When do you open?", "Get their verification code"] })?.details.param).toBe(
      "questions[1]",
    );
    expect(verdict({}, { goal: bad, phone: "+12025550142" }, NOON_UTC, true)?.code).toBe("goal_not_allowed");
  });
});

describe("quiet hours", () => {
  const hours = { from: "21:00", to: "08:00" };
  const at = (iso: string) => Date.parse(iso);

  it("are kept in the callee's time", () => {
    expect(quietNow(hours, "+12125550142", at("2026-11-20T12:59:00Z"))).toMatchObject({
      zone: "America/New_York",
      localTime: "07:59",
      waitSeconds: 60,
    });
    expect(quietNow(hours, "+12125550142", at("2026-11-20T13:00:00Z"))).toBeNull();
    expect(quietNow(hours, "+12125550142", at("2026-11-21T01:59:59Z"))).toBeNull();
    expect(quietNow(hours, "+12125550142", at("2026-11-21T02:00:00Z"))).toMatchObject({
      localTime: "21:00",
      waitSeconds: 39_600,
    });
    expect(quietNow(hours, "+4930901820", at("2026-11-20T12:59:00Z"))).toBeNull();
  });

  it("hold in every zone the number may be in", () => {
    expect(zonesOfNumber("+12085551234")).toEqual(expect.arrayContaining(["America/Boise", "America/Los_Angeles"]));
    expect(quietNow(hours, "+12085551234", at("2026-11-20T15:30:00Z"))).toMatchObject({
      zone: "America/Los_Angeles",
      waitSeconds: 1800,
    });
    expect(quietNow(hours, "+12085551234", at("2026-11-20T16:00:00Z"))).toBeNull();
  });

  it("may lie within one day, and equal times mean none", () => {
    expect(quietNow({ from: "12:00", to: "14:00" }, "+442079460958", at("2026-11-20T13:00:00Z"))?.waitSeconds).toBe(
      3600,
    );
    expect(quietNow({ from: "12:00", to: "14:00" }, "+442079460958", at("2026-11-20T14:00:00Z"))).toBeNull();
    expect(quietNow({ from: "08:00", to: "08:00" }, "+442079460958", at("2026-11-20T08:00:00Z"))).toBeNull();
  });

  it("refuse with the local time, the allowed hours and when to try again", () => {
    const refused = verdict({ quietHours: hours }, {}, at("2026-11-20T12:00:00Z"));
    expect(refused).toMatchObject({ code: "quiet_hours", details: { param: "phone", retryAfterSeconds: 14_400 } });
    expect(refused?.message).toMatch(/04:00 in America\/Los_Angeles.*from 08:00 to 21:00/);
    expect(verdict({ quietHours: hours }, { phone: "+12025550142" }, at("2026-11-20T05:00:00Z"), true)).toBeNull();
  });

  it("are never broken, in any zone, on any day of clock changes, and the wait leads out of them", () => {
    const phone = fc.constantFrom(
      "+12125550142",
      "+12085551234",
      "+442079460958",
      "+61292501500",
      "+919812345678",
      "+12425551234",
      "+18005551234",
      "+5511912345678",
    );
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
    const minute = fc.integer({ min: at("2026-01-01T00:00:00Z") / 60_000, max: at("2027-01-01T00:00:00Z") / 60_000 });
    const change = fc
      .tuple(
        fc.constantFrom("2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"),
        fc.integer({ min: -720, max: 2160 }),
      )
      .map(([day, offset]) => at(`${day}T00:00:00Z`) / 60_000 + offset);
    const inside = (from: string, to: string, local: number) => {
      const [a = 0, b = 0] = [from, to].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
      return a < b ? local >= a && local < b : a !== b && (local >= a || local < b);
    };
    fc.assert(
      fc.property(phone, clock, clock, fc.oneof(minute, change), (number, from, to, when) => {
        const nowMs = when * 60_000;
        const quiet = quietNow({ from, to }, number, nowMs);
        const somewhere = zonesOfNumber(number).some((zone) => inside(from, to, minuteOfDay(zone, nowMs)));
        expect(quiet !== null).toBe(somewhere);
        if (quiet === null || quiet.waitSeconds === null) return;
        expect(quiet.waitSeconds).toBeGreaterThan(0);
        expect(quietNow({ from, to }, number, nowMs + quiet.waitSeconds * 1000)).toBeNull();
      }),
      { numRuns: cases(3000) },
    );
  });
});

describe("caps", () => {
  const caps = {
    callsPerNumberPerDay: 10,
    concurrentCallsPerAccount: 20,
    callsPerAccountPerDay: 200,
    callsPerMinute: 60,
  };
  const none = { toThisNumberToday: 0, running: 0, today: 0, lastMinute: 0, secondsLeftToday: 3600 };
  const code = (counts: Partial<typeof none>, demo = false) =>
    checkCaps(caps, { ...none, ...counts }, demo)?.code ?? null;

  it("allow up to the limit and refuse the next", () => {
    expect(code({ toThisNumberToday: 9, running: 19, today: 199, lastMinute: 59 })).toBeNull();
    expect(code({ toThisNumberToday: 10 })).toBe("too_many_calls");
    expect(code({ running: 20 })).toBe("too_many_concurrent_calls");
    expect(code({ today: 200 })).toBe("daily_call_limit");
    expect(code({ lastMinute: 60 })).toBe("rate_limited");
  });

  it("put the policy (403) before the limits (429), and spare the demo number the first", () => {
    expect(code({ toThisNumberToday: 10, running: 20 })).toBe("too_many_calls");
    expect(code({ toThisNumberToday: 10, running: 20 }, true)).toBe("too_many_concurrent_calls");
    expect(code({ toThisNumberToday: 100 }, true)).toBeNull();
  });

  it("say when to come back", () => {
    expect(checkCaps(caps, { ...none, today: 200 }, false)?.details.retryAfterSeconds).toBe(3600);
  });
});

describe("whatever is asked", () => {
  it("only ordinary numbers of allowed countries pass", () => {
    const national = fc.bigInt(0n, 10n ** 12n);
    const code = fc.constantFrom(
      "1",
      "44",
      "49",
      "33",
      "39",
      "61",
      "7",
      "53",
      "870",
      "881",
      "882",
      "979",
      "800",
      "1900",
      "1876",
      "4470",
      "447640",
    );
    fc.assert(
      fc.property(code, national, (callingCode, digits) => {
        const phone = parsePhone(`+${callingCode}${digits}`, null);
        if (!phone.ok || verdict({}, { phone: phone.e164 }) !== null) return;
        expect(LOW_RISK_COUNTRIES).toContain(phone.country);
        expect(phone.e164).not.toMatch(/^\+(?:1900|1876|870|881|882|979|7|53|4470)/);
      }),
      { numRuns: cases(5000) },
    );
  });
});
