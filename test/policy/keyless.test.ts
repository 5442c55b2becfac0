import { describe, expect, it } from "vitest";
import { KeylessBudget } from "../../src/policy/keyless.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How many of so many requests at this moment are let through. */
function through(budget: KeylessBudget, asked: number, address: (nth: number) => string, nowMs: number): number {
  let passed = 0;
  for (let nth = 0; nth < asked; nth++) if (budget.take(address(nth), nowMs) === null) passed += 1;
  return passed;
}

describe("what may be asked without a key", () => {
  it("is five minutes' worth at once for one address, and then its rate; others are not touched by it", () => {
    const budget = new KeylessBudget({ perAddress: 60, inAll: 6000 });
    expect(through(budget, 1000, () => "a", 0)).toBe(300);
    expect(budget.take("a", 0)).toBe(1);
    expect(through(budget, 1000, () => "a", MINUTE_MS)).toBe(60);
    expect(through(budget, 10, () => "b", MINUTE_MS)).toBe(10);
    expect(through(budget, 1000, () => "a", DAY_MS)).toBe(300);
  });

  it("is bounded for all together, and who was refused by that has spent nothing of their own", () => {
    const budget = new KeylessBudget({ perAddress: 60, inAll: 100 });
    expect(through(budget, 2000, (nth) => `stranger ${nth}`, 0)).toBe(500);
    expect(budget.take("me", 0)).toBe(1);
    expect(through(budget, 1000, () => "me", 5 * MINUTE_MS)).toBe(300);
  });

  it("says after how many seconds it is worth asking again", () => {
    const budget = new KeylessBudget({ perAddress: 1, inAll: 100 });
    expect(through(budget, 10, () => "a", 0)).toBe(5);
    expect(budget.take("a", 500)).toBe(60);
    expect(budget.take("a", 60_000)).toBeNull();
  });

  it("forgets who has asked little: what is remembered does not grow with the days", () => {
    const budget = new KeylessBudget({ perAddress: 60, inAll: 6000 });
    for (let minute = 0; minute < 100; minute++) {
      through(budget, 5000, (nth) => `${minute}/${nth}`, minute * MINUTE_MS);
    }
    expect(budget.size).toBeLessThanOrEqual(6000);
  });
});
