import { describe, expect, it } from "vitest";
import { soundSince, type SoundTold } from "../../../src/conversation/echo/echo-sent.ts";
import { clause, FRAME, MouthLine, numbered } from "../playout/mouth-line.ts";

/** Lets time pass on the line and puts down what is told of our sound, as the mouth does. */
function follow(line: MouthLine): { readonly pass: (ms: number) => void; readonly told: Map<number, Int16Array> } {
  let upTo: SoundTold = { utterance: 0, frame: 0, untilMs: 0 };
  const told = new Map<number, Int16Array>();
  return {
    told,
    pass(ms) {
      for (let passed = 0; passed < ms; passed += 1) {
        line.pass(1);
        const sound = soundSince(line.state, upTo, line.nowMs);
        if (sound === null) continue;
        upTo = sound.told;
        for (let at = 0; at < sound.samples.length; at += FRAME) {
          told.set(sound.atMs + (at / FRAME) * 20, sound.samples.slice(at, at + FRAME));
        }
      }
    },
  };
}

/** For each frame that was really played with sound: how far off it was told, Infinity when it was not. */
function errors(line: MouthLine, told: ReadonlyMap<number, Int16Array>): number[] {
  return line.played.flatMap(({ atMs, frame }) => {
    if (frame === null || frame.every((sample) => sample === 0)) return [];
    const times = [...told].filter(([, samples]) => samples[0] === frame[0] && samples[1] === frame[1]);
    return [Math.min(...times.map(([toldMs]) => Math.abs(toldMs - atMs)), Infinity)];
  });
}

function speak(line: MouthLine, frames: number, seed = 1): void {
  line.tell({ type: "begin" });
  line.tell(clause("some words", numbered(frames * FRAME, seed)));
  line.tell({ type: "end", failure: null });
}

describe("what is told of our own sound", () => {
  it("is each frame at the moment at which it was played", () => {
    const line = new MouthLine(13, 2);
    const followed = follow(line);
    followed.pass(100);
    speak(line, 60);
    followed.pass(1500);
    const off = errors(line, followed.told);
    expect(off).toHaveLength(60);
    // The mark that tells of the end may come before the last frame is over.
    expect(off.slice(0, -1).every((ms) => ms <= 3)).toBe(true);
  });

  it("stands still in a pause and goes on from where it stopped", () => {
    const line = new MouthLine(7, 1);
    const followed = follow(line);
    speak(line, 60);
    followed.pass(410);
    line.tell({ type: "pause" });
    followed.pass(733);
    line.tell({ type: "resume" });
    followed.pass(1500);
    const off = errors(line, followed.told);
    expect(off.filter((ms) => ms > 3).length).toBeLessThanOrEqual(2);
  });

  it("ends with a flush, and the next utterance has its own time", () => {
    const line = new MouthLine(7, 1);
    const followed = follow(line);
    speak(line, 60);
    followed.pass(300);
    line.tell({ type: "stop", how: "flushed" });
    followed.pass(200);
    const soundedUntil = Math.max(...followed.told.keys());
    expect(soundedUntil).toBeLessThanOrEqual(300);
    speak(line, 40, 2);
    followed.pass(1200);
    expect(errors(line, followed.told).filter((ms) => ms > 3).length).toBeLessThanOrEqual(2);
    expect([...followed.told.keys()].filter((atMs) => atMs > soundedUntil && atMs < 500)).toEqual([]);
  });

  it("is told without the mark of its beginning when that was lost", () => {
    const line = new MouthLine(7, 1);
    line.losesMarks = true;
    const followed = follow(line);
    speak(line, 60);
    followed.pass(1500);
    expect(followed.told.size).toBeGreaterThan(50);
  });
});
