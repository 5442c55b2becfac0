import { expect, it } from "vitest";
import { readDelays } from "./delays.ts";

it.each([
  [undefined, { recogniserMs: 0, modelMs: 0, voiceMs: 0 }],
  ["", { recogniserMs: 0, modelMs: 0, voiceMs: 0 }],
  ['{"modelMs":350}', { recogniserMs: 0, modelMs: 350, voiceMs: 0 }],
])("reads %s", (text, delays) => {
  expect(readDelays(text)).toEqual(delays);
});

it.each(["350", "{", '{"modelMs":-1}', '{"model":350}'])("refuses %s", (text) => {
  expect(() => readDelays(text)).toThrow(/OUTDIAL_SIMULATED must be JSON/);
});
