import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents, costOf, PRICES, readMeter, wholeSeconds } from "../../src/billing/pricing.ts";

describe("the price of an answered call", () => {
  it.each([
    [0, 100],
    [1, 100],
    [299, 100],
    [300, 100],
    [301, 125],
    [360, 125],
    [361, 150],
    [420, 150],
    [421, 175],
    [3600, 1475],
  ])("of %i s is %i cents", (durationS, price) => {
    expect(costOf(PRICES, durationS)).toBe(price);
  });

  it("takes 300.999 s for 300 s, and no negative time", () => {
    expect(wholeSeconds(300_999)).toBe(300);
    expect(wholeSeconds(-5)).toBe(0);
  });

  it("refuses anything that is not whole cents", () => {
    expect(() => cents(0.5)).toThrow(RangeError);
    expect(() => cents(Number.NaN)).toThrow(RangeError);
  });
});

describe("the meter", () => {
  it.each([
    [0, 0, 0, 270_000],
    [269_999, 0, 0, 270_000],
    [270_000, 1, 0, 301_000],
    [300_999, 1, 0, 301_000],
    [301_000, 1, 1, 330_000],
    [330_000, 2, 1, 361_000],
    [361_000, 2, 2, 390_000],
  ])("after %i ms has reserved %i and posted %i, and looks again at %i ms", (talkMs, reserve, post, nextAtMs) => {
    expect(readMeter(PRICES, talkMs)).toEqual({ reserve, post, nextAtMs });
  });

  it("never posts a minute that is not reserved, always moves on, and posts what the call costs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_000 }), (talkMs) => {
        const { reserve, post, nextAtMs } = readMeter(PRICES, talkMs);
        expect(reserve).toBeGreaterThanOrEqual(post);
        expect(reserve).toBeLessThanOrEqual(post + 1);
        expect(nextAtMs).toBeGreaterThan(talkMs);
        expect(100 + 25 * post).toBe(costOf(PRICES, wholeSeconds(talkMs)));
      }),
    );
  });
});
