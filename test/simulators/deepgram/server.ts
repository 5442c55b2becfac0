/**
 * Deepgram as seen over the network, as far as we use it: `/v1/listen`, `/v2/listen`, `/v1/speak`, keys, models, refusals.
 * Faults are scripted per connection.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { connect } from "./connection.ts";
import type { Connection, Protocol, Seen } from "./connection.ts";
import { listenV1 } from "./listen-v1.ts";
import { listenV2 } from "./listen-v2.ts";
import type { Script } from "./script.ts";
import { speakV1 } from "./speak-v1.ts";

export const DEEPGRAM_KEY = "dg-key-of-the-test-4711";

const UNTIL_MS = 3000;

const PATHS: Readonly<
  Record<string, { readonly models: RegExp; readonly begin: (connection: Connection) => Protocol }>
> = {
  "/v1/listen": { models: /^nova-[23]\b/, begin: listenV1 },
  "/v2/listen": { models: /^flux-general-(?:en|multi)$/, begin: listenV2 },
  "/v1/speak": { models: /^aura-/, begin: speakV1 },
};
const ENCODINGS = ["linear16", "mulaw"];

export type DeepgramServer = {
  /** ws:// without a path. */
  readonly baseUrl: string;
  /** All who came so far, the refused ones too. */
  readonly seen: readonly Seen[];
  /** For the next connections, in order. Those after them have none. */
  script(...scripts: readonly Script[]): void;
  /** Resolves when it is so; looked at whenever a client has done something. Rejects after three seconds. */
  until(isSo: () => boolean): Promise<void>;
  /** Breaks every connection. */
  drop(): void;
  close(): Promise<void>;
};

/** `always`: what is done with connections for which there is no script. */
export async function startDeepgram(always: (request: URL) => Script = () => ({})): Promise<DeepgramServer> {
  const scripts: Script[] = [];
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const onChange = (): void => {
    for (const look of waiting) look();
  };
  const http = createServer((request, response) => answer(request, response));
  const acceptor = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  http.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://deepgram.test");
    const script = scripts.shift() ?? always(url);
    const client: Seen = {
      path: url.pathname,
      query: url.searchParams,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      messages: [],
      soundBytes: 0,
      pings: 0,
      closed: null,
      script,
    };
    seen.push(client);
    onChange();
    if (script.hang === true) return;
    if (script.banner !== undefined) return void socket.end(script.banner);
    const refusal = script.refuse ?? refusalOf(client);
    if (refusal !== null) return refuse(socket, refusal);
    const letIn = (): void =>
      acceptor.handleUpgrade(request, socket, head, (ws) => {
        const path = PATHS[client.path];
        if (path !== undefined) connect(ws, socket, client, path.begin, onChange);
      });
    if (script.letInAfterMs === undefined) letIn();
    else setTimeout(letIn, script.letInAfterMs);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address() as AddressInfo;

  return {
    baseUrl: `ws://127.0.0.1:${address.port}`,
    seen,
    script: (...more) => void scripts.push(...more),
    until(isSo) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error("it did not come about"));
        }, UNTIL_MS);
        function look(): void {
          if (!isSo()) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        }
        waiting.add(look);
        look();
      });
    },
    drop() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      acceptor.close();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

type Refusal = NonNullable<Script["refuse"]>;

function refusalOf({ path, query, headers }: Seen): Refusal | null {
  const wrong = (status: number, code: string, message: string): Refusal => ({
    status,
    body: { err_code: code, err_msg: message, request_id: "r" },
  });
  if (headers["authorization"] !== `Token ${DEEPGRAM_KEY}`) return wrong(401, "INVALID_AUTH", "Invalid credentials.");
  const known = PATHS[path];
  if (known === undefined) return wrong(404, "NOT_FOUND", "Not found.");
  const model = query.get("model") ?? "";
  if (!known.models.test(model)) return wrong(400, "Bad Request", "No such model/language/tier combination found.");
  if (!ENCODINGS.includes(query.get("encoding") ?? "")) return wrong(400, "Bad Request", "Unknown encoding.");
  if (!/^\d+$/.test(query.get("sample_rate") ?? "")) return wrong(400, "Bad Request", "Unknown sample rate.");
  if (model.startsWith("nova-3") && query.has("keywords")) {
    return wrong(400, "INVALID_QUERY_PARAMETER", "Keywords are not supported for Nova-3.");
  }
  return null;
}

function refuse(socket: Duplex, { status, body, headers = {} }: Refusal): void {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const allowed = request.headers.authorization === `Token ${DEEPGRAM_KEY}`;
  const known = request.url === "/v1/projects" || request.url === "/v1/auth/token";
  response.writeHead(!known ? 404 : allowed ? 200 : 401, { "content-type": "application/json" });
  response.end(JSON.stringify(known && allowed ? { projects: [] } : { err_code: "INVALID_AUTH", err_msg: "No." }));
}
