import { describe, expect, it } from "vitest";
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from "../../support/g711.ts";
import { dbfs, loudness } from "../../../src/conversation/media/levels.ts";
import { createLinearDoubler, createResampler } from "../../../src/conversation/media/resample.ts";
import { readWav, writeWav } from "../../support/wav.ts";
import { peak } from "../../support/peak.ts";

const allCodes = Uint8Array.from({ length: 256 }, (_, code) => code);

function tone(hz: number, rateHz: number, ms: number, amplitude = 10_000): Int16Array {
  const length = Math.round((rateHz * ms) / 1000);
  return Int16Array.from({ length }, (_, i) => Math.round(amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz)));
}

function resampled(samples: Int16Array, fromHz: number, toHz: number, pieceOf: (i: number) => number): Int16Array {
  const resampler = createResampler(fromHz, toHz);
  const out: number[] = [];
  for (let at = 0, i = 0; at < samples.length; i += 1) {
    const size = pieceOf(i);
    out.push(...resampler.push(samples.slice(at, at + size)));
    at += size;
  }
  out.push(...resampler.end());
  return Int16Array.from(out);
}

describe("G.711", () => {
  it("knows the standard's corner values", () => {
    expect([...decodeMulaw(Uint8Array.of(0x00, 0x80, 0xff, 0x7f, 0xce))]).toEqual([-32_124, 32_124, 0, 0, 988]);
    expect([...decodeAlaw(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a))]).toEqual([8, -8, 32_256, -32_256]);
    expect([...encodeMulaw(Int16Array.of(0, 32_767, -32_768))]).toEqual([0xff, 0x80, 0x00]);
    expect([...encodeAlaw(Int16Array.of(0, 32_767, -32_768))]).toEqual([0xd5, 0xaa, 0x2a]);
  });

  it("gives every mu-law code back, but for negative zero", () => {
    const again = encodeMulaw(decodeMulaw(allCodes));
    expect([...again].filter((code, i) => code !== i)).toEqual([0xff]);
  });

  it("gives every A-law code back", () => {
    expect(encodeAlaw(decodeAlaw(allCodes))).toEqual(allCodes);
  });

  it.each([
    ["mu-law", encodeMulaw, decodeMulaw],
    ["A-law", encodeAlaw, decodeAlaw],
  ])("%s never errs by more than half a step of its segment", (_, encode, decode) => {
    for (let value = -32_000; value <= 32_000; value += 7) {
      const back = decode(encode(Int16Array.of(value)))[0] ?? 0;
      expect(Math.abs(back - value)).toBeLessThanOrEqual(Math.max(8, (Math.abs(value) + 132) / 31 + 1));
    }
  });
});

describe("resampling", () => {
  it.each([
    [16_000, 8000],
    [8000, 16_000],
    [24_000, 8000],
    [24_000, 16_000],
    [22_050, 16_000],
    [48_000, 8000],
  ])("from %i to %i Hz keeps the length, the loudness and the place of a tone", (fromHz, toHz) => {
    const out = resampled(tone(1000, fromHz, 500), fromHz, toHz, () => 480);
    const expected = tone(1000, toHz, 500);
    expect(out.length).toBe(expected.length);
    const inner = (samples: Int16Array): Int16Array => samples.subarray(toHz / 50, samples.length - toHz / 50);
    const difference = Int16Array.from(inner(out), (sample, i) => sample - (inner(expected)[i] ?? 0));
    expect(dbfs(difference) - dbfs(expected)).toBeLessThan(-50);
  });

  it("gives the same samples however the stream is cut", () => {
    const samples = tone(440, 24_000, 300);
    const whole = resampled(samples, 24_000, 16_000, () => samples.length);
    const pieces = resampled(samples, 24_000, 16_000, (i) => [1, 4801, 7, 333, 480][i % 5] ?? 1);
    expect(pieces).toEqual(whole);
  });

  it("lets nothing above the new Nyquist frequency through", () => {
    const low = dbfs(resampled(tone(3300, 16_000, 500), 16_000, 8000, () => 320).subarray(400, 3600));
    const high = dbfs(resampled(tone(4600, 16_000, 500), 16_000, 8000, () => 320).subarray(400, 3600));
    expect(low).toBeGreaterThan(-14.5);
    expect(high).toBeLessThan(-70);
  });

  it("clips instead of wrapping round", () => {
    const square = Int16Array.from({ length: 800 }, (_, i) => (Math.floor(i / 40) % 2 === 0 ? 32_767 : -32_768));
    const out = resampled(square, 16_000, 8000, () => 320);
    for (let i = 22; i < 38; i += 1) expect(Math.sign(out[i] ?? 0)).toBe(-1);
  });

  it("refuses rates that are no rates", () => {
    expect(() => createResampler(0, 8000)).toThrow(RangeError);
    expect(() => createResampler(8000, 22_050.5)).toThrow(RangeError);
  });

  it("doubles by straight lines for the recogniser, across pieces", () => {
    const double = createLinearDoubler();
    expect([...double(Int16Array.of(100, 200)), ...double(Int16Array.of(0))]).toEqual([50, 100, 150, 200, 100, 0]);
  });
});

describe("loudness", () => {
  it("is 0 dBFS for a full square wave, -3 for a full sine and none for silence", () => {
    expect(dbfs(Int16Array.of(-32_768, -32_768))).toBeCloseTo(0, 3);
    expect(dbfs(tone(1000, 8000, 100, 32_767))).toBeCloseTo(-3.01, 1);
    expect(dbfs(new Int16Array(160))).toBe(-Infinity);
    expect(dbfs(new Int16Array(0))).toBe(-Infinity);
  });

  it("is told per window, and stays finite", () => {
    const samples = new Int16Array(250);
    samples.fill(-32_768, 100, 200);
    expect(loudness(samples, 100).map((level) => Math.round(level * 10) / 10 + 0)).toEqual([-100, 0, -100]);
    expect(peak(Int16Array.of(5, -32_768, 7))).toBe(32_768);
  });
});

describe("WAV files", () => {
  it("come back as they were written, in stereo too", () => {
    const left = tone(300, 8000, 40);
    const right = tone(500, 8000, 40);
    const back = readWav(writeWav({ sampleRateHz: 8000, channels: [left, right] }));
    expect(back).toEqual({ sampleRateHz: 8000, channels: [left, right] });
  });

  it("end a shorter channel in silence", () => {
    const back = readWav(writeWav({ sampleRateHz: 8000, channels: [Int16Array.of(1, 2, 3), Int16Array.of(9)] }));
    expect(back.channels[1]).toEqual(Int16Array.of(9, 0, 0));
  });

  it("are read with other chunks before the data, an odd offset and an unfinished size", () => {
    const wav = writeWav({ sampleRateHz: 16_000, channels: [Int16Array.of(4, 5, 6)] });
    const bytes = Buffer.concat([
      Buffer.of(0),
      wav.subarray(0, 36),
      Buffer.from("LIST\x03\0\0\0abc\0", "latin1"),
      wav.subarray(36, 40),
      Buffer.of(0xff, 0xff, 0xff, 0x7f),
      wav.subarray(44),
    ]).subarray(1);
    expect(readWav(bytes)).toEqual({ sampleRateHz: 16_000, channels: [Int16Array.of(4, 5, 6)] });
  });

  it("of other kinds are refused with a reason", () => {
    expect(() => readWav(Buffer.from("ID3 something else"))).toThrow("no WAV file");
    const wav = writeWav({ sampleRateHz: 8000, channels: [Int16Array.of(1)] });
    wav[34] = 8;
    expect(() => readWav(wav)).toThrow("16-bit linear PCM");
    expect(() => readWav(wav.subarray(0, 12))).toThrow("no data");
  });
});
