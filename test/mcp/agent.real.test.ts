/** An agent with the official SDK before the whole appliance: real Asterisk, real speech, the fictional business. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, expect, it } from "vitest";
import type { Loose } from "../http/http-under-test.ts";
import { runAppliance } from "../support/running-appliance.ts";
import type { RunningAppliance } from "../support/running-appliance.ts";

const DEMO_PHONE = "+12025550142";
const MOST_READS = 40;

let appliance: RunningAppliance | null = null;
afterEach(async () => {
  await appliance?.stop();
  appliance = null;
});

it("phones the demo number without a key, hears it go, and is done when next_action says so", async () => {
  appliance = await runAppliance({ log: { level: "warn" } });
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  const asked: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: { answer: "Outside, please." } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${appliance.base}/mcp`)));
  await client.listTools();
  const told: string[] = [];
  const call = async (name: string, args: Record<string, unknown>): Promise<Loose> => {
    const options = { onprogress: ({ message = "" }) => void told.push(message) };
    return (await client.callTool({ name, arguments: args }, undefined, options))["structuredContent"] as Loose;
  };
  const placed = await call("place_call", {
    phone: DEMO_PHONE,
    goal: "Book a table for two on Friday at 7 PM",
    questions: ["How much is the dinner menu?"],
    on_behalf_of: "Alex Morgan",
  });
  const mine = { call_id: String(placed["call_id"]), call_key: String(placed["call_key"]) };
  let read: Loose = {};
  for (let reads = 0; reads < MOST_READS && String(read["status"]) !== "ended"; reads++) {
    read = await call("get_call", { ...mine, wait: 50 });
  }
  expect(read["outcome"], appliance.log()).toMatchObject({ success: true });
  expect(read["next_action"]).toContain("reached its goal");
  const entries = Object.values(read["transcript"] ?? {});
  const lines = entries.map((entry) => `${String(entry["role"])}: ${String(entry["text"])}`);
  expect(told.filter((line) => !line.startsWith("Status: "))).toEqual(lines);
  expect(asked.every((message) => message.includes("they ask"))).toBe(true);
  // The session's stream is open: it does not keep the appliance from ending.
  expect(await appliance.stop()).toBe(0);
  await client.close();
});
