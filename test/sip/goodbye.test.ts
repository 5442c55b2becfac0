/**
 * The end of a call as the other telephone knows it: packets with sound, and a BYE. Real Asterisk, SIP and audio; the
 * engines are simulated, so that what is measured is ours.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openScene, transcriptOf } from "../scenarios/simulated/scene.ts";
import type { Conversed, Scene } from "../scenarios/simulated/scene.ts";

const QUESTION = "When do you open?";
const WITHIN_MS = 800;
/** Longer than any pause within a line of the simulated voice. */
const FELL_SILENT_MS = 200;

let scene: Scene;
let calls = 0;

beforeAll(async () => {
  scene = await openScene({ recogniserMs: 60, modelMs: 80, voiceMs: 40 });
});

afterAll(async () => {
  expect(await scene?.close(), scene?.log()).toBe(0);
});

/** All is settled: the next thing the assistant says is its goodbye. */
async function settledCall(): Promise<Conversed> {
  calls += 1;
  const call = await scene.call(`+1415555011${calls}`, { goal: "Ask when they open", questions: [QUESTION] });
  await call.say("Hello, this is the front desk.");
  await call.assistantSays(/When do you open\?/);
  await call.say("We open at nine thirty in the morning.");
  return call;
}

it("comes within 0.8 s of our goodbye when nobody says anything to it", async ({ annotate }) => {
  const call = await settledCall();
  const end = await call.sip.ended;
  const { endedAtMs, silentMs } = call.lastSound();
  const sinceGoodbyeMs = Math.round(end.atMs - endedAtMs);
  await annotate(`from the last sound of our goodbye to the BYE: ${sinceGoodbyeMs} ms`);
  expect(end.by).toBe("caller");
  expect(silentMs).toBeGreaterThan(400);
  expect(sinceGoodbyeMs).toBeLessThanOrEqual(WITHIN_MS);
  const ended = await call.untilEnded();
  expect(ended["end_reason"]).toBe("completed");
  expect(transcriptOf(ended).at(-1)?.text).toMatch(/Goodbye\.$/);
});

it("waits for theirs, and comes after it", async () => {
  const call = await settledCall();
  const bye = call.rehearsed("Thank you, bye.");
  await call.assistantFallsSilent(FELL_SILENT_MS);
  await bye();
  const saidMs = performance.now();
  const end = await call.sip.ended;
  expect(end.by).toBe("caller");
  expect(end.atMs - saidMs).toBeGreaterThan(0);
  expect(end.atMs - saidMs).toBeLessThanOrEqual(2000);
  const ended = await call.untilEnded();
  expect(ended["end_reason"]).toBe("completed");
  expect(transcriptOf(ended).at(-1)).toMatchObject({ role: "business", text: "Thank you, bye." });
});

it("does not come when they ask something", async () => {
  const call = await settledCall();
  const question = call.rehearsed("Oh wait, who is calling please?");
  await call.assistantFallsSilent(FELL_SILENT_MS);
  await question();
  await call.assistantSays(/This is .*automated assistant/);
  await call.say("All right, thank you. Goodbye.");
  const ended = await call.untilEnded();
  expect(ended["end_reason"]).toBe("completed");
  expect(transcriptOf(ended).at(-1)).toMatchObject({ role: "assistant", text: "Thank you. Goodbye." });
});

it.each([
  ["in our goodbye", 900],
  ["right after it", null],
])("is theirs, and the call completed all the same, when they hang up %s", async (_when, intoMs) => {
  const call = await settledCall();
  if (intoMs === null) await call.assistantFallsSilent(100);
  else {
    await call.assistantStarts();
    await delay(intoMs);
  }
  await call.sip.hangUp();
  const ended = await call.untilEnded();
  expect(ended["end_reason"]).toBe("completed");
  expect(ended["answers"]).toMatchObject({ [QUESTION]: expect.stringContaining("9:30") });
});
