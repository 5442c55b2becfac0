/**
 * The streamable HTTP endpoint. A client that says initialize gets a session, because putting a question to its person
 * takes two requests that must find each other; a session is no credential, and belongs to whoever began it. There are so
 * many at most, and none stays for ever.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "./json.ts";
import { readOffer } from "./offer.ts";
import type { Offer } from "./offer.ts";
import { restThrough } from "./rest.ts";
import type { Rest } from "./rest.ts";
import { Sessions } from "./sessions.ts";
import type { SessionLimits } from "./sessions.ts";
import { createToolServer } from "./tool-server.ts";
import type { Asker, Extra } from "./tool-server.ts";

export type Inside = {
  /** A connection to the REST interface that is counted as one from this address. */
  readonly connect: (remoteAddress: string) => Duplex;
  readonly log: Record<"debug" | "error", (fields: object, message: string) => void>;
  /** Monotonic. */
  readonly nowMs: () => number;
};

/** A request that was let in. */
export type LetIn = {
  /** Null on GET and DELETE. */
  readonly body: JsonObject | null;
  readonly key: string | null;
  /** Names the key or, without one, the client's address. */
  readonly holder: string;
};

export type Endpoint = {
  take(request: IncomingMessage, response: ServerResponse, letIn: LetIn): Promise<void>;
  /** Sessions there are now. */
  size(): number;
  /** Lets tools that run answer for a moment, then ends every session. */
  close(): Promise<void>;
};

/** Tools whose waits were just ended have this long to say so. */
const LINGER_MS = 500;
const OFFER_WITHIN_MS = 10_000;

export function createEndpoint({ connect, log, nowMs }: Inside, limits?: SessionLimits): Endpoint {
  const ending = new AbortController();
  const closing = new AbortController();
  const sessions = new Sessions(nowMs, limits);
  const askers = new WeakMap<object, Asker>();
  let offer: Promise<Offer> | null = null;

  const onBug = (error: unknown): void => log.error({ err: error }, "a tool of agents failed");

  function restFor(request: IncomingMessage): Rest {
    const address = request.socket.remoteAddress ?? "";
    const forwarded = [request.headers["x-forwarded-for"]].flat().join(", ");
    return restThrough({
      base: "http://localhost",
      headers: forwarded === "" ? {} : { "X-Forwarded-For": forwarded },
      connect: () => connect(address),
    });
  }

  function readOnce(rest: Rest): Promise<Offer> {
    const reading = offer ?? readOffer(rest, AbortSignal.any([closing.signal, AbortSignal.timeout(OFFER_WITHIN_MS)]));
    offer = reading;
    reading.catch(() => (offer = offer === reading ? null : offer));
    return reading;
  }

  async function open(holder: string, rest: Rest): Promise<StreamableHTTPServerTransport | null> {
    const known = await readOnce(rest);
    if (!sessions.makeRoom(holder)) return null;
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.add(id, holder, transport);
      },
    });
    const server = createToolServer({ offer: known, askerOf, nowMs, onBug });
    server.onclose = () => sessions.drop(transport.sessionId ?? "");
    // What a client did wrong, it was told. The error may quote what it sent: an answer, a key.
    server.onerror = ({ name }) => log.debug({ error: name }, "agent tools: a message was refused");
    await server.connect(transport);
    return transport;
  }

  function askerOf({ authInfo }: Extra): Asker {
    const asker = authInfo?.extra === undefined ? undefined : askers.get(authInfo.extra);
    if (asker === undefined) throw new Error("a message of no request");
    return asker;
  }

  return {
    size: () => sessions.size,

    async take(request, response, { body, key, holder }) {
      if (request.method === "GET" && request.headers.accept?.includes("text/event-stream") !== true) {
        return refuse(response, 406, -32_000, FOR_CLIENTS);
      }
      const rest = restFor(request);
      const id = [request.headers["mcp-session-id"]].flat()[0];
      if (id === undefined && !isInitializeRequest(body)) {
        return refuse(response, 400, -32_000, "Begin with initialize, then send Mcp-Session-Id with every request.");
      }
      const transport = id === undefined ? await open(holder, rest) : sessions.of(id, holder);
      if (transport === null) {
        return id === undefined
          ? refuse(response, 429, -32_000, "Too many sessions are in use: end one, or try again in a minute.", "60")
          : refuse(response, 404, -32_001, "There is no such session for this key, or it has ended: initialize again.");
      }
      const left = new AbortController();
      const mark = {};
      const signal = AbortSignal.any([left.signal, closing.signal]);
      askers.set(mark, { rest, key, signal, ending: ending.signal });
      Object.assign(request, { auth: { token: "", clientId: "", scopes: [], extra: mark } });
      const done = sessions.use(transport, request.method === "GET" ? "stream" : "request");
      response.once("close", () => {
        if (!response.writableFinished) left.abort(new Error("the client left"));
        done();
      });
      await transport.handleRequest(request, response, body ?? undefined);
    },

    async close() {
      ending.abort(new Error("the appliance closes"));
      await sessions.idle(LINGER_MS);
      closing.abort(new Error("the appliance closes"));
      await sessions.close();
    },
  };
}

const FOR_CLIENTS =
  "This is the address for MCP clients of agents (streamable HTTP): add it to one. The REST interface is described by /openapi.json.";

/** An error of the protocol's, for what is wrong with a message before any server has it. */
function refuse(response: ServerResponse, status: number, code: number, message: string, retryAfter?: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  if (retryAfter !== undefined) response.setHeader("Retry-After", retryAfter);
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
