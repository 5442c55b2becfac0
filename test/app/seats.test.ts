import { expect, it } from "vitest";
import { seatsFor } from "../../src/app/seats.ts";

it("are more on a machine with more cores, and fewer where the engines are slower", () => {
  const load = { hearing: 0.2, speaking: 0.09 };
  const two = seatsFor(2, load);
  expect(two).toBeGreaterThanOrEqual(8);
  expect(seatsFor(4, load)).toBeGreaterThanOrEqual(2 * two);
  expect(seatsFor(2, { hearing: 0.6, speaking: 0.3 })).toBeLessThan(two / 2);
});

it("are no more than one thread can hear, however many cores there are", () => {
  const load = { hearing: 0.2, speaking: 0.01 };
  expect(seatsFor(64, { ...load, hearingCores: 1 })).toBe(8);
  expect(seatsFor(1, { ...load, hearingCores: 1 })).toBe(seatsFor(1, load));
});

it("are never none", () => {
  expect(seatsFor(1, { hearing: 9, speaking: 9 })).toBe(1);
});
