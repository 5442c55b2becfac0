import { describe, expect, it } from "vitest";
import { partWords, wordEndsMs } from "../../../src/conversation/playout/mouth-heard.ts";

const RATE = 8000;

/** Sound and silence in turn, in milliseconds, beginning with sound. */
function audio(...stretches: number[]): Int16Array {
  const total = stretches.reduce((sum, ms) => sum + ms, 0);
  const samples = new Int16Array((total * RATE) / 1000);
  let at = 0;
  for (const [i, ms] of stretches.entries()) {
    const length = (ms * RATE) / 1000;
    if (i % 2 === 0) for (let k = 0; k < length; k += 1) samples[at + k] = k % 2 === 0 ? 6000 : -6000;
    at += length;
  }
  return samples;
}

describe("where words end", () => {
  it("is told by the pauses when there are as many sounds as words", () => {
    const ends = wordEndsMs(["no", "thanks", "bye"], audio(100, 200, 300, 100, 150), RATE, true);
    expect(ends).toEqual([100, 600, 850]);
  });

  it("is shared out by letters where nothing parts the words", () => {
    // 3 + 1, 7 + 1 and 3 + 1 letters of 16.
    const ends = wordEndsMs(["the", "opening", "day"], audio(1600), RATE, true);
    expect(ends).toEqual([400, 1200, 1600]);
  });

  it("is shared out within each phrase when the pauses fit the commas", () => {
    const words = ["yes,", "at", "ten", "please."];
    const ends = wordEndsMs(words, audio(400, 300, 900), RATE, true);
    expect(ends[0]).toBe(400);
    expect(ends[3]).toBe(1600);
    expect(ends[1]).toBeGreaterThan(850);
    expect(ends[1]).toBeLessThan(1000);
  });

  it("counts no silence before, between or after the words", () => {
    const silence = new Int16Array(RATE / 2);
    const sound = audio(1000);
    const both = new Int16Array(silence.length * 2 + sound.length);
    both.set(sound, silence.length);
    expect(wordEndsMs(["one", "two"], both, RATE, true)).toEqual([1000, 1500]);
  });

  it("gives digits and prices the time they take to say", () => {
    const [, price] = wordEndsMs(["is", "$120"], audio(1500), RATE, true);
    const [first] = wordEndsMs(["is", "$120"], audio(1500), RATE, true);
    expect(price).toBe(1500);
    expect(first).toBeLessThan(300);
  });

  it("of a clause still being rendered is guessed from its letters", () => {
    const [heard, rest] = partWords("these words were not all rendered in time", audio(500), RATE, false, 500);
    expect(heard).toBe("these");
    expect(rest).toBe("words were not all rendered in time");
  });
});

describe("parting a clause", () => {
  const three = audio(200, 200, 200, 200, 200);

  it.each([
    [0, "", "one two three"],
    [100, "", "one two three"],
    [165, "one", "two three"],
    [390, "one", "two three"],
    [600, "one two", "three"],
    [990, "one two three", ""],
  ])("after %i ms", (playedMs, heard, rest) => {
    expect(partWords("one two three", three, RATE, true, playedMs)).toEqual([heard, rest]);
  });

  it("copes with no words and no sound", () => {
    expect(partWords("", three, RATE, true, 100)).toEqual(["", ""]);
    expect(partWords("mute", new Int16Array(800), RATE, true, 50)).toEqual(["mute", ""]);
  });
});
