import { describe, expect, it } from "vitest";
import { Background } from "../../../src/conversation/turn/background.ts";

class Line {
  readonly background = new Background();
  nowMs = 0;

  /** This loud, with the ups and downs of syllables, for so long; how much of it counted as behind them, in milliseconds. */
  hears(dbfs: number, ms: number, speech = 0.95): number {
    let behindMs = 0;
    for (let passed = 0; passed < ms; passed += 20) {
      this.nowMs += 20;
      const syllable = passed % 160 < 60 ? -14 : 0;
      if (this.background.isBehind(dbfs + syllable, speech, this.nowMs)) behindMs += 20;
    }
    return behindMs;
  }
}

describe("a television behind them", () => {
  it("is known after a second, and from then on at once", () => {
    const line = new Line();
    line.hears(-38, 500);
    expect(line.hears(-20, 3000)).toBe(0);
    const first = line.hears(-38, 4000);
    expect(first).toBeGreaterThanOrEqual(2400);
    expect(line.hears(-20, 3000)).toBeLessThanOrEqual(60);
    expect(line.hears(-38, 4000)).toBeGreaterThanOrEqual(3700);
  });

  it("is not taken for them over its own pauses", () => {
    const line = new Line();
    line.hears(-20, 3000);
    line.hears(-38, 2500);
    line.hears(-70, 350, 0.02);
    expect(line.hears(-38, 2000)).toBe(2000);
  });

  it("never hides whoever speaks up", () => {
    const line = new Line();
    line.hears(-20, 3000);
    line.hears(-38, 5000);
    expect(line.hears(-24, 1500)).toBeLessThanOrEqual(60);
  });
});

describe("somebody who speaks to us", () => {
  it("may trail off at the end of a sentence", () => {
    const line = new Line();
    line.hears(-20, 3000);
    expect(line.hears(-34, 1000)).toBe(0);
  });

  it("may speak at the loudness of another room's end of the table", () => {
    const line = new Line();
    line.hears(-20, 3000);
    expect(line.hears(-29, 6000)).toBe(0);
  });

  it("is heard however softly once nobody louder has been there for a while", () => {
    const line = new Line();
    line.hears(-18, 3000);
    line.hears(-36, 14_000);
    line.hears(-36, 2000);
    expect(line.hears(-36, 3000)).toBe(0);
  });

  it("is not hidden by a bang", () => {
    const line = new Line();
    line.hears(-24, 3000);
    line.hears(10, 40);
    expect(line.hears(-24, 6000)).toBe(0);
  });
});
