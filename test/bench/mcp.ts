/**
 * What the tools of agents add to the REST interface: the same call read by a tool and by a request, in turn, from one
 * client that waits for each answer. The appliance has a process of its own.
 */
import { Agent, request } from "node:http";
import type { Result } from "./result.ts";
import { percentile, result } from "./result.ts";
import { measured } from "./rest/measured.ts";

const ROUNDS = 600;
const WARM_UP_ROUNDS = 150;
const ACCEPT = "application/json, text/event-stream";

export async function run(): Promise<readonly Result[]> {
  const appliance = await measured("./appliance.ts");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const { callId, key } = await appliance.ask<{ callId: string; key: string }>("ended");
    const send = (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> =>
      exchange({ agent, port: appliance.port, method, path }, { Authorization: `Bearer ${key}`, ...headers }, body);
    const initialize = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1.0.0" },
    };
    const begun = await send("POST", "/mcp", { Accept: ACCEPT }, rpc(0, "initialize", initialize));
    const session = { Accept: ACCEPT, "Mcp-Session-Id": begun.session };
    let id = 0;
    const tool = async (): Promise<number> => {
      const params = { name: "get_call", arguments: { call_id: callId } };
      const { text, ms } = await send("POST", "/mcp", session, rpc((id += 1), "tools/call", params));
      if (!text.includes("structuredContent")) throw new Error(`the tool answered: ${text}`);
      return ms;
    };
    const rest = async (): Promise<number> => (await send("GET", `/v1/calls/${callId}`, {})).ms;
    const [tools, requests]: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const [ours, theirs] = [await tool(), await rest()];
      if (round < WARM_UP_ROUNDS) continue;
      tools.push(ours);
      requests.push(theirs);
    }
    const p95 = (times: number[]): number =>
      percentile(
        times.sort((a, b) => a - b),
        0.95,
      );
    return [
      result("mcp_overhead_ms", "ms", p95(tools) - p95(requests), ["the same request over REST, p95", p95(requests)]),
    ];
  } finally {
    agent.destroy();
    await appliance.end();
  }
}

function rpc(id: number, method: string, params: object): object {
  return { jsonrpc: "2.0", id, method, params };
}

type Answer = { readonly text: string; readonly session: string; readonly ms: number };

/** From the moment of asking to the last byte of the answer. */
function exchange(
  target: { readonly agent: Agent; readonly port: number; readonly method: string; readonly path: string },
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  const bytes = body === undefined ? "" : JSON.stringify(body);
  const typed = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": bytes.length };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", ...target, headers: { ...headers, ...typed } }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.once("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}: ${text}`));
        const session = String(response.headers["mcp-session-id"] ?? "");
        resolve({ text, session, ms: performance.now() - startedAt });
      });
    });
    asked.once("error", reject);
    asked.end(bytes);
  });
}
