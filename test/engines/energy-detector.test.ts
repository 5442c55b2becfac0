import { describe, expect, it } from "vitest";
import { createEnergyDetector } from "../../src/engines/embedded/vad/energy-detector.ts";
import { frames, joined, noise, tones } from "./line.ts";

const heard = (line: Int16Array): boolean[] => {
  const detector = createEnergyDetector();
  return [...frames(line, 8000)].map((frame) => detector.hears(frame));
};

describe("the energy detector", () => {
  it("hears nothing in silence and in steady noise", () => {
    expect(heard(new Int16Array(16000))).not.toContain(true);
    expect(heard(noise(2000, 8000, 300)).slice(5)).not.toContain(true);
  });

  it("hears a voice-like sound in its first frame", () => {
    const line = joined([noise(1000, 8000, 30), tones(500, 8000, [150, 450, 900], 3000), noise(500, 8000, 30)]);
    const frame = heard(line).indexOf(true);
    expect(frame).toBeGreaterThanOrEqual(49);
    expect(frame).toBeLessThanOrEqual(51);
    expect(heard(line).slice(78)).not.toContain(true);
  });

  it("answers the port with a probability", async () => {
    const detector = createEnergyDetector();
    expect(await detector.feed(new Int16Array(160))).toBe(0);
    expect(await detector.feed(tones(20, 8000, [150, 450, 900], 3000))).toBe(1);
  });
});
