import { describe, expect, it } from "vitest";
import type { Performed } from "./callee.ts";
import { measure as measureAll } from "./measure.ts";
import type { Heard } from "./measure.ts";

const line = (fromMs: number, toMs: number, more: Partial<Performed> = {}): Performed => ({
  line: 0,
  what: "x",
  fromMs,
  toMs,
  hasWords: true,
  backchannel: false,
  dictated: false,
  greetingEnds: false,
  over: false,
  ...more,
});
const sound = (fromMs: number, toMs: number) => ({ fromMs, toMs });

/** All of their sound is voice unless it is said otherwise. */
const measure = (heard: Omit<Heard, "calleeVoice"> & Partial<Heard>) =>
  measureAll({ calleeVoice: heard.callee, ...heard });

describe("the wire", () => {
  it("tells the delay of the opening and of each reply", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(520, 2000), sound(6000, 7000)],
      assistant: [sound(2250, 5000), sound(7600, 9000)],
      performed: [line(500, 2010), line(5980, 7010)],
    });
    expect(measured).toMatchObject({ openingDelayMs: 250, voiceToVoiceMs: [600], cutIns: [], bargeIns: [] });
    expect(measured.longestSilenceMs).toBe(1000);
  });

  it("keeps the wait after dictated digits apart", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(0, 300), sound(2000, 3000)],
      assistant: [sound(500, 1500), sound(4400, 5000)],
      performed: [line(0, 300), line(2000, 3000, { dictated: true })],
    });
    expect(measured).toMatchObject({ voiceToVoiceMs: [], afterDictationMs: [1400] });
  });

  it("counts a line with a pause in it as one turn, and a word of ours in the pause as cutting in", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(500, 1000), sound(4000, 5000), sound(6000, 7000)],
      assistant: [sound(1200, 3000), sound(5500, 5900)],
      performed: [line(500, 1000), line(4000, 7000)],
    });
    expect(measured.cutIns).toEqual([5500]);
    expect(measured.theirTurns).toBe(2);
  });

  it("tells how fast we fall silent when they speak over us, and that a sound of listening lets us go on", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(500, 1000), sound(2500, 2900), sound(5000, 6000)],
      assistant: [sound(1200, 2700), sound(3300, 5200), sound(6600, 8000)],
      performed: [
        line(500, 1000),
        line(2500, 2900, { backchannel: true, hasWords: false, over: true }),
        line(5000, 6000, { over: true }),
      ],
    });
    expect(measured.bargeIns).toEqual([
      { atMs: 2500, stopMs: 200, backchannel: true, resumedMs: 400 },
      { atMs: 5000, stopMs: 200, backchannel: false, resumedMs: 600 },
    ]);
    expect(measured.voiceToVoiceMs).toEqual([600]);
    expect(measured.cutIns).toEqual([]);
  });

  it("does not ask us to stop for a breath before a voice", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(0, 300), sound(2000, 3000)],
      calleeVoice: [sound(0, 300), sound(2100, 3000)],
      assistant: [sound(500, 2240)],
      performed: [line(0, 300), line(2000, 3000)],
    });
    expect(measured.bargeIns).toMatchObject([{ atMs: 2100, stopMs: 140 }]);
  });

  it("counts a barge-in to which we fell silent almost at once", () => {
    const sounds = { answeredMs: 0, callee: [sound(0, 300), sound(2000, 3000)], assistant: [sound(500, 2040)] };
    const barged = measure({ ...sounds, performed: [line(0, 300), line(2000, 3000, { over: true })] });
    expect(barged.bargeIns).toMatchObject([{ stopMs: 40 }]);
    expect(measure({ ...sounds, performed: [line(0, 300), line(2000, 3000)] }).bargeIns).toEqual([]);
  });

  it("does not praise us for talking on over words", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(0, 300), sound(2000, 3000)],
      assistant: [sound(500, 6000)],
      performed: [line(0, 300), line(2000, 3000)],
    });
    expect(measured.bargeIns).toMatchObject([{ stopMs: 4000, backchannel: false }]);
  });

  it("has no opening delay when we spoke first, or nobody greeted", () => {
    const first = {
      answeredMs: 0,
      callee: [sound(2000, 3000)],
      assistant: [sound(1200, 1900)],
      performed: [line(2000, 3000)],
    };
    expect(measure(first).openingDelayMs).toBeNull();
    expect(measure({ ...first, callee: [], performed: [] }).openingDelayMs).toBeNull();
  });

  it("goes by the sound alone when the callee is a business", () => {
    const measured = measure({
      answeredMs: 0,
      callee: [sound(300, 1000), sound(1300, 2000), sound(5000, 6000)],
      assistant: [sound(2200, 4000), sound(6500, 7000)],
      performed: [],
    });
    expect(measured).toMatchObject({ theirTurns: 2, openingDelayMs: 200, voiceToVoiceMs: [500] });
  });
});
