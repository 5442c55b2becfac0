/**
 * The appliance with a real language model that is far too small to lead a call, on a server that nobody here wrote, and
 * that is killed in mid-call. Whatever it makes up or leaves out, the business is answered and nothing false is claimed.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLlamaServer } from "../support/llama-server.ts";
import type { LlamaServer } from "../support/llama-server.ts";
import { runAppliance } from "../support/running-appliance.ts";
import type { RunningAppliance } from "../support/running-appliance.ts";

const QUESTION = "What time does the kitchen close?";

let server: LlamaServer;
let appliance: RunningAppliance;

beforeAll(async () => {
  server = await startLlamaServer();
  appliance = await runAppliance({ llm: [{ provider: "openai", model: "smollm2", base_url: server.baseUrl }] });
}, 90_000);

afterAll(async () => {
  await appliance?.stop();
  await server?.stop();
});

async function place(): Promise<{ readonly id: string; readonly key: string }> {
  const { status, body } = await appliance.request("POST", "/v1/calls", {
    body: { phone: "+12025550142", goal: "Find out when they close", questions: [QUESTION] },
  });
  expect(status).toBe(201);
  return { id: String(body["call_id"]), key: String(body["call_key"]) };
}

/** The model may say what it likes, or nothing in time: the business is answered, and what is claimed is true. */
async function expectAnHonestEnd({ id, key }: { readonly id: string; readonly key: string }): Promise<void> {
  const call = await appliance.untilEnded(id, key, 150_000);
  const entries = call["transcript"] as readonly Entry[];
  const theirs = entries.filter(({ role }) => role === "business").map(({ text }) => text);
  const waits = entries.flatMap(({ latency_ms: latency }) => (latency === undefined ? [] : [latency.total]));
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThan(8000);
  expect(call["end_reason"], appliance.log()).toMatch(/^(completed|hangup_business)$/);
  const [question] = call["questions"] as readonly Asked[];
  const answered = question?.status === "answered";
  expect(call["outcome"]).toMatchObject({ success: answered });
  if (answered) expect(theirs.some((text) => text.includes(question.quote ?? "no quote"))).toBe(true);
}

type Entry = {
  readonly role: string;
  readonly text: string;
  readonly latency_ms?: { readonly total: number };
};
type Asked = { readonly status: string; readonly quote: string | null };

it("answers the business in time, whatever the model makes of it", async () => {
  await expectAnHonestEnd(await place());
}, 170_000);

it("goes on with the rules when the model's server is killed while it thinks", async () => {
  const call = await place();
  const deadline = performance.now() + 60_000;
  let thinks = false;
  while (!thinks && performance.now() < deadline) {
    await delay(20);
    thinks = await server.isBusy();
  }
  expect(thinks).toBe(true);
  await server.kill();
  await expectAnHonestEnd(call);
  expect(appliance.log()).toMatch(/another mind takes over the call/);
}, 170_000);
