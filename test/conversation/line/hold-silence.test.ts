/** When a silent hold is asked whether somebody is there, and when it is given up. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { HOLD_SILENCE_RULES, holdSilence, newHoldSilence } from "../../../src/conversation/line/hold-silence.ts";
import type { HoldSound } from "../../../src/conversation/line/hold-silence.ts";

const STEP_MS = 500;

/** What is done when, for sounds that last so many seconds each. */
function heard(...sounds: readonly (readonly [HoldSound, number])[]): readonly (readonly [string, number])[] {
  let state = newHoldSilence(0);
  let nowMs = 0;
  const done: [string, number][] = [];
  for (const [sound, seconds] of sounds) {
    for (const endMs = nowMs + seconds * 1000; nowMs < endMs;) {
      nowMs += STEP_MS;
      const [next, move] = holdSilence(state, sound, nowMs);
      state = next;
      if (move !== null) done.push([move, nowMs / 1000]);
    }
  }
  return done;
}

it("asks soon after music, else after a minute, three times, and then gives up", () => {
  expect(heard(["music", 10], ["none", 185])).toEqual([
    ["ask", 15],
    ["ask", 75],
    ["ask", 135],
    ["give_up", 195],
  ]);
  expect(heard(["speech", 10], ["none", 130])).toEqual([
    ["ask", 70],
    ["ask", 130],
  ]);
});

it("begins anew with every sound of theirs; any other only puts it off", () => {
  expect(heard(["none", 60], ["other", 2], ["none", 60], ["speech", 1], ["none", 59])).toEqual([
    ["ask", 60],
    ["ask", 122],
  ]);
});

it("never asks into a sound, and never more often than the rules say between two of theirs", () => {
  const sound = fc.constantFrom<HoldSound>("music", "speech", "other", "none");
  fc.assert(
    fc.property(fc.array(fc.tuple(sound, fc.integer({ min: 1, max: 90 })), { maxLength: 30 }), (sounds) => {
      let state = newHoldSilence(0);
      let nowMs = 0;
      let asked = 0;
      for (const [kind, seconds] of sounds) {
        for (let i = 0; i < seconds; i += 1) {
          nowMs += 1000;
          const [next, move] = holdSilence(state, kind, nowMs);
          state = next;
          if (kind !== "none") expect(move).toBeNull();
          if (kind === "music" || kind === "speech") asked = 0;
          if (move === "ask") asked += 1;
          expect(asked).toBeLessThanOrEqual(HOLD_SILENCE_RULES.mostAsked);
        }
      }
    }),
  );
});
