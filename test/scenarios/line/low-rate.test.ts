/** Low-rate codecs, comfort noise, bursts of loss and people in the background, in numbers. */
import { describe, expect, it } from "vitest";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import { createBackground } from "./background.ts";
import { createSilenceSuppression } from "./comfort-noise.ts";
import { createLoss } from "./loss.ts";
import { createLowRateCodec } from "./low-rate.ts";
import { hiss } from "./made-sounds.ts";
import { createRandom } from "./random.ts";

/** A vowel at 8 kHz: breath, and pulses of a pitch that falls, through two resonances. */
function vowel(samples: number): Int16Array {
  const random = createRandom(5);
  const out = Float64Array.from({ length: samples }, () => 0.15 * (2 * random() - 1));
  for (let i = 0; i < samples; i += 60 + Math.round((40 * i) / samples)) out[i] = 1;
  for (const hz of [700, 1200]) {
    const radius = 0.97;
    for (let i = 0; i < samples; i += 1) {
      const [one, two] = [out[i - 1] ?? 0, out[i - 2] ?? 0];
      out[i] = (out[i] ?? 0) + 2 * radius * Math.cos((2 * Math.PI * hz) / 8000) * one - radius ** 2 * two;
    }
  }
  const peak = Math.max(...out.map(Math.abs));
  return Int16Array.from(out, (value) => (value / peak) * 12_000);
}

function through(name: "gsm" | "g729", samples: Int16Array): Int16Array {
  const pass = createLowRateCodec(name);
  const out = new Int16Array(samples.length);
  for (let at = 0; at + 160 <= samples.length; at += 160) out.set(pass(samples.subarray(at, at + 160)), at);
  return out;
}

function signalToNoise(samples: Int16Array, spoilt: Int16Array): number {
  return dbfs(samples) - dbfs(samples.map((value, i) => value - (spoilt[i] ?? 0)));
}

describe.each(["gsm", "g729"] as const)("a voice through %s", (name) => {
  it("keeps its loudness and is damaged", () => {
    const voice = vowel(16_000);
    const spoilt = through(name, voice);
    expect(Math.abs(dbfs(spoilt) - dbfs(voice))).toBeLessThan(3);
    expect(signalToNoise(voice, spoilt)).toBeGreaterThan(4);
    expect(signalToNoise(voice, spoilt)).toBeLessThan(20);
  });

  it("is damaged less than noise is", () => {
    const noise = hiss(16_000, -25);
    expect(signalToNoise(noise, through(name, noise))).toBeLessThan(
      signalToNoise(vowel(16_000), through(name, vowel(16_000))),
    );
  });

  it("leaves silence silent, and the loudest sound within bounds", () => {
    expect(dbfs(through(name, new Int16Array(1600)))).toBe(-Infinity);
    const loudest = through(
      name,
      Int16Array.from({ length: 8000 }, (_, i) => (i % 40 < 20 ? 32_767 : -32_768)),
    );
    expect(dbfs(loudest.subarray(4000))).toBeGreaterThan(-6);
  });
});

describe("a gateway that sends no silence", () => {
  const silence = new Int16Array(160);

  it("sends sound and a fifth of a second after it, then the level of the silence, again every three seconds", () => {
    const suppress = createSilenceSuppression();
    expect(suppress(hiss(160, -20))).toBe("sound");
    const after = Array.from({ length: 320 }, () => suppress(silence));
    expect(after.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "sound"));
    expect(after[10]).toEqual(Uint8Array.of(127));
    expect(after.flatMap((sent, i) => (sent instanceof Uint8Array ? [i] : []))).toEqual([10, 160, 310]);
    expect(after[11]).toBeNull();
    expect(suppress(hiss(160, -20))).toBe("sound");
  });

  it("says how loud the room is", () => {
    const suppress = createSilenceSuppression();
    const sent = Array.from({ length: 11 }, (_, i) => suppress(hiss(160, -60, i + 1)));
    expect(sent[10]?.[0]).toBeGreaterThan(57);
    expect(sent[10]?.[0]).toBeLessThan(63);
  });
});

describe("losses in bursts", () => {
  it("have their share and their length", () => {
    const loses = createLoss({ lossBursts: { percent: 8, meanMs: 200 } }, createRandom(3));
    const lost = Array.from({ length: 100_000 }, loses);
    const bursts = lost.filter((now, i) => now && lost[i - 1] !== true).length;
    const all = lost.filter(Boolean).length;
    expect(all / lost.length).toBeGreaterThan(0.07);
    expect(all / lost.length).toBeLessThan(0.09);
    expect((all / bursts) * 20).toBeGreaterThan(180);
    expect((all / bursts) * 20).toBeLessThan(220);
  });

  it("never come on a line without any", () => {
    const loses = createLoss({}, createRandom(3));
    expect(Array.from({ length: 1000 }, loses)).not.toContain(true);
  });
});

it("plays what is in the background at its level, again and again", () => {
  const background = createBackground({ samples: hiss(500, -12), dbfs: -38 });
  const mix = new Float32Array(1600);
  for (let at = 0; at < mix.length; at += 160) background.addTo(mix.subarray(at, at + 160));
  expect(dbfs(Int16Array.from(mix))).toBeCloseTo(-38, 0);
  expect([...mix.subarray(0, 500)]).toEqual([...mix.subarray(500, 1000)]);
});
