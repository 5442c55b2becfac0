import { describe, expect, it } from "vitest";
import { dueTurns, startTicker, turnAt } from "../../../src/conversation/media/frame-ticker.ts";

describe("the beat", () => {
  it.each([
    [1000, 1000, 0, 5],
    [1000, 1004.5, 0, 0.5],
    [1000, 1005, 1, 5],
    [1000, 1133, 26, 2],
  ])("that began at %f is at %f in turn %i, %f ms before the next", (startMs, nowMs, turn, untilNextMs) => {
    expect(turnAt(startMs, nowMs)).toEqual({ turn, untilNextMs });
  });

  it.each([
    ["on time", 3, 4, [0]],
    ["woken early", 4, 4, []],
    ["one turn late", 3, 5, [0, 1]],
    ["a beat late", 3, 7, [0, 1, 2, 3]],
    ["half a second late: once each all the same", 3, 103, [0, 1, 2, 3]],
  ])("takes, when it is %s, the turns that are due", (_, last, turn, due) => {
    expect(dueTurns(last, turn)).toEqual(due);
  });

  it("keeps the clock's pace for each listener, skips what a stall has missed and never bursts", async () => {
    // Before the ticker starts to count: a busy machine may take its time between the two.
    const startedMs = performance.now();
    const ticker = startTicker();
    const beats: number[][] = [[], [], [], [], []];
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const own of beats) {
      ticker.add((nowMs) => {
        own.push(nowMs);
        if (own === beats[0] && own.length === 10) while (performance.now() - nowMs < 95) continue;
        if (own === beats[4] && own.length === 30) resolve();
      });
    }
    await promise;
    ticker.stop();
    const elapsedMs = performance.now() - startedMs;
    // 95 ms are four beats and more: one is only late, another may follow it at once, and the others are lost.
    expect(elapsedMs).toBeGreaterThanOrEqual((30 + 2) * 20 - 5);
    for (const own of beats) {
      expect(own.length).toBeGreaterThan(20);
      expect(own.length).toBeLessThanOrEqual((elapsedMs + 5) / 20 - 2);
    }
  });

  it("stops for a listener that has gone, and for all when it is stopped", async () => {
    const ticker = startTicker();
    let first = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const remove = ticker.add(() => {
      first += 1;
      remove();
    });
    let second = 0;
    ticker.add(() => {
      second += 1;
      if (second === 3) resolve();
    });
    await promise;
    ticker.stop();
    const before = second;
    await new Promise((done) => setTimeout(done, 60));
    expect([first, second]).toEqual([1, before]);
  });
});
