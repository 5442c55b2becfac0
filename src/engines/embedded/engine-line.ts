/**
 * The using thread's end of engine-host.ts: one line to an engine in another thread, replaced under its user when the
 * engine is.
 */
import type { MessagePort, Transferable } from "node:worker_threads";
import { within } from "../../lib/abort.ts";
import type { Route } from "./engine-host.ts";

export interface EngineLine<Request> {
  /** False when the engine is away at the moment; nothing was sent then. */
  send(request: Request, transfer?: readonly Transferable[]): boolean;
  /** Resolves when the engine can be reached; rejects when it cannot within the time, or at the signal. */
  reached(withinMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

export type LineListener<Answer> = {
  readonly onAnswer: (answer: Answer) => void;
  /** The engine is gone, and every request it had with it. */
  readonly onLost: () => void;
};

export function openEngineLine<Request, Answer>(
  control: MessagePort,
  listener: LineListener<Answer>,
): EngineLine<Request> {
  let line: MessagePort | null = null;
  let closed = false;
  const waiting = new Set<() => void>();

  control.on("message", ({ port }: Route) => {
    if (closed) return port.close();
    const former = line;
    line = port;
    former?.close();
    port.on("message", listener.onAnswer);
    port.on("close", () => {
      if (line !== port) return;
      line = null;
      if (!closed) listener.onLost();
    });
    for (const go of [...waiting]) go();
  });

  return {
    send(request, transfer = []) {
      if (line === null) return false;
      line.postMessage(request, [...transfer]);
      return true;
    },

    async reached(withinMs, signal) {
      signal.throwIfAborted();
      if (line !== null) return;
      if (closed) throw new Error("the engine's line is closed");
      const there = Promise.withResolvers<void>();
      waiting.add(there.resolve);
      try {
        await within(there.promise, withinMs, () => "the embedded engine cannot be reached", signal);
      } finally {
        waiting.delete(there.resolve);
      }
    },

    close() {
      closed = true;
      line?.close();
      control.close();
    },
  };
}
