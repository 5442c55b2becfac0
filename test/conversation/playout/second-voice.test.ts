import { expect, it } from "vitest";
import { withSecondVoice } from "../../../src/conversation/playout/second-voice.ts";
import type { Voice } from "../../../src/conversation/ports.ts";

const second: Voice = {
  sampleRateHz: 16_000,
  async *speak() {
    yield new Int16Array(1600).fill(2);
  },
};

function failing(after: number): Voice {
  return {
    sampleRateHz: 8000,
    async *speak() {
      for (let piece = 0; piece < after; piece += 1) yield new Int16Array(800).fill(1);
      throw new Error("no voice");
    },
  };
}

async function said(voice: Voice): Promise<number> {
  let samples = 0;
  for await (const piece of voice.speak("Hello.", new AbortController().signal)) samples += piece.length;
  return samples;
}

let nowMs = 0;
const options = { log: { warn: () => undefined }, nowMs: () => nowMs, restMs: 1000 };

it("speaks with the second voice, at the rate of the first, when the first says nothing", async () => {
  const voice = withSecondVoice(failing(0), second, options);
  expect(voice.sampleRateHz).toBe(8000);
  expect(await said(voice)).toBe(800);
});

it("does not begin a text again that has begun to sound", async () => {
  await expect(said(withSecondVoice(failing(1), second, options))).rejects.toThrow("no voice");
});

it("does not ask a voice that has failed again until it has rested", async () => {
  let asked = 0;
  const first: Voice = {
    sampleRateHz: 8000,
    // oxlint-disable-next-line require-yield
    async *speak() {
      asked += 1;
      throw new Error("no voice");
    },
  };
  const voice = withSecondVoice(first, second, options);
  for (const atMs of [0, 500, 999]) {
    nowMs = atMs;
    expect(await said(voice)).toBe(800);
  }
  expect(asked).toBe(1);
  nowMs = 1000;
  expect(await said(voice)).toBe(800);
  expect(asked).toBe(2);
});

it("lets a voice rest that makes its sound slower than it is heard, and finishes what it has begun", async () => {
  let asked = 0;
  const slow: Voice = {
    sampleRateHz: 8000,
    async *speak() {
      asked += 1;
      for (let piece = 0; piece < 5; piece += 1) {
        yield new Int16Array(1600).fill(1);
        nowMs += 600;
      }
    },
  };
  const voice = withSecondVoice(slow, second, options);
  expect(await said(voice)).toBe(8000);
  expect(await said(voice)).toBe(800);
  expect(asked).toBe(1);
});

it("does not count the time in which nobody takes the sound", async () => {
  const voice = withSecondVoice(
    {
      sampleRateHz: 8000,
      async *speak() {
        for (let piece = 0; piece < 5; piece += 1) yield new Int16Array(1600).fill(1);
      },
    },
    second,
    options,
  );
  for (const _ of [1, 2]) {
    let samples = 0;
    for await (const piece of voice.speak("Hello.", new AbortController().signal)) {
      samples += piece.length;
      nowMs += 600;
    }
    expect(samples).toBe(8000);
  }
});
