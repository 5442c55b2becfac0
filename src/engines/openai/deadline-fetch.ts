/**
 * `fetch` for an engine that is waited for in a call: every step has a deadline of its own. The one that Node brings
 * cannot be told how long to wait for a connection, and asks for compressed answers, which a proxy then holds back until
 * a block of them is full. Connections are kept for the next request. Redirects are not followed: an engine's address is
 * where it is.
 */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { DEADLINES } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";

/** Which deadline was not kept. */
export class LateError extends Error {
  readonly stage: keyof Deadlines;
  readonly afterMs: number;

  constructor(stage: keyof Deadlines, afterMs: number) {
    super(`${WAITED_FOR[stage]} within ${afterMs / 1000} s`);
    this.stage = stage;
    this.afterMs = afterMs;
  }
}

const WAITED_FOR: Readonly<Record<keyof Deadlines, string>> = {
  connectMs: "no connection",
  firstByteMs: "no answer",
  gapMs: "nothing more of the answer",
};

export type DeadlineFetch = {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** A connection is kept that the next request can use. */
  isConnected(): boolean;
  /** Ends the connections that are kept. */
  close(): void;
};

const KEPT_MS = 60_000;

export function deadlineFetch(deadlines: Deadlines = DEADLINES): DeadlineFetch {
  const kept = { keepAlive: true, keepAliveMsecs: 15_000, timeout: KEPT_MS };
  const agents = { "http:": new HttpAgent(kept), "https:": new HttpsAgent(kept) };

  async function send(given: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(given instanceof Request ? given.url : given);
    const signal = init.signal ?? null;
    signal?.throwIfAborted();
    const answered = Promise.withResolvers<IncomingMessage>();
    const options = { method: init.method ?? "GET", headers: Object.fromEntries(new Headers(init.headers)) };
    const request =
      url.protocol === "https:"
        ? httpsRequest(url, { ...options, agent: agents["https:"] })
        : httpRequest(url, { ...options, agent: agents["http:"] });
    let response: IncomingMessage | null = null;
    // Once the answer has begun, it is the answer that has to fail: whoever reads it is told why.
    const end = (why: Error): void => void (response ?? request).destroy(why);
    const watch = watchdog(deadlines, end);
    const giveUp = (): void => end(new DOMException("the request was given up", "AbortError"));
    signal?.addEventListener("abort", giveUp, { once: true });
    const over = (): void => {
      watch.rest();
      signal?.removeEventListener("abort", giveUp);
    };
    request.on("error", (cause) => {
      over();
      answered.reject(cause);
    });
    request.once("close", over);
    request.once("response", (begun) => {
      response = begun;
      answered.resolve(begun);
    });
    request.once("socket", (socket) =>
      onceConnected(socket, url.protocol === "https:", () => watch.expect("firstByteMs")),
    );
    watch.expect("connectMs");
    request.end(typeof init.body === "string" || init.body instanceof Uint8Array ? init.body : undefined);
    const answer = await answered.promise;
    return new Response(bodyOf(answer, watch), { status: answer.statusCode ?? 500, headers: headersOf(answer) });
  }

  return {
    fetch: send,
    isConnected: () =>
      Object.values(agents).some((agent) => Object.values(agent.freeSockets).some((free) => (free?.length ?? 0) > 0)),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Watchdog = { expect(stage: keyof Deadlines): void; rest(): void };

/** One timer: each step that is waited for replaces the one before. */
function watchdog(deadlines: Deadlines, onLate: (late: LateError) => void): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  return {
    expect(stage) {
      clearTimeout(timer);
      timer = setTimeout(() => onLate(new LateError(stage, deadlines[stage])), deadlines[stage]);
    },
    rest: () => clearTimeout(timer),
  };
}

function onceConnected(socket: Socket, secure: boolean, run: () => void): void {
  if (!socket.connecting) return run();
  socket.once(secure ? "secureConnect" : "connect", run);
}

/** The body, pulled as it is read. The gap is only watched while somebody waits for the next piece. */
function bodyOf(response: IncomingMessage, watch: Watchdog): ReadableStream<Uint8Array> | null {
  if (response.statusCode === 204 || response.statusCode === 304) {
    response.resume();
    return null;
  }
  const pieces: AsyncIterator<Buffer> = response.iterator({ destroyOnReturn: false });
  let first = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!first) watch.expect("gapMs");
        first = false;
        try {
          const step = await pieces.next();
          if (step.done === true) controller.close();
          else controller.enqueue(step.value);
        } finally {
          // While nobody reads, nobody waits.
          watch.rest();
        }
      },
      async cancel() {
        await pieces.return?.();
        // Who has read the last event leaves before the last byte. Read to its end, the connection can be used again; an
        // answer that is really given up is destroyed by the signal.
        watch.expect("gapMs");
        response.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}
