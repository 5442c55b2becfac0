import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, isWellFormed, newKey, shownPrefix } from "../../src/store/key-format.ts";
import { seal, unseal } from "../../src/store/seal.ts";

describe("a key", () => {
  it("is svc_ and 49 letters and digits, never twice the same, and well formed", () => {
    const keys = Array.from({ length: 200 }, newKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
      expect(isWellFormed(key)).toBe(true);
      expect(shownPrefix(key)).toHaveLength(10);
    }
    expect(digestOf(keys[0] ?? "")).toHaveLength(32);
  });

  it("is malformed with any character changed, missing or added", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 52 }), fc.constantFrom(..."0123456789ABCxyz_- "), (at, letter) => {
        const key = newKey();
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        expect(isWellFormed(changed)).toBe(changed === key);
      }),
    );
    const key = newKey();
    for (const wrong of ["", "svc_", key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, key.toLowerCase()]) {
      expect(isWellFormed(wrong)).toBe(false);
    }
  });
});

describe("a sealed answer", () => {
  it("opens with the secret it was sealed with, and with no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, secret) => {
        const box = seal(text, secret);
        expect(unseal(box, secret)).toBe(text);
        expect(unseal(box, `${secret}x`)).toBeNull();
        expect(seal(text, secret)).not.toEqual(box);
      }),
      { numRuns: 50 },
    );
  });

  it("does not open when one byte was changed", () => {
    const box = seal("svc_secret", "code");
    for (let at = 0; at < box.length; at += 1) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(changed, "code")).toBeNull();
    }
  });
});
