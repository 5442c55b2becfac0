/** The numbering plan that `openapi.json` shows, held against what reads the numbers. */
import fc from "fast-check";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { phonePattern } from "../../src/policy/phone-pattern.ts";
import { parseCallbackNumber, parsePhone } from "../../src/policy/phone.ts";

const PATTERN = new RegExp(`^${phonePattern()}$`);

const isRead = (raw: string): boolean => {
  const phone = parsePhone(raw, null);
  return parseCallbackNumber(raw, null).ok && (phone.ok || phone.code !== "invalid_phone");
};

describe("the pattern of telephone numbers", () => {
  it("fits every number that is possible, as it is dialled", () => {
    const possible = fc
      .stringMatching(/^\+(?:43|49|98|290|599|[1-9])[0-9]{5,13}$/)
      .map((raw) => parseCallbackNumber(raw, null));
    fc.assert(
      fc.property(possible, (phone) => {
        // Canada's 310 numbers have seven digits, at home: nobody abroad can call them.
        fc.pre(phone.ok && !/^\+1310[0-9]{4}$/.test(phone.e164));
        expect(PATTERN.test(phone.e164)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it("fits only what is read as a number, whatever policy then says of it", () => {
    fc.assert(
      fc.property(fc.stringMatching(PATTERN), (raw) => {
        fc.pre(raw.length <= 60);
        expect(isRead(raw), raw).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it("fits none that a country takes for a trunk prefix and too few digits", () => {
    const codes = [...getCountries().map((country) => getCountryCallingCode(country))];
    const wrong = [...new Set<string>(codes)].flatMap((code) =>
      Array.from({ length: 15 - code.length }, (_, index) => index + 1).flatMap((length) =>
        [..."0123456789"]
          .flatMap((first) => ["0", "5"].map((fill) => `+${code}${first}${fill.repeat(length - 1)}`))
          .filter((raw) => PATTERN.test(raw) && !isRead(raw)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(["+12025550142", "+1 (202) 555-0142", " +44 20 7946 0958 ", "+39 06 1234567", "+800.1234.5678"])(
    "fits %j",
    (number) => expect(PATTERN.test(number)).toBe(true),
  );

  it.each(["2025550142", "+1202555014", "+999123456789", "+1202555014x", "tel:+12025550142", "+1+2025550142", "911"])(
    "does not fit %j",
    (number) => expect(PATTERN.test(number)).toBe(false),
  );
});
