/** Noise and echo, in numbers. */
import { describe, expect, it } from "vitest";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import type { Codec } from "../../support/rtp-stream.ts";
import { createEcho } from "./echo.ts";
import { framesOf, hiss, roomNoise } from "./made-sounds.ts";
import { Spoiling } from "./spoiling.ts";

const CODEC: Codec = { name: "pcmu", payloadType: 0, sampleRateHz: 8000 };

describe("the noise of a room", () => {
  it.each([8000, 16_000])("has its level at %i Hz", (sampleRateHz) => {
    for (const level of [-50, -30, -20]) {
      expect(dbfs(roomNoise(10 * sampleRateHz, level, sampleRateHz))).toBeCloseTo(level, 0);
    }
  });

  it("is steady: no quarter of a second is 4 dB away from the whole", () => {
    const noise = roomNoise(30 * 8000, -30);
    const levels = Array.from({ length: 120 }, (_, i) => dbfs(noise.subarray(i * 2000, (i + 1) * 2000)));
    expect(Math.min(...levels)).toBeGreaterThan(-34);
    expect(Math.max(...levels)).toBeLessThan(-26);
  });

  it("is mostly where speech is", () => {
    const noise = roomNoise(8192 * 8, -30);
    expect(share(noise, 200, 2000)).toBeGreaterThan(0.6);
    expect(share(noise, 0, 100)).toBeLessThan(0.15);
    expect(share(noise, 3400, 4000)).toBeLessThan(0.15);
  });

  it("is the same for the same seed only", () => {
    expect(roomNoise(1600, -30)).toEqual(roomNoise(1600, -30));
    expect(roomNoise(1600, -30, 8000, 2)).not.toEqual(roomNoise(1600, -30));
  });
});

describe("the echo", () => {
  const voice = hiss(8000, -20);

  /** What comes back of the voice while the callee is silent, from the moment the voice begins. */
  function comesBack(delayMs: number, gainDb: number, heard = framesOf(voice, 1000)): Int16Array {
    const echo = createEcho({ sampleRateHz: 8000, delayMs, gainDb });
    const back = new Float32Array(2 * 8000);
    for (let frame = 0; frame < 100; frame += 1) {
      const atMs = 1000 + frame * 20;
      for (const { samples } of heard.filter((one) => one.atMs === atMs)) {
        echo.heard(samples, { atMs, timestamp: 5_000_000 + frame * 160 });
      }
      echo.addTo(back.subarray(frame * 160, (frame + 1) * 160), { atMs: atMs + 3, timestamp: frame * 160 });
    }
    return Int16Array.from(back, (sample) => Math.round(sample));
  }

  it.each([
    [40, -20],
    [120, -12],
    [350, -30],
  ])("comes %i ms later at %i dB", (delayMs, gainDb) => {
    const back = comesBack(delayMs, gainDb);
    // The callee's packets pass 3 ms after the assistant's.
    const from = (delayMs - 3) * 8;
    expect(dbfs(back.subarray(0, from - 1))).toBe(-Infinity);
    expect(dbfs(back.subarray(from, from + 8000))).toBeCloseTo(-20 + gainDb, 0);
    expect(dbfs(back.subarray(from + 8000 + 120))).toBe(-Infinity);
    expect(likest(back, voice)).toBe(from);
  });

  it("is not a bare copy", () => {
    const back = comesBack(100, 0);
    const from = 97 * 8;
    const rest = voice.map((sample, i) => (back[from + i] ?? 0) - sample);
    expect(dbfs(rest)).toBeGreaterThan(-30);
  });

  it("is silent where nothing was heard, and right again afterwards", () => {
    // Longer than anything of it is kept.
    const long = hiss(16_000, -20, 9);
    const back = comesBack(
      100,
      0,
      framesOf(long, 1000).filter((_, index) => index < 60 || index >= 75),
    );
    const from = 97 * 8;
    expect(dbfs(back.subarray(from + 60 * 160 + 120, from + 75 * 160))).toBe(-Infinity);
    expect(likest(back.subarray(from + 75 * 160), long.subarray(75 * 160))).toBe(0);
  });

  it("goes on without a click when packets are uneven", () => {
    const echo = createEcho({ sampleRateHz: 8000, delayMs: 100, gainDb: 0 });
    const tone = Int16Array.from({ length: 8000 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * 200 * i) / 8000)),
    );
    const back = new Float32Array(8000);
    for (let frame = 0; frame < 50; frame += 1) {
      const unevenMs = [0, 9, 4, 15][frame % 4] ?? 0;
      const atMs = 1000 + frame * 20;
      const packet = { atMs: atMs + unevenMs, timestamp: frame * 160 };
      echo.heard(tone.subarray(frame * 160, (frame + 1) * 160), packet);
      echo.addTo(back.subarray(frame * 160, (frame + 1) * 160), { ...packet, atMs: atMs + 15 - unevenMs });
    }
    const steps = Array.from({ length: 4000 }, (_, i) => Math.abs((back[2001 + i] ?? 0) - (back[2000 + i] ?? 0)));
    // A sine of 200 Hz and this loudness never climbs faster; its reflections add to it.
    expect(Math.max(...steps)).toBeLessThan(8000 * ((2 * Math.PI * 200) / 8000) * 2.2);
  });
});

describe("a call's sound", () => {
  it("is left alone before the answer, and limited to what a codec can say", () => {
    const spoiling = new Spoiling({ noiseDbfs: 3 });
    const samples = hiss(160, -20);
    const packet = { atMs: 0, timestamp: 0 };
    expect(spoiling.spoil(samples, packet, CODEC)).toBe(samples);
    spoiling.answered();
    const spoilt = spoiling.spoil(samples, packet, CODEC);
    expect(Math.max(...spoilt)).toBe(32_767);
    expect(Math.min(...spoilt)).toBe(-32_768);
    expect(samples).toEqual(hiss(160, -20));
  });
});

/** The share of a sound's energy between two frequencies, from a plain Fourier sum over a few hundred frequencies. */
function share(samples: Int16Array, fromHz: number, toHz: number): number {
  const size = 1024;
  const power = new Float64Array(size / 2);
  for (let at = 0; at + size <= samples.length; at += size) {
    for (let k = 0; k < size / 2; k += 4) {
      let [re, im] = [0, 0];
      for (let n = 0; n < size; n += 1) {
        const angle = (2 * Math.PI * k * n) / size;
        re += (samples[at + n] ?? 0) * Math.cos(angle);
        im += (samples[at + n] ?? 0) * Math.sin(angle);
      }
      power[k] = (power[k] ?? 0) + re * re + im * im;
    }
  }
  const total = power.reduce((sum, one) => sum + one, 0);
  const within = power.reduce(
    (sum, one, k) => sum + (k * (8000 / size) >= fromHz && k * (8000 / size) < toHz ? one : 0),
    0,
  );
  return within / total;
}

/** Where the part is most alike, by correlation. */
function likest(whole: Int16Array, part: Int16Array): number {
  let best = -1;
  let most = 0;
  for (let at = 0; at + 1000 <= whole.length && at < 4000; at += 1) {
    let sum = 0;
    for (let i = 0; i < 1000; i += 1) sum += (whole[at + i] ?? 0) * (part[i] ?? 0);
    if (sum > most) [best, most] = [at, sum];
  }
  return best;
}
