/** Clients of the official SDK before the real desk, over real HTTP; only the exchange and the conversations are scripts. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type ClientCapabilities,
  type ElicitRequest,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { HttpSettings } from "../../src/http/server.ts";
import { createEndpoint } from "../../src/mcp/endpoint.ts";
import type { Endpoint } from "../../src/mcp/endpoint.ts";
import type { SessionLimits } from "../../src/mcp/sessions.ts";
import type { BenchOptions } from "../fakes/desk.ts";
import { openAppliance } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";
import type { Loose } from "../http/http-under-test.ts";

export type ToolResult = { readonly isError: boolean; readonly text: string; readonly json: Loose };

export type Agent = {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>, options?: RequestOptions): Promise<ToolResult>;
  end(): Promise<void>;
};

export type Person = (request: ElicitRequest["params"], signal: AbortSignal) => Promise<ElicitResult> | ElicitResult;

export class McpScene {
  readonly appliance: Appliance;
  /** What the tools have written to the log. */
  readonly logged: readonly unknown[];
  readonly endpoint: () => Endpoint;
  /** Moves the time of sessions. */
  readonly later: (ms: number) => void;
  readonly #agents: Agent[] = [];

  constructor(appliance: Appliance, endpoint: () => Endpoint, later: (ms: number) => void, logged: readonly unknown[]) {
    this.appliance = appliance;
    this.logged = logged;
    this.endpoint = endpoint;
    this.later = later;
  }

  get url(): URL {
    return new URL(`${this.appliance.base}/mcp`);
  }

  /** A client with this key; with a person when it can ask one. */
  async agent(key: string | null = null, person: Person | null = null): Promise<Agent> {
    const capabilities: ClientCapabilities = person === null ? {} : { elicitation: {} };
    const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
    if (person !== null) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => person(params, signal));
    }
    const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
    const transport = new StreamableHTTPClientTransport(this.url, { requestInit: { headers } });
    await client.connect(transport);
    // The client checks results against the tools' own schemas only once it has listed them.
    await client.listTools();
    const agent: Agent = {
      client,
      async call(name, args = {}, options = {}) {
        const result = await client.callTool({ name, arguments: args }, CallToolResultSchema, options);
        const content = result["content"] as readonly { readonly text: string }[];
        return {
          isError: result["isError"] === true,
          text: content[0]?.text ?? "",
          json: result["structuredContent"] as Loose,
        };
      },
      end: () => client.close(),
    };
    this.#agents.push(agent);
    return agent;
  }

  async end(): Promise<void> {
    for (const agent of this.#agents) await agent.end();
    await this.appliance.end();
  }
}

export async function openScene(
  desk: BenchOptions = {},
  http: Partial<HttpSettings> = {},
  limits?: SessionLimits,
): Promise<McpScene> {
  let endpoint: Endpoint | null = null;
  let movedMs = 0;
  const logged: unknown[] = [];
  const note = (fields: object, message: string): void => void logged.push([fields, message]);
  const appliance = await openAppliance(desk, http, {
    agentTools: (connect) => {
      endpoint = createEndpoint(
        { connect, log: { debug: note, error: note }, nowMs: () => performance.now() + movedMs },
        limits,
      );
      return endpoint;
    },
  });
  const known = (): Endpoint => {
    if (endpoint === null) throw new Error("the appliance has no tools");
    return endpoint;
  };
  return new McpScene(appliance, known, (ms) => void (movedMs += ms), logged);
}
