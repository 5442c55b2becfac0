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

type Thread = { worker: Worker; readonly name: string; port: number; readonly calls: Map<string, ThreadOrder> };

export async function startConversationThreads(options: ThreadsOptions): Promise<ConversationThreads> {
  const { log } = options;
  const threads: Thread[] = [];
  const calleeListeners = new Map<string, (event: ConversationEvent) => void>();
  let listener: (event: ConversationEvent) => void = () => undefined;
  let closing = false;

  function tell(event: ConversationEvent): void {
    (calleeListeners.get(event.callId) ?? listener)(event);
  }

  async function start(thread: Omit<Thread, "worker" | "port">, port: number): Promise<Thread> {
    const { data, transfer } = options.birth();
    const worker = new Worker(options.entry, {
      workerData: { ...data, media: { ...data.media, port } },
      transferList: transfer,
    });
    const started: Thread = { ...thread, worker, port };
    await new Promise<void>((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error("a conversation thread did not start")), READY_WITHIN_MS);
      worker.once("error", reject);
      worker.on("message", (message: FromThread) => {
        if (message.type === "listening") {
          started.port = message.port;
          clearTimeout(deadline);
          worker.off("error", reject);
          resolve();
        } else {
          if (message.event.type === "finished") started.calls.delete(message.event.callId);
          tell(message.event);
          if (message.event.type === "finished") calleeListeners.delete(message.event.callId);
        }
      });
    });
    worker.on("error", (cause) => log.error({ err: cause, thread: started.name }, "a conversation thread failed"));
    worker.on("exit", () => replace(started));
    return started;
  }

  function replace(dead: Thread): void {
    if (closing) return;
    for (const order of [...dead.calls.values()]) {
      dead.calls.delete(order.callId);
      const questions = order.mind.kind === "assistant" ? order.mind.brief.questions : [];
      tell({ type: "findings", callId: order.callId, findings: emptyNotebook(questions) });
      tell({ type: "finished", callId: order.callId, reason: "provider_failure" });
      calleeListeners.delete(order.callId);
    }
    // On the same port: the PBX's configuration names it.
    start({ name: dead.name, calls: new Map() }, dead.port).then(
      (next) => {
        threads[threads.indexOf(dead)] = next;
      },
      (cause: unknown) => log.fatal({ err: cause, thread: dead.name }, "a conversation thread could not be replaced"),
    );
  }

  for (let index = 0; index < options.count; index += 1) {
    threads.push(await start({ name: `media_${index}`, calls: new Map() }, 0));
  }

  function threadOf(callId: string): Thread | undefined {
    return threads.find((thread) => thread.calls.has(callId));
  }

  function send(callId: string, message: ToThread): void {
    threadOf(callId)?.worker.postMessage(message);
  }

  function open(order: ThreadOrder): MediaPoint {
    const thread = threads.reduce((best, next) => (next.calls.size < best.calls.size ? next : best));
    thread.calls.set(order.callId, order);
    thread.worker.postMessage({ type: "open", order } satisfies ToThread);
    return { listener: thread.name, sampleRateHz: order.sampleRateHz };
  }

  return {
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

    async end() {
      closing = true;
      await Promise.all(threads.map(({ worker }) => leave(worker)));
    },
  };
}

async function leave(worker: Worker): Promise<void> {
  const left = new Promise<void>((resolve) => {
    worker.once("exit", () => resolve());
  });
  worker.postMessage({ type: "leave" } satisfies ToThread);
  const deadline = setTimeout(() => void worker.terminate(), LEAVE_WITHIN_MS);
  await left;
  clearTimeout(deadline);
}
