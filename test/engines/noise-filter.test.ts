import { describe, expect, it } from "vitest";
import { Ear } from "../../src/engines/ear.ts";
import { findNoise, NoiseFilter } from "../../src/engines/noise-filter.ts";
import { cadence, frames, joined, noise, tones } from "./line.ts";

const rms = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
const dB = (ratio: number): number => 20 * Math.log10(ratio);
/** The root mean square of a level under full scale. */
const level = (dbfs: number): number => 32_768 * 10 ** (dbfs / 20);
const plus = (a: Int16Array, b: Int16Array): Int16Array => a.map((sample, at) => sample + (b[at] ?? 0));

function filtered(before: Int16Array, sound: Int16Array, rate: 8000 | 16000, piece = (rate * 60) / 1000): Int16Array {
  const found = findNoise(before, rate);
  if (found === null) throw new Error("no noise was found");
  const filter = new NoiseFilter(found);
  const pieces: Int16Array[] = [];
  for (let at = 0; at < sound.length; at += piece) pieces.push(filter.push(sound.slice(at, at + piece)));
  return joined([...pieces, filter.end()]);
}

describe("the noise of a line", () => {
  it.each([8000, 16000] as const)("is found at %i Hz, as loud as it is, though there was speech in it", (rate) => {
    const room = noise(2000, rate, level(-46));
    const talk = cadence(tones(2000, rate, [300, 900], 4000), rate, 400, 300);
    const [alone, under] = [findNoise(room, rate), findNoise(plus(room, talk), rate)];
    const sum = (power: Float64Array | undefined): number => power?.reduce((total, value) => total + value, 0) ?? 0;
    expect(Math.abs(dB(Math.sqrt(sum(under?.power) / sum(alone?.power))))).toBeLessThan(1.5);
  });

  it("is none on a quiet line, whether or not somebody spoke", () => {
    const quiet = noise(2000, 8000, level(-63));
    const talk = cadence(tones(2000, 8000, [300, 900], 4000), 8000, 700, 300);
    expect(findNoise(quiet, 8000)).toBeNull();
    expect(findNoise(plus(quiet, talk), 8000)).toBeNull();
    expect(findNoise(new Int16Array(16_000), 8000)).toBeNull();
  });

  it("is none where all that is soft is a moment between two words", () => {
    const talk = tones(2000, 8000, [300, 900], 4000).map((sample, at) => sample * Math.sin(at / 900) ** 2);
    expect(findNoise(plus(talk, noise(2000, 8000, level(-50))), 8000)).toBeNull();
  });

  it("is not known before there was some", () => {
    expect(findNoise(noise(120, 8000, level(-40)), 8000)).toBeNull();
    expect(findNoise(new Int16Array(0), 8000)).toBeNull();
  });
});

describe("the filter", () => {
  it.each([8000, 16000] as const)(
    "takes more than 10 dB off noise at %i Hz, from its first moments to its last",
    (rate) => {
      const room = noise(1000, rate, level(-42), 3);
      const left = filtered(noise(2000, rate, level(-42)), room, rate);
      expect(left).toHaveLength(room.length);
      const edge = rate / 10;
      for (const part of [left, left.slice(0, edge), left.slice(-edge)]) {
        expect(dB(rms(part) / level(-42))).toBeLessThan(-10);
        expect(dB(rms(part) / level(-42))).toBeGreaterThan(-18);
      }
    },
  );

  it("leaves what stands out of the noise as loud as it was, where it was", () => {
    const sound = tones(1000, 8000, [440], 6000);
    const room = level(-46);
    const left = filtered(noise(2000, 8000, room), plus(sound, noise(1000, 8000, room, 3)), 8000);
    const difference = left.map((sample, at) => sample - (sound[at] ?? 0));
    expect(dB(rms(difference) / rms(sound))).toBeLessThan(-30);
  });

  it("gives the same however the sound is cut into pieces, and whatever it heard before", () => {
    const before = noise(2000, 8000, level(-46));
    const sound = plus(cadence(tones(1000, 8000, [440], 6000), 8000, 200, 100), noise(1000, 8000, level(-46), 3));
    const once = filtered(before, sound, 8000);
    filtered(noise(2000, 8000, level(-30), 5), noise(1000, 8000, 9000), 8000);
    for (const piece of [1, 160, 480, 7777, sound.length]) expect(filtered(before, sound, 8000, piece)).toEqual(once);
  });

  it("gives back as much as came, be it next to nothing", () => {
    const before = noise(2000, 8000, level(-46));
    for (const length of [0, 1, 127, 128, 129, 256, 1000]) {
      expect(filtered(before, noise(200, 8000, 50).slice(0, length), 8000)).toHaveLength(length);
    }
  });
});

describe("an ear", () => {
  /** What goes to the decoder of an utterance with the last second and a half of this sound. */
  function handedOver(sound: Int16Array): Int16Array {
    const pieces: Int16Array[] = [];
    const ear = new Ear({
      sampleRateHz: 8000,
      answerWithinMs: 1000,
      write: (text) => text,
      listener: () => undefined,
      begin: () => 1,
      send: (request) => request.type === "audio" && pieces.push(request.samples),
      forget: () => undefined,
      close: () => undefined,
    });
    for (const [at, frame] of [...frames(sound, 8000)].entries()) {
      ear.write(frame);
      if (at === 74) ear.begin(300);
    }
    ear.commit();
    ear.close();
    return joined(pieces);
  }
  const speech = joined([new Int16Array(11_000), tones(1000, 8000, [440], 6000), new Int16Array(5000)]);
  const spoken = (dbfs: number): Int16Array => plus(speech, noise(3000, 8000, level(dbfs)));

  it("hands the sound of a quiet line over as it came", () => {
    const sound = spoken(-63);
    expect(handedOver(sound)).toEqual(sound.slice(75 * 160 - 2400));
  });

  it("hands the sound of a noisy line over without its noise, all of it", () => {
    const sound = spoken(-46);
    const handed = handedOver(sound);
    expect(handed).toHaveLength(sound.length - 75 * 160 + 2400);
    expect(dB(rms(handed.slice(-4000)) / level(-46))).toBeLessThan(-10);
  });
});
