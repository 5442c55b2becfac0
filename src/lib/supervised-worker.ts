/**
 * A worker thread under supervision: how it becomes ready, what it tells, how it ends, and how soon another may take
 * its place. Each thread of the appliance is started here. What its end means is its owner's: calls are lost, requests
 * fail, an import is over.
 */
import { Worker } from "node:worker_threads";
import type { Transferable } from "node:worker_threads";

export type WorkerPlan<Told> = {
  /** For sentences: "the voice's thread". */
  readonly name: string;
  readonly entry: URL;
  readonly data: unknown;
  readonly transfer?: readonly Transferable[];
  /** Null: nobody waits for it, or as long as it takes. */
  readonly readyWithinMs: number | null;
  /**
   * Whether a thread that is too late, or does not leave, is terminated. That throws into a call of a C library, which
   * takes the whole process down with it (koffi, measured): a thread that may be in one is left to itself instead.
   */
  readonly mayBeTerminated: boolean;
  /** Each message. "ready": it serves from now on; an Error: why it never will. */
  readonly onMessage: (message: Told) => "ready" | Error | undefined;
};

export type WorkerGone = {
  /** What it died of, or that it ended. */
  readonly cause: Error;
  readonly wasReady: boolean;
  readonly livedMs: number;
};

export interface SupervisedWorker<Order> {
  /** Rejects with a sentence when it ends before, is too late, or says that it cannot. */
  readonly ready: Promise<void>;
  /** However it ends, also one that could not even be loaded. */
  readonly gone: Promise<WorkerGone>;
  post(order: Order, transfer?: readonly Transferable[]): void;
  /** Asks it to leave, and does not wait for it longer than that. */
  leave(withinMs: number): Promise<void>;
  /** Ends it where it is. */
  terminate(): Promise<void>;
}

/** What every one of them understands. */
export type Leave = { readonly type: "leave" };

export function startWorker<Order, Told>(plan: WorkerPlan<Told>): SupervisedWorker<Order> {
  const { name, readyWithinMs } = plan;
  const startedMs = performance.now();
  const worker = new Worker(plan.entry, { workerData: plan.data, transferList: [...(plan.transfer ?? [])] });
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<WorkerGone>();
  // What its end means is told by `gone`, also where nobody waits for it to be ready.
  ready.promise.catch(() => undefined);
  let isReady = false;
  let cause: Error | null = null;

  function giveUp(why: Error): void {
    clearTimeout(deadline);
    cause ??= why;
    ready.reject(why);
    dismiss();
  }

  function dismiss(): void {
    if (plan.mayBeTerminated) return void worker.terminate();
    worker.postMessage({ type: "leave" } satisfies Leave);
    worker.unref();
  }

  const deadline =
    readyWithinMs === null
      ? undefined
      : setTimeout(
          () => giveUp(new Error(`${name} could not be started: it was not ready within ${readyWithinMs / 1000} s`)),
          readyWithinMs,
        );
  worker.on("message", (message: Told) => {
    const told = plan.onMessage(message);
    if (told instanceof Error) return giveUp(told);
    if (told !== "ready") return;
    clearTimeout(deadline);
    isReady = true;
    ready.resolve();
  });
  worker.on("error", (error: unknown) => {
    cause ??= error instanceof Error ? error : new Error(String(error));
  });
  // Every end comes by here, also that of a program that cannot be loaded or leaves without a word.
  worker.on("exit", (code) => {
    clearTimeout(deadline);
    const why = cause ?? new Error(`it ended with code ${code}`);
    ready.reject(new Error(`${name} could not be started: ${why.message}`, { cause: why }));
    gone.resolve({ cause: why, wasReady: isReady, livedMs: performance.now() - startedMs });
  });

  return {
    ready: ready.promise,
    gone: gone.promise,
    post: (order, transfer = []) => worker.postMessage(order, [...transfer]),
    async leave(withinMs) {
      worker.postMessage({ type: "leave" } satisfies Leave);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, withinMs);
      await Promise.race([gone.promise, late.promise]);
      clearTimeout(timer);
      if (plan.mayBeTerminated) await worker.terminate();
      else worker.unref();
    },
    async terminate() {
      await worker.terminate();
    },
  };
}

/** How long to wait before a worker is replaced: a little longer after each that did not live well. */
export function replacing({
  firstMs,
  lastMs,
  livedWellMs,
}: Readonly<Record<"firstMs" | "lastMs" | "livedWellMs", number>>): (livedMs: number) => number {
  let failures = 0;
  return (livedMs) => {
    if (livedMs > livedWellMs) failures = 0;
    return Math.min(lastMs, firstMs * 2 ** failures++);
  };
}
