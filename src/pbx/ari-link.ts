/**
 * The one connection to Asterisk's REST interface, over ari-client; no other file knows that package.
 *
 * ari-client opens the event socket and registers the application. What else it does is replaced here, because an
 * appliance cannot live with it:
 *  - it compiles the interface's description with a library that throws out of a network callback, past every catch,
 *    when Asterisk is not quite there: the description is not read;
 *  - it throws inside the socket's listener on an event it does not know: messages are read by us;
 *  - it gives up reconnecting after ten attempts, the last of them 10 s apart: closing is noticed by us;
 *  - its requests lose the status code, share one password among all clients of the process, and never settle when the
 *    connection is refused: requests go over the event socket, where Asterisk takes them too (REST over WebSocket), in
 *    order, at a third of the cost, and all failing at once when the socket closes.
 * Nothing here ever sends a pong nobody asked for: Asterisk 22.10.1 would die of it (asterisk/asterisk#2085).
 */
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "ari-client";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import { within } from "../lib/abort.ts";
import { probeAri } from "./ari-probe.ts";
import { watchAri } from "./ari-pulse.ts";
import { RestOverSocket, type AriRequest } from "./ari-rest.ts";
import type { AriAddress } from "./settings.ts";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;
const OPEN_WITHIN_MS = 5000;
const late = (): string => `nothing within ${OPEN_WITHIN_MS} ms`;
const PROBE_WITHIN_MS = 3000;

const PING: AriRequest = { method: "GET", path: "asterisk/ping" };

export type AriLinkOptions = { readonly address: AriAddress; readonly app: string; readonly log: Logger };

/** Keeps itself connected until it is closed. Its listeners are called one at a time and may not throw. */
export class AriLink {
  readonly #options: AriLinkOptions;
  readonly #rest = new RestOverSocket();
  readonly #closing = new AbortController();
  #client: Client | null = null;
  #socket: WebSocket | null = null;
  #keeping: Promise<void> = Promise.resolve();
  #onMessage: (message: unknown) => void = () => undefined;
  #onUp: () => void = () => undefined;
  #onDown: () => void = () => undefined;

  constructor(options: AriLinkOptions) {
    this.#options = options;
  }

  /** Sets the listeners and begins to connect. */
  open(onMessage: (message: unknown) => void, onUp: () => void, onDown: () => void): void {
    this.#onMessage = onMessage;
    this.#onUp = onUp;
    this.#onDown = onDown;
    this.#keeping = this.#keep();
  }

  isUp(): boolean {
    return this.#socket !== null;
  }

  /** Settles within the request's deadline: with the answer's body (undefined when it has none), or an AriError. */
  request(request: AriRequest): Promise<unknown> {
    return this.#rest.request(request);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the ARI link is being closed"));
    this.#socket?.terminate();
    await this.#keeping;
  }

  async #keep(): Promise<void> {
    let pauseMs = FIRST_RETRY_MS;
    while (!this.#closing.signal.aborted) {
      try {
        const socket = await this.#connect();
        pauseMs = FIRST_RETRY_MS;
        await this.#hold(socket);
      } catch (error) {
        this.#options.log.debug({ err: error }, "ARI cannot be reached yet");
      }
      await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LAST_RETRY_MS);
    }
  }

  async #connect(): Promise<WebSocket> {
    const { address, app } = this.#options;
    const probe = await probeAri(address, PROBE_WITHIN_MS);
    if (probe !== "ready") throw new Error(`ARI is not ready: ${probe}`);
    const client = this.#client ?? (await within(newClient(address), OPEN_WITHIN_MS, late, this.#closing.signal));
    this.#client = client;
    const opened = Promise.withResolvers<WebSocket>();
    let abandoned = false;
    client.once("WebSocketConnected", () => {
      const socket = takeOver(client);
      if (socket === null) opened.reject(new Error("ari-client has no socket"));
      else if (abandoned) socket.terminate();
      else opened.resolve(socket);
    });
    try {
      client.start(app).catch(opened.reject);
      return await within(opened.promise, OPEN_WITHIN_MS, late, this.#closing.signal);
    } catch (error) {
      // The library may go on trying by itself: should it succeed, its socket is cut at once.
      abandoned = true;
      this.#client = null;
      throw error;
    }
  }

  /** Uses the connection until it is lost. */
  async #hold(socket: WebSocket): Promise<void> {
    const { address, log } = this.#options;
    const lost = Promise.withResolvers<void>();
    const pulse = watchAri({
      ask: () => void this.#rest.request(PING).catch(() => undefined),
      probe: async (withinMs) => (await probeAri(address, withinMs)) === "ready",
      onDead() {
        log.warn("asterisk does not answer, its connection is cut");
        socket.terminate();
      },
    });
    socket.on("close", () => lost.resolve());
    socket.on("message", (data: Buffer) => {
      pulse.heard();
      const message = parseJson(data);
      if (message !== undefined && !this.#rest.take(message)) this.#onMessage(message);
    });
    this.#socket = socket;
    this.#rest.attach(socket);
    if (this.#closing.signal.aborted) socket.terminate();
    else this.#onUp();
    await lost.promise;
    pulse.stop();
    this.#socket = null;
    this.#rest.detach();
    this.#onDown();
  }
}

/** From `open` on the socket is ours: the library hears neither its messages nor its end. */
function takeOver(client: Client): WebSocket | null {
  const socket = client._ws;
  if (socket === undefined) return null;
  for (const event of ["message", "close", "error", "pong"]) socket.removeAllListeners(event);
  // Whatever goes wrong with a socket also closes it.
  socket.on("error", () => undefined);
  return socket;
}

/** Stands in for the description that ari-client wants to have read before it connects. */
class NoDescription {
  readonly ready = true;
  readonly apis = { events: { models: {}, operations: {} } };
  constructor({ success }: { success: () => void }) {
    queueMicrotask(success);
  }
}

async function newClient({ url, username, password }: AriAddress): Promise<Client> {
  const ownRequire = createRequire(import.meta.url);
  const librarysRequire = createRequire(ownRequire.resolve("ari-client"));
  // It brings a hundred modules, which are read here while Asterisk is starting and not before anything has started.
  const { default: ariClient } = await import("ari-client");
  Object.assign(librarysRequire("swagger-client"), { SwaggerApi: NoDescription });
  return await ariClient.connect(url, username, password);
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
