/**
 * An appliance whose hosted engines all fail, each in its own way, phones the fictional business: the call goes on with
 * the embedded ones as if nothing had been. The simulators are asked over the real SDKs.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEEPGRAM_KEY, startDeepgram } from "../simulators/deepgram/server.ts";
import type { DeepgramServer } from "../simulators/deepgram/server.ts";
import { OpenAiChatServer } from "../simulators/openai-chat/server.ts";
import { OpenaiSimulator } from "../simulators/openai/simulator.ts";
import { runAppliance } from "../support/running-appliance.ts";
import type { RunningAppliance } from "../support/running-appliance.ts";

const SECRETS = ["dg-wrong-key-90210", "sk-voice-key-31337", "sk-mind-key-27182"] as const;

let deepgram: DeepgramServer;
let voice: OpenaiSimulator;
let mind: OpenAiChatServer;
let appliance: RunningAppliance;

beforeAll(async () => {
  expect(DEEPGRAM_KEY).not.toBe(SECRETS[0]);
  deepgram = await startDeepgram();
  voice = new OpenaiSimulator();
  // It lets us in for its list of models, and fails whenever it has to speak.
  voice.apiKey = SECRETS[1];
  voice.models = ["tts-small"];
  voice.fail("speech", ...Array.from({ length: 100 }, () => ({ refuse: { status: 500 } })));
  mind = new OpenAiChatServer(() => ({ text: "Hello there", stallsAfter: 0 }));
  const [voiceUrl, mindUrl] = await Promise.all([voice.listen(), mind.listen()]);
  appliance = await runAppliance({
    speech: {
      stt: [{ provider: "deepgram", api_key: SECRETS[0], base_url: deepgram.baseUrl }],
      tts: [{ provider: "openai", api_key: SECRETS[1], model: "tts-small", base_url: voiceUrl }],
    },
    llm: [{ provider: "openai", api_key: SECRETS[2], model: "big", base_url: mindUrl }],
  });
}, 90_000);

afterAll(async () => {
  await appliance?.stop();
  await Promise.all([deepgram?.close(), voice?.close(), mind?.close()]);
});

it("says what it hears, thinks and speaks with", async () => {
  const { body } = await appliance.request("GET", "/readyz");
  expect(body["engines"]).toMatch(
    /^hears with deepgram nova-3, then the \w+ recogniser, thinks with openai big, then rules, speaks with openai tts-small, then the \w+ voice$/,
  );
});

it("holds the conversation all the same", async () => {
  const placed = await appliance.request("POST", "/v1/calls", {
    body: { phone: "+12025550142", goal: "Find out when they close", questions: ["What time does the kitchen close?"] },
  });
  expect(placed.status).toBe(201);
  const call = await appliance.untilEnded(String(placed.body["call_id"]), String(placed.body["call_key"]), 150_000);
  expect(call, appliance.log()).toMatchObject({ end_reason: "completed", outcome: { success: true } });
  expect(deepgram.seen.length).toBeGreaterThan(0);
  expect(voice.spoken.length).toBeGreaterThan(0);
  expect(mind.requests.length).toBeGreaterThan(0);
  // Who failed and who stood in are told apart, each with its own counts.
  const failed = { failures: expect.toSatisfy((count: number) => count > 0) };
  const some = expect.toSatisfy((count: number) => count > 0);
  const ours = expect.stringMatching(/^embedded (neural|small)$/);
  expect(call["usage"]).toEqual({
    hearing: [
      { engine: "deepgram nova-3", seconds: 0, ...failed },
      { engine: ours, seconds: some, failures: 0 },
    ],
    thinking: expect.arrayContaining([
      expect.objectContaining({ engine: "openai big", ...failed }),
      expect.objectContaining({ engine: "rules", requests: some, prompt_tokens: 0, failures: 0 }),
    ]),
    speaking: [
      expect.objectContaining({ engine: "openai tts-small", characters: some, ...failed }),
      expect.objectContaining({ engine: ours, characters: some, failures: 0 }),
    ],
  });
  const figures = await (await fetch(`${appliance.base}/metrics`)).text();
  expect(figures).toMatch(/^outdial_engine_failures_total\{stage="thinking",engine="openai big"\} [1-9]/m);
  for (const thread of ["main", "media_0"])
    expect(figures).toMatch(new RegExp(`^outdial_event_loop_delay_seconds_count\\{thread="${thread}"\\} [1-9]`, "m"));
  for (const line of ["outdial_asterisk_connected 1", "outdial_ready 1", 'outdial_calls{state="in_progress"} 0'])
    expect(figures).toContain(`\n${line}\n`);
  expect(figures).toMatch(/^outdial_turn_stage_seconds_count\{stage="brain"\} [1-9]/m);
  expect(figures).toMatch(/^outdial_opening_delay_seconds_count 1$/m);
}, 170_000);

it("names the setting that keeps an engine out, and no key anywhere", () => {
  expect(appliance.log()).toMatch(/speech\.stt\.api_key/);
  for (const secret of SECRETS) expect(appliance.log()).not.toContain(secret);
});
