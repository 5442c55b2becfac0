/**
 * The `fetch` that OpenAI's SDK is given: the platform's has one time limit for everything and lets a connection go after
 * four quiet seconds, which costs every sentence of a slow conversation a new one. This one keeps connections for a minute,
 * tells a server that cannot be reached from one that does not answer and one that stopped in the middle, and does a
 * request again that met a kept connection in the moment in which the server closed it.
 */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { reasonOf, within } from "../../lib/abort.ts";
import { HttpFault } from "./http-fault.ts";

export type Deadlines = {
  /** To be connected, TLS included. */
  readonly connectMs: number;
  /** From there, or from the end of a long request, to the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** Between two pieces of it. Runs only while somebody waits for the next. */
  readonly gapMs: number;
};

export const DEADLINES: Deadlines = { connectMs: 2000, firstByteMs: 3000, gapMs: 5000 };

const KEPT_MS = 60_000;
const KEPT_MOST = 16;

export type Http = {
  readonly fetch: typeof fetch;
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
  const keep = { keepAlive: true, maxFreeSockets: KEPT_MOST, timeout: KEPT_MS };
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
    answer.reject(asFault(error, connected));
  });
  request.end(body);
  return answer.promise;
}

const NO_BODY = new Set([204, 205, 304]);

type Reading = {
  /** What is left of it. */
  readonly firstByteMs: number;
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal | null;
  readonly over: () => void;
};

function responseOf(message: IncomingMessage, reading: Reading): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  const status = message.statusCode ?? 0;
  if (status < 200 || NO_BODY.has(status)) {
    message.resume();
    reading.over();
    return new Response(null, { status: NO_BODY.has(status) ? status : 502, headers });
  }
  return new Response(bodyOf(message, reading), { status, headers });
}

function bodyOf(
  message: IncomingMessage,
  { firstByteMs, deadlines, signal, over }: Reading,
): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Buffer> = message[Symbol.asyncIterator]();
  let first = true;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = pieces.next();
      try {
        const piece = await within(next, first ? firstByteMs : deadlines.gapMs, () => LATE);
        first = false;
        if (piece.done !== true) return controller.enqueue(piece.value);
        over();
        controller.close();
      } catch (error) {
        over();
        next.catch(() => undefined);
        const late = error instanceof Error && error.message === LATE;
        const fault = first
          ? new HttpFault("no_answer", { afterMs: deadlines.firstByteMs })
          : new HttpFault("stalled", { afterMs: deadlines.gapMs });
        message.destroy();
        if (signal?.aborted === true) controller.error(reasonOf(signal));
        else controller.error(late ? fault : asFault(error, true));
      }
    },
    cancel() {
      over();
      message.destroy();
    },
  });
}

const LATE = "late";

function isLost(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function asFault(error: unknown, connected: boolean): HttpFault {
  if (error instanceof HttpFault) return error;
  if (error instanceof Error && "code" in error && String(error.code).startsWith("HPE_")) {
    return new HttpFault("garbage", { cause: error });
  }
  return new HttpFault(connected ? "cut" : "unreachable", { cause: error });
}
