import { describe, expect, it } from "vitest";
import { HeardClock } from "../../../src/conversation/turn/heard-clock.ts";

/** Reads a frame that the detector has judged at once. */
function judged(clock: HeardClock, nowMs: number): number {
  const endMs = clock.frame(nowMs);
  clock.judged(endMs, nowMs);
  return endMs;
}

it("is the clock while frames and ticks come as they should", () => {
  const clock = new HeardClock(1000);
  for (let nowMs = 1020; nowMs < 3000; nowMs += 20) {
    expect(judged(clock, nowMs)).toBe(nowMs);
    expect(clock.tick(nowMs + 7)).toBe(nowMs + 7);
  }
});

describe("a thread that was held up", () => {
  it("has not heard that time, and follows the frames that come at once afterwards", () => {
    const clock = new HeardClock(1000);
    expect(clock.tick(2000)).toBe(1000);
    const times = Array.from({ length: 49 }, () => judged(clock, 2000));
    expect(times).toEqual(Array.from({ length: 49 }, (_, i) => 1020 + 20 * i));
    expect(judged(clock, 2001)).toBe(2001);
    expect(judged(clock, 2020)).toBe(2020);
  });

  it("may notice it by a frame", () => {
    const clock = new HeardClock(1000);
    expect([judged(clock, 1500), judged(clock, 1500)]).toEqual([1020, 1040]);
  });

  it("waits no longer than one beat for frames that were never sent", () => {
    const clock = new HeardClock(1000);
    expect([clock.tick(1500), clock.tick(1520)]).toEqual([1000, 1520]);
  });

  it("does not add up what it was held up before and has been read", () => {
    const clock = new HeardClock(1000);
    clock.tick(1500);
    expect(clock.tick(1700)).toBe(1500);
  });
});

describe("a detector that is behind", () => {
  it("holds the time at the last frame that it has judged", () => {
    const clock = new HeardClock(1000);
    judged(clock, 1020);
    const next = clock.frame(1040);
    expect(clock.tick(1041)).toBe(1020);
    clock.judged(next, 1042);
    expect(clock.tick(1043)).toBe(1043);
  });

  it("is stuck from the first frame on that it has not judged, as long as it judges none", () => {
    const clock = new HeardClock(1000);
    expect(clock.stuckMs(9000)).toBe(0);
    clock.frame(9000);
    const next = clock.frame(9020);
    expect(clock.stuckMs(9500)).toBe(500);
    clock.judged(next, 9600);
    expect(clock.stuckMs(9700)).toBe(100);
    clock.judged(next, 9700);
    expect(clock.stuckMs(9800)).toBe(0);
  });
});
