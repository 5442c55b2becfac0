import * as fc from "fast-check";
import { expect, it } from "vitest";
import { retryAt } from "../../src/webhooks/schedule.ts";

const DAY_MS = 24 * 3_600_000;

it("a delivery that is never taken is tried ever later, for about a day", () => {
  const waits: number[] = [];
  for (let [nowMs, tries] = [0, 1]; ; tries += 1) {
    const next = retryAt({ begunAtMs: 0, tries, nowMs, askedMs: null }, 0.5);
    if (next === null) break;
    waits.push((next - nowMs) / 1000);
    nowMs = next;
  }
  expect(waits.slice(0, 5)).toEqual([5, 15, 45, 135, 405]);
  expect(Math.max(...waits)).toBe(4 * 3600);
  expect(waits.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(20 * 3600);
});

it("whatever came before, a retry lies in the future, within the day, and not before the receiver asked for it", () => {
  const failed = fc.record({
    begunAtMs: fc.constant(0),
    tries: fc.integer({ min: 1, max: 500 }),
    nowMs: fc.integer({ min: 0, max: 2 * DAY_MS }),
    askedMs: fc.option(fc.integer({ min: 0, max: 10 * DAY_MS })),
  });
  fc.assert(
    fc.property(failed, fc.double({ min: 0, max: 1, noNaN: true }), (one, random) => {
      const next = retryAt(one, random);
      if (next === null) return one.nowMs + 5 * 3_600_000 > DAY_MS;
      return next > one.nowMs && next <= DAY_MS && next - one.nowMs >= Math.min(one.askedMs ?? 0, 4 * 3_600_000);
    }),
  );
});
