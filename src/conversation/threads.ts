/**
 * The main thread's side of the conversation threads: implements the `Conversations` port by passing messages on, gives
 * each call to the least busy thread, and ends the calls of a thread that dies or hangs with `provider_failure` while
 * the appliance lives on and the thread is replaced.
 *
 * A conversation lives whole in one thread, so a commit or a page query of the main thread never delays its audio.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { ConversationEvent, ConversationOrder, Conversations, MediaPoint } from "../calls/ports.ts";
import { startWorker } from "../lib/supervised-worker.ts";
import type { SupervisedWorker, WorkerGone } from "../lib/supervised-worker.ts";
import { emptyNotebook, NO_TASK } from "./dialog/notebook.ts";
import { taskOf } from "./dialog/task.ts";
import type { FromThread, LastWords, ThreadBirth, ThreadOrder, ToThread } from "./messages.ts";
import { BEAT_MS, watchPulse } from "./pulse.ts";
import type { Pulse } from "./pulse.ts";

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
  /** Where the first listens for media, the others at the ports behind it; absent or 0: at any free ones. */
  readonly firstPort?: number;
  /** What one more thread is born with: new ways to the engines, to be handed over to it. */
  readonly birth: () => { readonly data: ThreadBirth; readonly transfer: MessagePort[] };
  /** Told by each thread, once a language. */
  readonly onLastWords?: (words: LastWords) => void;
  readonly log: Logger;
  /** About once a second: the longest that the timers of this thread had to wait. */
  readonly onDelay?: (thread: string, longestMs: number) => void;
  /** Between two looks at whether a thread goes round; otherwise as often as it beats. */
  readonly lookEveryMs?: number;
};

/** Of a telephone line, and of the demo's, which is one. */
const LINE_RATE_HZ = 8000;
/** It takes one or two seconds; on a machine that is busy with other things, ten times as long. */
const READY_WITHIN_MS = 60_000;
const LEAVE_WITHIN_MS = 3000;
/** A replacement that could not even be started is not tried again at once. */
const RESTART_AFTER_MS = 1000;

type Thread = {
  readonly worker: SupervisedWorker<ToThread>;
  readonly name: string;
  port: number;
  /** From its birth on: orders wait in its queue until it is ready. */
  readonly calls: Map<string, ThreadOrder>;
  /** Nothing is asked of one that is gone, and nothing is taken from it; it may not have ended yet. */
  state: "starting" | "ready" | "gone";
  /** Settles when its port is known. */
  readonly listening: Promise<void>;
  readonly ready: Promise<void>;
  readonly gone: Promise<WorkerGone>;
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
    try {
      (calleeListeners.get(event.callId) ?? listener)(event);
    } catch (error) {
      log.error({ err: error, callId: event.callId }, "the listener for conversation events failed");
    }
    if (event.type === "finished") calleeListeners.delete(event.callId);
  }

  function start(name: string, port: number): Thread {
    const { data, transfer } = options.birth();
    const listening = Promise.withResolvers<void>();
    let pulse: Pulse | null = null;
    /** Its calls end at once: it may take a while to be rid of it. */
    function onHang(): void {
      thread.state = "gone";
      log.error({ thread: name, calls: thread.calls.size }, "a conversation thread hangs: its calls end");
      loseCalls(thread);
      void worker.terminate();
    }
    const worker = startWorker<ToThread, FromThread>({
      name: "a conversation thread",
      entry: options.entry,
      data: { ...data, media: { ...data.media, port } },
      transfer,
      readyWithinMs: READY_WITHIN_MS,
      mayBeTerminated: true,
      onMessage(message) {
        if (thread.state === "gone") return undefined;
        switch (message.type) {
          case "listening":
            thread.port = message.port;
            listening.resolve();
            return undefined;
          case "ready":
            thread.state = "ready";
            pulse = watchPulse(options.lookEveryMs ?? BEAT_MS, onHang);
            return "ready";
          case "beat":
            pulse?.beat();
            if (message.longestDelayMs !== undefined) options.onDelay?.(name, message.longestDelayMs);
            return undefined;
          case "event":
            if (message.event.type === "finished") thread.calls.delete(message.event.callId);
            tell(message.event);
            return undefined;
          case "last_words":
            options.onLastWords?.(message.words);
            return undefined;
        }
      },
    });
    const { ready, gone } = worker;
    const thread: Thread = {
      worker,
      name,
      port,
      calls: new Map(),
      state: "starting",
      listening: listening.promise,
      ready,
      gone,
    };
    ready.catch((cause: unknown) => listening.reject(cause));
    // Nobody may be waiting for it: what the end of a thread means to its calls is told by `gone`.
    listening.promise.catch(() => undefined);
    void gone.then(() => {
      pulse?.stop();
      thread.state = "gone";
    });
    return thread;
  }

  function lose({ callId, brain }: ThreadOrder): void {
    const task = brain.kind === "assistant" ? taskOf(brain.brief) : NO_TASK;
    tell({ type: "lost", callId });
    tell({ type: "findings", callId, findings: emptyNotebook(task) });
    tell({ type: "finished", callId, reason: "provider_failure" });
  }

  function loseCalls(thread: Thread): void {
    const lost = [...thread.calls.values()];
    thread.calls.clear();
    for (const order of lost) lose(order);
  }

  /** From when it is counted on: should it die, its calls end and another takes its place. */
  function watch(thread: Thread): void {
    void thread.gone.then(({ cause, wasReady }) => {
      if (closing) return;
      log.error({ err: cause, thread: thread.name }, "a conversation thread has died and is replaced");
      loseCalls(thread);
      const restart = setTimeout(
        () => {
          restarts.delete(restart);
          // On the same port: the PBX's configuration names it.
          const next = start(thread.name, thread.port);
          threads[threads.indexOf(thread)] = next;
          watch(next);
        },
        wasReady ? 0 : RESTART_AFTER_MS,
      );
      restarts.add(restart);
    });
  }

  const { firstPort = 0 } = options;
  const portOf = (index: number): number => (firstPort === 0 ? 0 : firstPort + index);
  const threads = Array.from({ length: options.count }, (_, index) => start(`media_${index}`, portOf(index)));
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
    await Promise.all(threads.map(({ worker }) => worker.leave(LEAVE_WITHIN_MS)));
  }

  function threadOf(callId: string): Thread | undefined {
    return threads.find((thread) => thread.calls.has(callId));
  }

  function send(callId: string, message: ToThread): void {
    threadOf(callId)?.worker.post(message);
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
      thread.worker.post({ type: "open", order });
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
          brain: { kind: "assistant", brief: order.brief, assistant: order.assistant, today: order.today ?? null },
          opens: "after_greeting",
          sampleRateHz: LINE_RATE_HZ,
          language: order.brief.language,
          answerWaitSeconds: order.answerWaitSeconds,
          ...(order.holdSeconds === undefined ? {} : { holdSeconds: order.holdSeconds }),
        }),
      ),

    openCallee(order, calleeListener) {
      calleeListeners.set(order.callId, calleeListener);
      return open(order);
    },

    answered: (callId) => send(callId, { type: "answered", callId }),
    answer: (callId, questionId, text) => send(callId, { type: "answer", callId, questionId, text }),
    line: (callId, news) => send(callId, { type: "line", callId, news }),
    wrapUp: (callId, reason) => send(callId, { type: "wrap_up", callId, reason }),
    close: (callId) => send(callId, { type: "close", callId }),
    notReady: () =>
      threads.some(({ state }) => state === "ready") ? null : "The threads that hold conversations are being started.",
    onEvent: (next) => {
      listener = next;
    },
    end,
  };
}
