import { describe, expect, it } from "vitest";
import { dbfs, loudness } from "../../../src/conversation/media/levels.ts";
import { babble, simulatedVoice, spokenMs } from "./voice.ts";
import { peak } from "../../support/peak.ts";

const RATE_HZ = 8000;

describe("a simulated voice", () => {
  it.each([
    ["", 120],
    ["Oh!", 120],
    ["When do you open?", 13 * 60],
    ["At 7 p.m.", 5 * 60],
  ])("takes for «%s» %i ms", (text, ms) => {
    expect(spokenMs(text)).toBe(ms);
    expect(babble(ms)).toHaveLength((ms * RATE_HZ) / 1000);
  });

  it("is as loud as a telephone voice and never silent, from the first 20 ms to the last", () => {
    const clause = babble(
      spokenMs("I am an automated assistant calling for Ada about a table for four people on Friday"),
    );
    expect(dbfs(clause)).toBeCloseTo(-20, 0);
    expect(Math.min(...loudness(clause, RATE_HZ / 50))).toBeGreaterThan(-40);
    expect(peak(clause)).toBeLessThan(30_000);
  });

  it("says nothing to a reply that is given up, and does not throw", async () => {
    const abort = new AbortController();
    const pieces = simulatedVoice(3_600_000).speak("Hello.", abort.signal)[Symbol.asyncIterator]();
    const first = pieces.next();
    abort.abort();
    expect(await first).toMatchObject({ done: true });
  });
});
