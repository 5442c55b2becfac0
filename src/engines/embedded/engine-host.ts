/**
 * The main thread's end of an engine that lives in a thread of its own: starts it, replaces it when it dies, and gives
 * out the ways to it. What `connect` gives out is a control port over which only ports are sent: each is a direct line
 * from the user's thread to the engine's, replaced when the engine is. So sound never passes through the main thread,
 * and whoever uses the engine notices a replacement only by the requests that were lost (engine-line.ts).
 */
import { MessageChannel } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import { replacing, startWorker } from "../../lib/supervised-worker.ts";
import type { Leave, SupervisedWorker } from "../../lib/supervised-worker.ts";
import type { EngineHost } from "./embedded.ts";

/** What an engine's thread is told, and what it tells when it is ready to serve or finds that it cannot. */
export type ToEngine = { readonly type: "serve"; readonly port: MessagePort } | Leave;
export type FromEngine = { readonly type: "ready" } | { readonly type: "unfit"; readonly message: string };
/** What comes through a control port. */
export type Route = { readonly type: "route"; readonly port: MessagePort };

const READY_WITHIN_MS = 60_000;
const LEAVE_WITHIN_MS = 5000;
/** A thread that lived half a minute was not failing from the start: its replacement comes at once again. */
const REPLACED = { firstMs: 100, lastMs: 5000, livedWellMs: 30_000 };

export type EngineHostOptions = {
  /** For the log: "voice", "recogniser". */
  readonly engine: string;
  readonly entry: URL;
  readonly data: unknown;
  readonly log: Logger;
};

/**
 * Ways to the engine can be given out at once, and lead to it when it is ready. `ready` rejects with a sentence that says
 * what is missing when it cannot be.
 */
export function beginEngineHost(options: EngineHostOptions): {
  readonly host: EngineHost;
  readonly ready: Promise<void>;
} {
  const host = new ThreadHost(options);
  return { host, ready: host.start() };
}

class ThreadHost implements EngineHost {
  readonly #options: EngineHostOptions;
  readonly #controls = new Set<MessagePort>();
  readonly #afterMs = replacing(REPLACED);
  #worker: SupervisedWorker<ToEngine> | null = null;
  #closing = false;
  #restart: NodeJS.Timeout | null = null;
  #starting: Promise<void> = Promise.resolve();

  constructor(options: EngineHostOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { engine, entry, data } = this.#options;
    const worker = startWorker<ToEngine, FromEngine>({
      name: `the ${engine}'s thread`,
      entry,
      data,
      readyWithinMs: READY_WITHIN_MS,
      mayBeTerminated: false,
      onMessage: (message) => (message.type === "ready" ? "ready" : new Error(message.message)),
    });
    await worker.ready;
    this.#worker = worker;
    void worker.gone.then(({ cause, livedMs }) => {
      this.#worker = null;
      if (!this.#closing) this.#replaceSoon(cause, livedMs);
    });
    for (const control of this.#controls) this.#route(control);
  }

  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#controls.add(port1);
    port1.on("close", () => this.#controls.delete(port1));
    port1.unref();
    this.#route(port1);
    return port2;
  }

  notReady(): string | null {
    return this.#worker === null ? `The embedded ${this.#options.engine} is being started.` : null;
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    for (const control of this.#controls) control.close();
    // One that is only starting may be in a call of its C library: it is asked to leave when it is ready.
    await this.#starting.catch(() => undefined);
    await this.#worker?.leave(LEAVE_WITHIN_MS);
  }

  #route(control: MessagePort): void {
    if (this.#worker === null) return;
    const { port1, port2 } = new MessageChannel();
    this.#worker.post({ type: "serve", port: port1 }, [port1]);
    control.postMessage({ type: "route", port: port2 } satisfies Route, [port2]);
  }

  #replaceSoon(cause: unknown, livedMs: number): void {
    const afterMs = this.#afterMs(livedMs);
    this.#options.log.error(
      { err: cause, engine: this.#options.engine, afterMs },
      "an engine's thread died and is replaced",
    );
    this.#restart = setTimeout(() => {
      this.#restart = null;
      this.start().catch((error: unknown) => {
        if (!this.#closing) this.#replaceSoon(error, 0);
      });
    }, afterMs);
  }
}
