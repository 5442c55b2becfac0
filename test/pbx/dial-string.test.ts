import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialString } from "../../src/pbx/dial-string.ts";

describe("a dial string", () => {
  it("asks the trunk for the number as the trunk wants it", () => {
    expect(dialString("+14155550123", "e164", "trunk")).toBe("PJSIP/+14155550123@trunk");
    expect(dialString("+14155550123", "e164_no_plus", "trunk")).toBe("PJSIP/14155550123@trunk");
    expect(dialString("+12025550142", "e164", "demo")).toBe("PJSIP/+12025550142@demo");
  });

  it("has nothing in it but the digits of a canonical number", () => {
    const parts = fc.constantFrom("+", "1", "4155550123", "@evil", "/", ";", "sip:", " ", "\n", "${X}", "٣", "１", "&");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), (pieces) => {
        const number = pieces.join("");
        if (/^\+[1-9][0-9]{6,14}$/.test(number)) {
          expect(dialString(number, "e164", "trunk")).toBe(`PJSIP/${number}@trunk`);
        } else {
          expect(() => dialString(number, "e164", "trunk")).toThrow(RangeError);
        }
      }),
    );
  });
});
