import { describe, expect, it } from "vitest";
import { inMessages, SPEAK_LIMITS, SpeakAllowance } from "../../../src/engines/deepgram/speak-allowance.ts";

describe("what a socket may be asked for", () => {
  it("is 2,400 characters in any minute", () => {
    const allowance = new SpeakAllowance(0);
    allowance.spend(2000, 1000);
    expect(allowance.permits(400, 2000)).toBe(true);
    expect(allowance.permits(401, 2000)).toBe(false);
    expect(allowance.permits(401, 60_999)).toBe(false);
    expect(allowance.permits(2400, 61_000)).toBe(true);
  });

  it("is twenty flushes in any minute", () => {
    const allowance = new SpeakAllowance(0);
    for (let n = 0; n < 20; n += 1) {
      expect(allowance.permits(1, n * 1000)).toBe(true);
      allowance.spend(1, n * 1000);
    }
    expect(allowance.permits(1, 59_999)).toBe(false);
    expect(allowance.permits(1, 60_000)).toBe(true);
  });

  it("ends before the hour is over", () => {
    const allowance = new SpeakAllowance(5000);
    expect(allowance.isWornOut(5000 + SPEAK_LIMITS.lifeMs - 1)).toBe(false);
    expect(allowance.isWornOut(5000 + SPEAK_LIMITS.lifeMs)).toBe(true);
    expect(SPEAK_LIMITS.lifeMs).toBeLessThan(60 * 60_000);
  });
});

describe("a text in messages", () => {
  it("is one message when it fits", () => {
    expect(inMessages(["One moment,", "please."])).toEqual(["One moment, please."]);
    expect(inMessages([])).toEqual([]);
  });

  it("is cut between clauses", () => {
    const clause = `${"word ".repeat(239)}end.`;
    expect(inMessages([clause, clause])).toEqual([clause, clause]);
  });

  it("is cut at a space where a clause is too long, and anywhere where there is none", () => {
    const long = "word ".repeat(900).trim();
    const parts = inMessages([long]);
    expect(parts.join(" ")).toBe(long);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(SPEAK_LIMITS.messageCharacters);
    expect(inMessages(["x".repeat(4500)]).map((part) => part.length)).toEqual([2000, 2000, 500]);
  });
});
