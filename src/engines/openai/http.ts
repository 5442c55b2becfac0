/**
 * The `fetch` that OpenAI's SDK is given: the platform's has one time limit for everything, lets a connection go after
 * four quiet seconds, which costs every sentence of a slow conversation a new one, and asks for compressed answers, which
 * a proxy holds back until a block of them is full. This one keeps connections for a minute,
 * tells a server that cannot be reached from one that does not answer and one that stopped in the middle, and does a
 * request again that met a kept connection in the moment in which the server closed it. Redirects
 * are not followed: an engine's address is where it is.
 */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { reasonOf } from "../../lib/abort.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { asHttpFault, HttpFault } from "./http-fault.ts";
import { responseOf } from "./http-response.ts";

const KEPT_MS = 60_000;
const KEPT_MOST = 16;

export type Http = {
  readonly fetch: typeof fetch;
  /** A connection is kept that the next request can use. */
  isConnected(): boolean;
  /** Ends kept connections. Requests under way end with their own signals. */
  close(): void;
};

type Order = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly signal: AbortSignal | null;
};

export function createHttp(deadlines: Deadlines = DEADLINES): Http {
  const keep = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: KEPT_MOST, timeout: KEPT_MS };
  const agents = { plain: new HttpAgent(keep), secure: new HttpsAgent(keep) };

  async function send(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const order = await orderOf(input, init);
    try {
      return await exchange(order, agents, deadlines);
    } catch (error) {
      if (!(error instanceof KeptConnectionLost)) throw error;
      return await exchange(order, agents, deadlines);
    }
  }

  return {
    // With its Response to be seen, the SDK need not find out by a request whether forms can be sent.
    fetch: Object.assign(send, { Response }),
    isConnected: () =>
      Object.values(agents).some(({ freeSockets }) =>
        Object.values(freeSockets).some((free) => (free?.length ?? 0) > 0),
      ),
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

async function orderOf(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Order> {
  const headers = new Headers(init.headers);
  // A form becomes bytes and a boundary here.
  const packed = new Response(init.body ?? null);
  const body = Buffer.from(await packed.arrayBuffer());
  const type = packed.headers.get("content-type");
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  if (body.length > 0) headers.set("content-length", String(body.length));
  return {
    url: new URL(input instanceof Request ? input.url : input),
    method: init.method ?? "GET",
    headers: Object.fromEntries(headers),
    body,
    signal: init.signal ?? null,
  };
}

/** The server had closed a kept connection before our request reached it: it has not seen it. */
class KeptConnectionLost extends Error {}

function exchange(
  { url, method, headers, body, signal }: Order,
  agents: { readonly plain: HttpAgent; readonly secure: HttpsAgent },
  deadlines: Deadlines,
): Promise<Response> {
  signal?.throwIfAborted();
  const secure = url.protocol === "https:";
  const answer = Promise.withResolvers<Response>();
  const request = secure
    ? httpsRequest(url, { method, headers, agent: agents.secure })
    : httpRequest(url, { method, headers, agent: agents.plain });
  let answering: IncomingMessage | null = null;
  const giveUp = (): void => {
    const reason = signal === null ? undefined : reasonOf(signal);
    answering?.destroy(reason);
    request.destroy(reason);
  };
  signal?.addEventListener("abort", giveUp, { once: true });
  const over = (): void => {
    clearTimeout(deadline);
    signal?.removeEventListener("abort", giveUp);
  };

  let connected = false;
  let firstByteBy = Infinity;
  let deadline = setTimeout(() => {
    request.destroy(new HttpFault("unreachable", { afterMs: deadlines.connectMs }));
  }, deadlines.connectMs);
  const awaitAnswer = (): void => {
    clearTimeout(deadline);
    connected = true;
    firstByteBy = performance.now() + deadlines.firstByteMs;
    deadline = setTimeout(() => {
      request.destroy(new HttpFault("no_answer", { afterMs: deadlines.firstByteMs }));
    }, deadlines.firstByteMs);
  };
  request.on("socket", (socket) => {
    if (!socket.connecting) awaitAnswer();
    else socket.once(secure ? "secureConnect" : "connect", awaitAnswer);
  });
  // The time that a long request takes to be sent is not the server's.
  request.on("finish", () => {
    if (connected) awaitAnswer();
  });
  request.on("response", (message) => {
    clearTimeout(deadline);
    answering = message;
    const firstByteMs = Math.max(1, firstByteBy - performance.now());
    answer.resolve(responseOf(message, { firstByteMs, deadlines, signal, over }));
  });
  request.on("error", (error) => {
    over();
    if (signal?.aborted === true) return answer.reject(reasonOf(signal));
    if (request.reusedSocket && isLost(error)) return answer.reject(new KeptConnectionLost());
    answer.reject(asHttpFault(error, connected));
  });
  request.end(body);
  return answer.promise;
}

function isLost(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}
