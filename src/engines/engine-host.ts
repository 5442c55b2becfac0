/**
 * The main thread's end of an engine that lives in a thread of its own: starts it, replaces it when it dies, and gives
 * out the ways to it. What `connect` gives out is a control port over which only ports are sent: each is a direct line
 * from the user's thread to the engine's, replaced when the engine is. So sound never passes through the main thread,
 * and whoever uses the engine notices a replacement only by the requests that were lost (engine-line.ts).
 */
import { MessageChannel, Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { EngineHost } from "./embedded.ts";

/** What an engine's thread is told, and what it tells when it is ready to serve or finds that it cannot. */
export type ToEngine = { readonly type: "serve"; readonly port: MessagePort } | { readonly type: "leave" };
export type FromEngine = { readonly type: "ready" } | { readonly type: "unfit"; readonly message: string };
/** What comes through a control port. */
export type Route = { readonly type: "route"; readonly port: MessagePort };

const READY_WITHIN_MS = 20_000;
const LEAVE_WITHIN_MS = 5000;
const FIRST_RESTART_AFTER_MS = 100;
const LAST_RESTART_AFTER_MS = 5000;
/** A thread that lived this long was not failing from the start: its replacement comes at once again. */
const LIVED_WELL_MS = 30_000;

export type EngineHostOptions = {
  /** For the log: "voice", "recogniser". */
  readonly engine: string;
  readonly entry: URL;
  readonly data: unknown;
  readonly log: Logger;
};

/** Resolves when the first thread is ready; rejects with a sentence that says what is missing when it cannot be. */
export async function startEngineHost(options: EngineHostOptions): Promise<EngineHost> {
  const { host, ready } = beginEngineHost(options);
  await ready;
  return host;
}

/** The same without waiting: ways to the engine can be given out at once, and lead to it when it is ready. */
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
  #worker: Worker | null = null;
  #closing = false;
  #restart: NodeJS.Timeout | null = null;
  #failures = 0;
  #starting: Promise<void> = Promise.resolve();

  constructor(options: EngineHostOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { entry, data } = this.#options;
    const startedAt = performance.now();
    const worker = new Worker(entry, { workerData: data });
    const ready = await becameReady(worker, this.#options.engine);
    if (ready !== null) {
      dismiss(worker);
      throw ready;
    }
    this.#worker = worker;
    let cause: unknown = null;
    worker.on("error", (error: unknown) => {
      cause = error;
    });
    worker.on("exit", (code) => {
      this.#worker = null;
      if (this.#closing) return;
      if (performance.now() - startedAt > LIVED_WELL_MS) this.#failures = 0;
      this.#replaceSoon(cause ?? new Error(`the thread ended with code ${code}`));
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

  async close(): Promise<void> {
    this.#closing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    for (const control of this.#controls) control.close();
    // One that is only starting may be in a call of its C library: it is asked to leave when it is ready.
    await this.#starting.catch(() => undefined);
    const worker = this.#worker;
    if (worker === null) return;
    const left = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve());
    });
    dismiss(worker);
    let deadline: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      deadline = setTimeout(resolve, LEAVE_WITHIN_MS);
    });
    await Promise.race([left, tooLong]);
    clearTimeout(deadline);
  }

  #route(control: MessagePort): void {
    if (this.#worker === null) return;
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage({ type: "serve", port: port1 } satisfies ToEngine, [port1]);
    control.postMessage({ type: "route", port: port2 } satisfies Route, [port2]);
  }

  #replaceSoon(cause: unknown): void {
    const afterMs = Math.min(LAST_RESTART_AFTER_MS, FIRST_RESTART_AFTER_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#options.log.error(
      { err: cause, engine: this.#options.engine, afterMs },
      "an engine's thread died and is replaced",
    );
    this.#restart = setTimeout(() => {
      this.#restart = null;
      this.start().catch((error: unknown) => {
        if (!this.#closing) this.#replaceSoon(error);
      });
    }, afterMs);
  }
}

/**
 * Asks a thread to end. It is never terminated: that would throw into a call of a C library, which takes the whole
 * process down with it (koffi, measured). A thread that is stuck in such a call is left to itself.
 */
function dismiss(worker: Worker): void {
  worker.postMessage({ type: "leave" } satisfies ToEngine);
  worker.unref();
}

/** Null when the thread says that it is ready, else why it is not. */
function becameReady(worker: Worker, engine: string): Promise<Error | null> {
  return new Promise((resolve) => {
    const deadline = setTimeout(
      () => settle(new Error(`the ${engine}'s thread did not become ready in time`)),
      READY_WITHIN_MS,
    );
    const onMessage = (message: FromEngine): void => {
      settle(message.type === "ready" ? null : new Error(message.message));
    };
    const onError = (cause: unknown): void => {
      const why = cause instanceof Error ? cause.message : String(cause);
      settle(new Error(`the ${engine}'s thread failed while it started: ${why}`, { cause }));
    };
    const onExit = (): void => {
      settle(new Error(`the ${engine}'s thread ended while it started`));
    };
    function settle(result: Error | null): void {
      clearTimeout(deadline);
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      resolve(result);
    }
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
  });
}
