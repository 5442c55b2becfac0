import { describe, expect, it } from "vitest";
import { GivenSound } from "./given-sound.ts";

/** `frames` of them from `fromMs` on, as they come. */
function asTheyCome(given: GivenSound, fromMs: number, frames: number): void {
  for (let i = 1; i <= frames; i += 1) given.frame(fromMs + i * 20);
}

function atOnce(given: GivenSound, nowMs: number, frames: number): void {
  for (let i = 0; i < frames; i += 1) given.frame(nowMs);
}

describe("what an ear was given", () => {
  it("is all of it while the frames come, also when some are lost", () => {
    const given = new GivenSound();
    asTheyCome(given, 0, 100);
    asTheyCome(given, 2300, 100);
    expect([10, 1000, 2100, 2290, 4000].map((atMs) => given.wasLeftOut(atMs))).toEqual(Array(5).fill(false));
    expect(given.untilMs(4350)).toBe(4350);
  });

  it("is not what lies between", () => {
    const given = new GivenSound();
    asTheyCome(given, 0, 100);
    asTheyCome(given, 9000, 100);
    expect([1990, 2010, 8990, 9010].map((atMs) => given.wasLeftOut(atMs))).toEqual([false, true, true, false]);
  });

  it("was said before it came, when it was kept and came at once", () => {
    const given = new GivenSound();
    asTheyCome(given, 0, 100);
    atOnce(given, 9000, 80);
    asTheyCome(given, 9000, 50);
    expect([7390, 7410, 8990].map((atMs) => given.wasLeftOut(atMs))).toEqual([true, false, false]);
  });

  it("is all of it when the thread was held up and has come after", () => {
    const given = new GivenSound();
    asTheyCome(given, 0, 100);
    expect(given.untilMs(2900)).toBe(2000);
    atOnce(given, 3000, 10);
    expect(given.wasLeftOut(2500)).toBe(true);
    atOnce(given, 3000, 40);
    asTheyCome(given, 3000, 10);
    expect([2010, 2500, 2990].map((atMs) => given.wasLeftOut(atMs))).toEqual([false, false, false]);
    expect(given.untilMs(3210)).toBe(3210);
  });
});
