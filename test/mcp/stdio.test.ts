/** The program that speaks over standard input and output, as a client starts it. */
import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { freePort } from "../../src/pbx/ports.ts";
import { SHOP_PHONE } from "../fakes/desk.ts";
import type { Loose } from "../http/http-under-test.ts";
import { openScene, type McpScene } from "./scene.ts";

const PROGRAM = join(PROJECT_ROOT, "src/cli/main.ts");

let scene: McpScene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.end());

async function connect(key: string, base = scene.appliance.base) {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { answer: "Outside" } }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "mcp", "--base", `${base}/`],
    env: { OUTDIAL_KEY: key },
    stderr: "pipe",
  });
  await client.connect(transport);
  return { client, pid: transport.pid };
}

const contentOf = (result: unknown): Loose => (result as { structuredContent: Loose }).structuredContent;

it("follows a call of a running appliance to its end, with progress and the question put to the person", async () => {
  const { bench } = scene.appliance;
  const { client } = await connect(bench.fund(1000).key);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(10);
  const args = { phone: SHOP_PHONE, goal: "Book" };
  const placed = contentOf(await client.callTool({ name: "place_call", arguments: args }));
  const callId = String(placed["call_id"]);
  bench.pbx.answered(callId);
  bench.conversations.tell(callId, "introduced", {});
  bench.conversations.tell(callId, "heard", { text: "Hello?", atMs: 0 });
  bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
  const told: (string | undefined)[] = [];
  const read = await client.callTool({ name: "get_call", arguments: { call_id: callId, wait: 50 } }, undefined, {
    onprogress: ({ message }) => told.push(message),
  });
  expect(told).toContain("business: Hello?");
  expect(bench.conversations.answers).toMatchObject([{ text: "Outside" }]);
  expect(contentOf(read)["pending_question"]).toBeNull();
  await client.close();
});

it("goes on answering when the appliance is gone, and says so", async () => {
  const { client } = await connect(scene.appliance.bench.fund(1000).key);
  await scene.appliance.server.close();
  const refused = await client.callTool({ name: "account", arguments: {} });
  expect(refused["isError"]).toBe(true);
  expect(contentOf(refused)["error"]).toMatchObject({
    type: "unavailable",
    retryable: true,
    message: expect.stringContaining("No appliance answers"),
  });
  await client.close();
});

it("does not let a call be placed twice because the answer was lost, unless an idempotency_key tells that it is one", async () => {
  const { bench, port } = scene.appliance;
  let losing = true;
  const proxy = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passed = request({ host: "127.0.0.1", port, method, path: url, headers }, (found) => {
      if (losing && method === "POST" && url === "/v1/calls") {
        asked.socket.destroy();
        return;
      }
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { port: between } = proxy.address() as AddressInfo;
  const { client } = await connect(bench.fund(1000).key, `http://127.0.0.1:${between}`);
  const place = async (more: object): Promise<Loose> =>
    contentOf(await client.callTool({ name: "place_call", arguments: { phone: SHOP_PHONE, goal: "Book", ...more } }));

  const lost = await place({});
  expect(lost["error"]).toMatchObject({ code: "answer_lost", retryable: false });
  expect(lost["next_action"]).toMatch(/may have been placed.*list_calls/);
  expect(bench.pbx.dialled).toHaveLength(1);
  const one = { goal: "Book another", idempotency_key: "d2c1" };
  const again = await place(one);
  expect(again["error"]).toMatchObject({ retryable: true });
  expect(again["next_action"]).toMatch(/^Wait 10 seconds, then call this tool again/);
  losing = false;
  expect(await place(one)).toMatchObject({ status: "calling" });
  expect(bench.pbx.dialled).toHaveLength(2);
  await client.close();
  proxy.closeAllConnections();
  proxy.close();
});

it("ends when its client goes away", async () => {
  const child = spawn(process.execPath, [PROGRAM, "mcp", "--base", scene.appliance.base], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } })}\n`,
  );
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdin.end();
  expect(await exited).toBe(0);
});

it.each([
  [
    "nothing answers",
    async () => `http://127.0.0.1:${await freePort("127.0.0.1", "tcp")}`,
    /No appliance answers at .*npm start/,
    5,
  ],
  ["what answers is something else", async () => `${scene.appliance.base}/v1`, /no Outdial appliance/, 5],
  ["the address is none", async () => "localhost:8080", /is no address/, 2],
])("says in one sentence that %s", async (_, base, sentence, expected) => {
  const child = spawn(process.execPath, [PROGRAM, "mcp", "--base", await base()], { stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  expect([code, stdout]).toEqual([expected, ""]);
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
