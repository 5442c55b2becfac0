import { describe, expect, it } from "vitest";
import { halves, wholeOrInHalves } from "../../../src/engines/neural/halves.ts";

const RATE_HZ = 1000;
const sound = (seconds: number) => new Int16Array(seconds * RATE_HZ).fill(1000);

/** Answers by the length of what it hears, in seconds; asked in this order. */
function model(answers: Readonly<Record<string, string>>) {
  const heard: string[] = [];
  return {
    heard,
    decode: (samples: Int16Array) => {
      const seconds = (samples.length / RATE_HZ).toFixed(1);
      heard.push(seconds);
      return Promise.resolve(answers[`${heard.length}`] ?? "");
    },
  };
}

describe("a model that is mute", () => {
  it("is not asked again when it speaks, nor about what is short", async () => {
    const speaks = model({ "1": "We open at nine." });
    expect(await wholeOrInHalves(sound(8), RATE_HZ, speaks.decode)).toBe("We open at nine.");
    const short = model({});
    expect(await wholeOrInHalves(sound(3.9), RATE_HZ, short.decode)).toBe("");
    expect([speaks.heard, short.heard]).toEqual([["8.0"], ["3.9"]]);
  });

  it("hears the halves, which are no sentences of their own", async () => {
    const { decode } = model({ "2": "Three, seven, three.", "3": "Five, one." });
    expect(await wholeOrInHalves(sound(8), RATE_HZ, decode)).toBe("Three, seven, three, Five, one.");
  });

  it("hears a half that is mute in halves once more, when the other has words", async () => {
    const { decode, heard } = model({ "2": "Three, seven.", "4": "Three, seven.", "5": "Five." });
    expect(await wholeOrInHalves(sound(8), RATE_HZ, decode)).toBe("Three, seven, Three, seven, Five.");
    expect(heard).toHaveLength(5);
  });

  it("is believed when neither half has words: that is music", async () => {
    const { decode, heard } = model({ "4": "So" });
    expect(await wholeOrInHalves(sound(8), RATE_HZ, decode)).toBe("");
    expect(heard).toHaveLength(3);
  });
});

it("cuts where it is quietest, but not near the ends", () => {
  const samples = sound(8);
  samples.fill(0, 100, 900);
  samples.fill(10, 3000, 3200);
  const [first, second] = halves(samples, RATE_HZ);
  expect(first.length).toBeGreaterThan(3000);
  expect(first.length).toBeLessThan(3200);
  expect(first.length + second.length).toBe(samples.length);
});
