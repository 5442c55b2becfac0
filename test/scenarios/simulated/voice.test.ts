import { describe, expect, it } from "vitest";
import { soundFrame } from "../../../src/conversation/line/sound/frame.ts";
import { music, NO_MUSIC } from "../../../src/conversation/line/sound/music.ts";
import { Spectrum } from "../../../src/conversation/line/sound/spectrum.ts";
import { dbfs, loudness } from "../../../src/conversation/media/levels.ts";
import { babble, simulatedVoice, spokenMs } from "./voice.ts";
import { peak } from "../../support/peak.ts";

const RATE_HZ = 8000;

/** How much of 200 ms there is in what was said this many samples before: 1 when it is the same. */
function likeness(samples: Int16Array, lag: number): number {
  let [both, one, other] = [0, 0, 0];
  for (let at = RATE_HZ; at < RATE_HZ + RATE_HZ / 5; at += 1) {
    const [now, then] = [samples[at] ?? 0, samples[at - lag] ?? 0];
    both += now * then;
    one += now * now;
    other += then * then;
  }
  return Math.abs(both) / Math.sqrt(one * other);
}

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

  it("is no tune, and never the same twice within an echo's time", () => {
    const clause = babble(10_000);
    let state = NO_MUSIC;
    const spectrum = new Spectrum(RATE_HZ);
    for (let at = 0; at < clause.length; at += RATE_HZ / 50) {
      const frame = clause.subarray(at, at + RATE_HZ / 50);
      spectrum.feed(frame);
      state = music(state, soundFrame(frame, spectrum.power));
      expect(state.playing).toBe(false);
    }
    for (let lag = RATE_HZ / 50; lag < (RATE_HZ * 6) / 10; lag += 1) expect(likeness(clause, lag)).toBeLessThan(0.8);
  });

  it("says nothing to a reply that is given up, and does not throw", async () => {
    const abort = new AbortController();
    const pieces = simulatedVoice(3_600_000).speak("Hello.", abort.signal)[Symbol.asyncIterator]();
    const first = pieces.next();
    abort.abort();
    expect(await first).toMatchObject({ done: true });
  });
});
