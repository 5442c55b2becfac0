/** What a client is told when it is the tools, or the appliance, that made a mistake. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, it } from "vitest";
import type { Answer, Rest } from "../../src/mcp/rest.ts";
import { createToolServer } from "../../src/mcp/tool-server.ts";
import { TOOLS } from "../../src/mcp/tools.ts";

const OFFER = {
  info: { name: "outdial", title: "Outdial", version: "1.0.0" },
  instructions: "",
  tools: TOOLS.map((tool) => ({
    ...tool,
    description: tool.does,
    inputSchema: { type: "object" as const },
    outputSchema: { type: "object" as const },
    query: [],
    body: [],
    repeatable: false,
  })),
};

async function agentBefore(ask: () => Promise<Answer>, bugs: unknown[]): Promise<Client> {
  const rest: Rest = {
    ask,
    follow: () => ({ [Symbol.asyncIterator]: () => Promise.reject(new Error("none")) }) as never,
  };
  const { signal } = new AbortController();
  const server = createToolServer({
    offer: OFFER,
    askerOf: () => ({ rest, key: null, signal, ending: signal }),
    nowMs: () => 0,
    onBug: (error) => void bugs.push(error),
  });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return client;
}

it("a mistake of the tools is a result that says so, with what to do, and nothing of what it was", async () => {
  const bugs: unknown[] = [];
  const client = await agentBefore(() => Promise.reject(new Error("secret of the house")), bugs);
  for (const { name } of TOOLS) {
    const result = await client.callTool({ name, arguments: { call_id: "call_0" } });
    expect(result["isError"], name).toBe(true);
    expect(result["structuredContent"], name).toMatchObject({
      error: { type: "internal", code: "internal", retryable: false },
      next_action: expect.stringContaining("Tell your user"),
    });
    expect(JSON.stringify(result)).not.toContain("secret");
  }
  expect(bugs).toHaveLength(TOOLS.length);
});

it("after a mistake of the appliance an agent is not told to correct its arguments", async () => {
  const error = { type: "internal", code: "internal", message: "…", retryable: false, request_id: "req_1" };
  const client = await agentBefore(async () => ({ status: 500, body: { error }, retryAfterSeconds: null }), []);
  const { structuredContent } = await client.callTool({ name: "place_call", arguments: {} });
  expect(structuredContent).toMatchObject({ next_action: expect.stringMatching(/^Do not repeat it at once/) });
});
