import fc from "fast-check";
import parsePhoneNumber, { getCountries, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { parseCallbackNumber, parsePhone } from "../../src/policy/phone.ts";
import { DEAR_RANGES, EMERGENCY_NUMBERS, TABLES_GENERATED_ON } from "../../src/policy/phone-tables.ts";
import { cases } from "../support/cases.ts";

const CANONICAL = /^\+[1-9]\d{6,14}$/;

function codeOf(raw: string, country: string | null = null): string {
  const phone = parsePhone(raw, country);
  return phone.ok ? "ok" : phone.code;
}

function e164Of(raw: string, country: string | null = null): string | null {
  const phone = parsePhone(raw, country);
  return phone.ok ? phone.e164 : null;
}

describe("a telephone number", () => {
  it.each([
    ["+14155552671", "+14155552671"],
    [" +1 (415) 555-2671 ", "+14155552671"],
    ["+1.415.555.2671", "+14155552671"],
    ["+1\u00a0415\u202f555\u20092671", "+14155552671"],
    ["+44 20 7946 0958", "+442079460958"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["+49 (0) 30 901820", "+4930901820"],
    ["+39 06 6982", "+39066982"],
    ["+683 4002", "+6834002"],
  ])("reads %s as %s", (raw, e164) => {
    expect(e164Of(raw)).toBe(e164);
  });

  it("says which country is called, telling the countries that share +1 apart", () => {
    const country = (raw: string) => {
      const phone = parsePhone(raw, null);
      return phone.ok ? phone.country : phone.code;
    };
    expect(country("+12025550142")).toBe("US");
    expect(country("+16135550142")).toBe("CA");
    expect(country("+18765551234")).toBe("JM");
    expect(country("+18095551234")).toBe("DO");
    expect(country("+447781123456")).toBe("GG");
    expect(country("+77012345678")).toBe("KZ");
    expect(country("+80012345678")).toBe("001");
  });

  it("accepts a number that is possible and not assigned, and says so", () => {
    expect(parsePhone("+447700900123", null)).toMatchObject({ ok: true, country: "GB", assigned: false });
    expect(parsePhone("+15555555555", null)).toMatchObject({ ok: true, country: "US", assigned: false });
    expect(parsePhone("+12025550142", null)).toMatchObject({ ok: true, assigned: true });
  });

  it.each([
    ["a national number without a configured country", "(415) 555-2671"],
    ["nothing", ""],
    ["blanks", "   "],
    ["a word", "Blue Harbor Bistro"],
    ["a letter number", "+1 800 FLOWERS"],
    ["too few digits", "+1 415 555 267"],
    ["too many digits", "+1 415 555 26711"],
    ["a very long number", `+1${"0".repeat(200)}`],
    ["a country code that does not exist", "+999 123 4567"],
    ["a short number that is no emergency number", "12345"],
    ["an extension", "+1 415 555 2671 x5"],
    ["an extension in words", "+1 415 555 2671 ext. 5"],
    ["an extension parameter", "+14155552671;ext=5"],
    ["a tel URI", "tel:+14155552671"],
    ["a tel URI with a context", "tel:5552671;phone-context=+1415"],
    ["a sip URI", "sip:+14155552671@example.com"],
    ["two numbers", "+14155552671+14155552672"],
    ["two numbers with a comma", "+14155552671,+14155552672"],
    ["pauses", "+14155552671,,,1"],
    ["a wait", "+14155552671w1"],
    ["a key", "+14155552671#"],
    ["a service code", "*31#+14155552671"],
    ["a diversion code", "**21*+19005551234#"],
    ["the prefix 00", "0044 20 7946 0958"],
    ["the prefix 011", "011 44 20 7946 0958"],
    ["a doubled plus", "++14155552671"],
    ["a plus in the middle", "1+4155552671"],
    ["full-width digits", "+１４１５５５５２６７１"],
    ["a full-width plus", "＋14155552671"],
    ["Arabic digits", "+١٤١٥٥٥٥٢٦٧١"],
    ["a zero-width space", "+1415\u200b5552671"],
    ["a right-to-left override", "\u202e+14155552671"],
    ["an isolate", "\u2066+14155552671\u2069"],
    ["a line break", "+1415555\r\n2671"],
    ["a null", "+1415555\u00002671"],
    ["a variable", "${EXTEN}"],
    ["a dial string", "PJSIP/+14155552671@trunk"],
    ["another dial option", "+14155552671&PJSIP/900"],
  ])("refuses %s", (_, raw) => {
    expect(codeOf(raw)).toBe("invalid_phone");
  });

  it.each([
    ["4155552671", "US", "+14155552671"],
    ["(415) 555-2671", "US", "+14155552671"],
    ["1 415 555 2671", "US", "+14155552671"],
    ["020 7946 0958", "GB", "+442079460958"],
    ["06 6982", "IT", "+39066982"],
    ["011 381 2345", "IT", "+390113812345"],
    ["+44 20 7946 0958", "US", "+442079460958"],
  ])("reads %s in %s as %s", (raw, country, e164) => {
    expect(e164Of(raw, country)).toBe(e164);
  });

  it("refuses an international prefix that leads abroad, also with a configured country", () => {
    expect(codeOf("011 44 20 7946 0958", "US")).toBe("invalid_phone");
    expect(codeOf("00 1 415 555 2671", "DE")).toBe("invalid_phone");
    expect(codeOf("415 555 2671", "XX")).toBe("invalid_phone");
  });

  it("never repeats the number in its message, and says how to write one", () => {
    const phone = parsePhone("(415) 555-2671", null);
    expect(phone.ok ? "" : phone.message).toMatch(/\+14155550123/);
    expect(phone.ok ? "" : phone.message).not.toMatch(/555-2671/);
  });

  it("checks a callback number for its form only", () => {
    expect(parseCallbackNumber("+1 900 555 1234", null)).toEqual({ ok: true, e164: "+19005551234" });
    expect(parseCallbackNumber("911", null)).toMatchObject({ ok: false, code: "invalid_phone" });
    expect(parseCallbackNumber("sip:me@example.com", null)).toMatchObject({ ok: false, code: "invalid_phone" });
  });
});

describe("emergency numbers", () => {
  it("are all refused as such, in every country and spelling", () => {
    const numbers = new Set(Object.values(EMERGENCY_NUMBERS).flatMap((list) => list.split(" ")));
    expect(numbers.size).toBeGreaterThan(100);
    for (const number of numbers) {
      const wide = number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
      const arabic = number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
      const forms = [number, `+${number}`, [...number].join("-"), ` ${number} `, `tel:${number}`, wide, arabic];
      for (const raw of [...forms, [...number].join("\u200b"), `${number}#`]) {
        for (const country of [null, "US", "DE", "NU"]) {
          expect(codeOf(raw, country), `${raw} in ${country}`).toBe("emergency_number");
        }
      }
    }
  });

  it("are known too where a country has them besides its common number", () => {
    for (const raw of ["061", "062", "091", "988", "196", "985", "767", "+34 091", "+1 988", "+33 196"]) {
      expect(codeOf(raw), raw).toBe("emergency_number");
    }
    // Advice, not rescue, and numbers that break off: only too short.
    for (const raw of ["116117", "411", "1234", "+1415", "+1 530"]) expect(codeOf(raw), raw).toBe("invalid_phone");
  });

  it("are recognised after a country code or a prefix", () => {
    for (const raw of ["+1 911", "+44 999", "+49 110", "+33 15", "9911", "1911", "0112", "00112", "+61 000"]) {
      expect(codeOf(raw), raw).toBe("emergency_number");
    }
  });

  it("do not swallow ordinary numbers that contain one", () => {
    expect(codeOf("+1 212 555 0911")).toBe("ok");
    expect(codeOf("+49 30 110110")).toBe("ok");
    expect(codeOf("+1 415 555 2671 911")).toBe("invalid_phone");
  });
});

describe("dear numbers", () => {
  it.each([
    ["premium in the United States", "+1 900 555 1234"],
    ["premium in a range that is not assigned", "+1 900 123 4567"],
    ["pay-per-call exchange", "+1 212 976 1234"],
    ["carrier services", "+1 700 555 1234"],
    ["personal in the United States", "+1 500 555 1234"],
    ["premium in Britain", "+44 909 879 0000"],
    ["personal in Britain", "+44 7012 345678"],
    ["a pager in Britain", "+44 7640 123456"],
    ["premium in France", "+33 899 123456"],
    ["premium in Italy", "+39 899 123456"],
    ["shared cost in Germany", "+49 180 1123456"],
    ["Inmarsat", "+870 773 111 632"],
    ["Iridium", "+8816 1234 5678"],
    ["Thuraya", "+88216 1234 5678"],
    ["international networks", "+883 5100 1234 5678"],
    ["international premium", "+979 123 456 789"],
    ["international shared cost", "+808 1234 5678"],
  ])("are refused: %s", (_, raw) => {
    expect(codeOf(raw)).toBe("premium_number");
  });

  it("do not include company-wide, toll-free and internet numbers", () => {
    expect(parsePhone("+44 333 123 4567", null)).toMatchObject({ ok: true, type: "company" });
    expect(parsePhone("+1 800 555 1234", null)).toMatchObject({ ok: true, type: "toll_free" });
    expect(parsePhone("+49 32 221234567", null)).toMatchObject({ ok: true });
  });

  it("do not include an ordinary mobile number of any country", () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples);
      if (!example || example.getType() === "PERSONAL_NUMBER") continue;
      expect(parsePhone(example.number, null), country).toMatchObject({ ok: true, e164: example.number });
    }
  });

  it("come from tables that say when they were made", () => {
    expect(TABLES_GENERATED_ON).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(DEAR_RANGES["1"]?.premium?.split(" ")).toContain("900");
    expect(DEAR_RANGES["44"]?.personal?.split(" ")).toContain("70");
  });
});

describe("whatever is written", () => {
  const country = fc.constantFrom(null, "US", "GB", "DE", "IT", "BR", "NU");
  const hostile = fc.constantFrom(
    ..."0123456789+ -.()#*,;=@:/&$\u200b\u200e\u202e\u2066\uff0b\uff11\u0661\u00a0\n\r\t\0",
    ..."ext= ;ext= sip: tel: 00 011 +44(0) +1900 911 phone-context= PJSIP/".split(" "),
  );
  const pieces = fc.array(hostile, { maxLength: 24 }).map((parts) => parts.join(""));
  const number = fc.tuple(fc.constantFrom("+", "", "00"), fc.bigInt(0n, 10n ** 16n)).map(([p, n]) => p + n);

  it("comes out canonical, ordinary and unchanged by a second reading, or not at all", () => {
    fc.assert(
      fc.property(fc.oneof(pieces, number, fc.string({ unit: "binary" })), country, (raw, home) => {
        const phone = parsePhone(raw, home);
        if (!phone.ok) return;
        expect(phone.e164).toMatch(CANONICAL);
        expect(parsePhone(phone.e164, null)).toEqual(phone);
        const type = parsePhoneNumber(phone.e164)?.getType();
        expect(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER", "PAGER"]).not.toContain(type);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("keeps its digits in order: nothing is called that was not written", () => {
    fc.assert(
      fc.property(fc.oneof(pieces, number), (raw) => {
        const phone = parsePhone(raw, null);
        if (!phone.ok) return;
        const written = raw.replaceAll(/\D/g, "");
        const kept = [...phone.e164.slice(1)];
        for (const digit of written) if (digit === kept[0]) kept.shift();
        expect(kept).toEqual([]);
        expect(written.length - phone.e164.slice(1).length).toBeLessThanOrEqual(12);
      }),
      { numRuns: cases(5_000) },
    );
  });
});
