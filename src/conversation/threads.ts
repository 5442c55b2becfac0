/**
 * The main thread's side of the conversation threads: implements the `Conversations` port by passing messages on, gives
 * each call to the least busy thread, and ends the calls of a thread that dies with `provider_failure` while the
 * appliance lives on and the thread is replaced.
 *
 * A conversation lives whole in one thread, so a commit or a page query of the main thread never delays its audio.
 */
import { Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { ConversationEvent, ConversationOrder, Conversations, MediaPoint } from "../calls/ports.ts";
import { emptyNotebook } from "./notebook.ts";
import type { FromThread, ThreadBirth, ThreadOrder, ToThread } from "./messages.ts";

export type MediaListenerName = { readonly name: string; readonly port: number };

export type ConversationThreads = Conversations & {
  /** The media listeners, by the names under which the PBX's configuration must know them. */
  readonly listeners: readonly MediaListenerName[];
  /** Settles when every thread can hold conversations; what is opened before waits. Rejects with why one cannot. */
  readonly ready: Promise<void>;
  /** Opens the end of a call that is no order of ours: the fictional business that picks up. */
  openCallee(order: ThreadOrder, listener: (event: ConversationEvent) => void): MediaPoint;
  /** Ends every conversation, then the threads. */
  end(): Promise<void>;
};

export type ThreadsOptions = {
  readonly count: number;
  /** The program of a thread. */
  readonly entry: URL;
  /** What one more thread is born with: new ways to the engines, to be handed over to it. */
  readonly birth: () => { readonly data: ThreadBirth; readonly transfer: MessagePort[] };
  /** What the business at the demo number is likely to say. */
  readonly demoHints: readonly string[];
  readonly log: Logger;
};

const READY_WITHIN_MS = 20_000;
const LEAVE_WITHIN_MS = 3000;
/** A replacement that could not even be started is not tried again at once. */
const RESTART_AFTER_MS = 1000;

type Thread = {
  readonly worker: Worker;
  readonly name: string;
  port: number;
  /** From its birth on: orders wait in its queue until it is ready. */
  readonly calls: Map<string, ThreadOrder>;
  state: "starting" | "ready" | "gone";
  /** Settles when its port is known. */
  readonly listening: Promise<void>;
  readonly ready: Promise<void>;
  readonly gone: Promise<{ readonly cause: unknown; readonly served: boolean }>;
};

/**
 * Resolves when every thread listens, well before `ready`: the ports are known then, and who needs no more goes on.
 * Rejects with nothing left running when a thread does not come so far.
 */
export async function startConversationThreads(options: ThreadsOptions): Promise<ConversationThreads> {
  const { log } = options;
  const calleeListeners = new Map<string, (event: ConversationEvent) => void>();
  const restarts = new Set<NodeJS.Timeout>();
  let listener: (event: ConversationEvent) => void = () => undefined;
  let closing = false;

  function tell(event: ConversationEvent): void {
    (calleeListeners.get(event.callId) ?? listener)(event);
    if (event.type === "finished") calleeListeners.delete(event.callId);
  }

  function start(name: string, port: number): Thread {
    const { data, transfer } = options.birth();
    const worker = new Worker(options.entry, {
      workerData: { ...data, media: { ...data.media, port } },
      transferList: transfer,
    });
    const listening = Promise.withResolvers<void>();
    const ready = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<Awaited<Thread["gone"]>>();
    const waits = { listening: listening.promise, ready: ready.promise, gone: gone.promise };
    // Nobody may be waiting for these: what the end of a thread means to its calls is told by `gone`.
    for (const wait of [waits.listening, waits.ready]) wait.catch(() => undefined);
    const thread: Thread = { worker, name, port, calls: new Map(), state: "starting", ...waits };
    let cause: unknown = null;
    const deadline = setTimeout(() => {
      cause = new Error(`it was not ready within ${READY_WITHIN_MS / 1000} s`);
      void worker.terminate();
    }, READY_WITHIN_MS);
    worker.on("message", (message: FromThread) => {
      switch (message.type) {
        case "listening":
          thread.port = message.port;
          return listening.resolve();
        case "ready":
          clearTimeout(deadline);
          thread.state = "ready";
          return ready.resolve();
        case "event":
          if (message.event.type === "finished") thread.calls.delete(message.event.callId);
          return tell(message.event);
      }
    });
    worker.on("error", (error: unknown) => {
      cause = error;
    });
    // Every end comes by here, also that of a program that cannot be loaded or leaves without a word.
    worker.on("exit", (code) => {
      clearTimeout(deadline);
      const why = cause instanceof Error ? cause.message : `it ended with code ${code}`;
      const failure = new Error(`a conversation thread could not be started: ${why}`, { cause });
      listening.reject(failure);
      ready.reject(failure);
      gone.resolve({ cause: cause ?? failure, served: thread.state === "ready" });
      thread.state = "gone";
    });
    return thread;
  }

  function lose({ callId, mind }: ThreadOrder): void {
    const questions = mind.kind === "assistant" ? mind.brief.questions : [];
    tell({ type: "findings", callId, findings: emptyNotebook(questions) });
    tell({ type: "finished", callId, reason: "provider_failure" });
  }

  /** From when it is counted on: should it die, its calls end and another takes its place. */
  function watch(thread: Thread): void {
    void thread.gone.then(({ cause, served }) => {
      if (closing) return;
      log.error({ err: cause, thread: thread.name }, "a conversation thread has died and is replaced");
      const lost = [...thread.calls.values()];
      thread.calls.clear();
      for (const order of lost) lose(order);
      const restart = setTimeout(
        () => {
          restarts.delete(restart);
          // On the same port: the PBX's configuration names it.
          const next = start(thread.name, thread.port);
          threads[threads.indexOf(thread)] = next;
          watch(next);
        },
        served ? 0 : RESTART_AFTER_MS,
      );
      restarts.add(restart);
    });
  }

  const threads = Array.from({ length: options.count }, (_, index) => start(`media_${index}`, 0));
  for (const thread of threads)
    thread.ready.then(
      () => watch(thread),
      () => undefined,
    );
  const ready = Promise.all(threads.map((thread) => thread.ready)).then(() => undefined);
  ready.catch(() => undefined);
  try {
    await Promise.all(threads.map((thread) => thread.listening));
  } catch (cause) {
    await end();
    throw cause;
  }

  async function end(): Promise<void> {
    closing = true;
    for (const restart of restarts) clearTimeout(restart);
    await Promise.all(threads.map(leave));
  }

  function threadOf(callId: string): Thread | undefined {
    return threads.find((thread) => thread.calls.has(callId));
  }

  function send(callId: string, message: ToThread): void {
    threadOf(callId)?.worker.postMessage(message);
  }

  function open(order: ThreadOrder): MediaPoint {
    const alive = threads.filter(({ state }) => state !== "gone");
    const thread = (alive.length > 0 ? alive : threads).reduce((best, next) =>
      next.calls.size < best.calls.size ? next : best,
    );
    // None is there until one could be started again: the call is lost like those that were under way.
    if (thread.state === "gone") queueMicrotask(() => lose(order));
    else {
      thread.calls.set(order.callId, order);
      thread.worker.postMessage({ type: "open", order } satisfies ToThread);
    }
    return { listener: thread.name, sampleRateHz: order.sampleRateHz };
  }

  return {
    ready,
    get listeners() {
      return threads.map(({ name, port }) => ({ name, port }));
    },

    open: (order: ConversationOrder) =>
      Promise.resolve(
        open({
          callId: order.callId,
          mind: { kind: "assistant", brief: order.brief, assistant: order.assistant },
          opens: "after_greeting",
          sampleRateHz: order.route === "demo" ? 16000 : 8000,
          language: order.brief.language,
          hints: order.route === "demo" ? options.demoHints : [],
          answerWaitSeconds: order.answerWaitSeconds,
        }),
      ),

    openCallee(order, calleeListener) {
      calleeListeners.set(order.callId, calleeListener);
      return open(order);
    },

    answered: (callId) => send(callId, { type: "answered", callId }),
    answer: (callId, questionId, text) => send(callId, { type: "answer", callId, questionId, text }),
    wrapUp: (callId, reason) => send(callId, { type: "wrap_up", callId, reason }),
    close: (callId) => send(callId, { type: "close", callId }),
    onEvent: (next) => {
      listener = next;
    },
    end,
  };
}

async function leave({ worker, gone }: Thread): Promise<void> {
  worker.postMessage({ type: "leave" } satisfies ToThread);
  const deadline = setTimeout(() => void worker.terminate(), LEAVE_WITHIN_MS);
  await gone;
  clearTimeout(deadline);
}
