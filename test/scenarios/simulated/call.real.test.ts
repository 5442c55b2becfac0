/**
 * One short call to the appliance with simulated engines: a person who is a voice on the line, whose words are
 * whispered. Exchanges, audio, voice activity, turn-taking and rules are the real ones.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openScene, transcriptOf } from "./scene.ts";
import type { Scene } from "./scene.ts";

const DELAYS = { recogniserMs: 60, modelMs: 80, voiceMs: 40 };
const NUMBER = "+14155550110";
const QUESTION = "When do you open?";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene(DELAYS);
});

afterAll(async () => {
  expect(await scene?.close(), scene?.log()).toBe(0);
});

it("hears exactly what is whispered while somebody speaks, and answers it in the time it was told to take", async () => {
  const call = await scene.call(NUMBER, { goal: "Ask when they open", questions: [QUESTION] });
  await call.say("Hello, this is the front desk.");
  await call.assistantSays(/When do you open\?/);
  await call.say("We open at nine thirty in the morning.");
  const ended = await call.untilEnded();

  const theirs = transcriptOf(ended).filter(({ role }) => role === "business");
  expect(theirs.map(({ text }) => text)).toEqual([
    "Hello, this is the front desk.",
    "We open at nine thirty in the morning.",
  ]);
  expect(ended["answers"]).toMatchObject({ [QUESTION]: expect.stringContaining("9:30") });
  // Nobody answers faster than the shortest silence that ends a turn and the engines' times together.
  const { recogniserMs, modelMs, voiceMs } = DELAYS;
  const { p95 } = ended["latency_ms"] as { readonly p95: number };
  expect(p95).toBeGreaterThanOrEqual(300 + recogniserMs + modelMs + voiceMs);
  expect(p95).toBeLessThan(2000);
});
