/**
 * A conversation thread's way to the engine process. Survives it: what was ordered when the process died, or hung and
 * was ended, is ordered once more from the next one, so a call loses time and no words.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { failpoint } from "../../lib/failpoint.ts";
import { decoder, encode, soundOf } from "./wire.ts";
import type { Answer, Order } from "./wire.ts";

export type Delivered = {
  readonly answer: Exclude<Answer, { readonly type: "failed" | "words" }>;
  readonly sound: Int16Array;
};

type Numbered<Kind> = Kind extends { readonly id: number } ? Omit<Kind, "id"> : never;
export type NewOrder = Numbered<Extract<Order, { readonly type: "transcribe" | "speak" | "judge_turn" }>>;

export type Placed = {
  /** Rejects when the engine cannot do it, is away too long, or was lost twice over it. */
  readonly done: Promise<Delivered>;
  promote(urgency: "final"): void;
  /** Nobody waits for it any more; `done` stays open for ever. */
  cancel(): void;
};

/** Speech that is sent while it is spoken. */
export type Listening = {
  /** For the order that asks for its words. */
  readonly number: number;
  hear(sound: Int16Array): void;
  cancel(): void;
};

export interface EngineClient {
  order(order: NewOrder, body?: Int16Array): Placed;
  /** For streaming models; lost with the process, in silence. */
  listen(sampleRateHz: number, sound: Int16Array, onWords: (text: string) => void): Listening;
  close(): void;
}

/** A replaced process serves within 2 s; on a machine that is busy it may be more. */
const AWAY_MOST_MS = 8_000;
const RECONNECT_AFTER_MS = { first: 20, most: 250 };

type Waiting = {
  order: Extract<Order, { readonly type: "transcribe" | "speak" | "judge_turn" }>;
  readonly body: Int16Array | undefined;
  readonly resolve: (delivered: Delivered) => void;
  readonly reject: (error: Error) => void;
  losses: number;
  deadline: NodeJS.Timeout | null;
};

export function connectEngine(socketPath: string): EngineClient {
  const waiting = new Map<number, Waiting>();
  const listening = new Map<number, (text: string) => void>();
  let socket: Socket | null = null;
  let lastId = 0;
  let closed = false;
  let retryAfterMs = RECONNECT_AFTER_MS.first;
  let retry: NodeJS.Timeout | null = null;

  function open(): void {
    retry = null;
    const opening = connect(socketPath);
    const read = decoder<Answer>(({ head, body }) => deliver(head, body));
    opening.on("data", (piece) => {
      try {
        read(piece);
      } catch (error) {
        opening.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    opening.on("connect", () => {
      socket = opening;
      retryAfterMs = RECONNECT_AFTER_MS.first;
      for (const work of waiting.values()) send(work);
    });
    opening.on("error", () => opening.destroy());
    opening.on("close", () => {
      const served = socket === opening;
      if (served) socket = null;
      if (closed) return;
      if (served) lose();
      retry = setTimeout(open, retryAfterMs);
      retryAfterMs = Math.min(RECONNECT_AFTER_MS.most, retryAfterMs * 2);
    });
  }

  function send(work: Waiting): void {
    if (socket === null) {
      work.deadline ??= setTimeout(() => {
        finish(work);
        work.reject(new Error("the engine process is away"));
      }, AWAY_MOST_MS);
      return;
    }
    if (work.deadline !== null) clearTimeout(work.deadline);
    work.deadline = null;
    socket.write(encode(work.order, work.body));
    failpoint("engine.asked");
  }

  /** The process is gone, with all that it had been given. */
  function lose(): void {
    for (const work of [...waiting.values()]) {
      work.losses += 1;
      if (work.losses > 1) {
        finish(work);
        work.reject(new Error("the engine process died twice over the same work"));
      } else send(work);
    }
  }

  function deliver(answer: Answer, body: Buffer): void {
    if (answer.type === "words") return listening.get(answer.id)?.(answer.text);
    const work = waiting.get(answer.id);
    if (work === undefined) return;
    failpoint("engine.told");
    finish(work);
    if (answer.type === "failed") work.reject(new Error(answer.message));
    else work.resolve({ answer, sound: soundOf(body) });
  }

  function finish(work: Waiting): void {
    if (work.deadline !== null) clearTimeout(work.deadline);
    waiting.delete(work.order.id);
  }

  open();
  return {
    order(order, body) {
      lastId += 1;
      const id = lastId;
      if (order.type === "transcribe" && order.live !== undefined) listening.delete(order.live);
      let work: Waiting | null = null;
      const done = new Promise<Delivered>((resolve, reject) => {
        work = { order: { ...order, id }, body, resolve, reject, losses: 0, deadline: null };
        waiting.set(id, work);
        if (closed) {
          waiting.delete(id);
          reject(new Error("the way to the engine process is closed"));
        } else send(work);
      });
      return {
        done,
        promote(urgency) {
          if (work?.order.type !== "transcribe" || !waiting.has(id)) return;
          work.order = { ...work.order, urgency };
          socket?.write(encode({ type: "promote", id, urgency }));
        },
        cancel() {
          if (work === null || !waiting.has(id)) return;
          finish(work);
          socket?.write(encode({ type: "cancel", id }));
        },
      };
    },

    listen(sampleRateHz, sound, onWords) {
      lastId += 1;
      const id = lastId;
      listening.set(id, onWords);
      socket?.write(encode({ type: "listen", id, sampleRateHz }, sound));
      return {
        number: id,
        hear: (more) => void socket?.write(encode({ type: "hear", id }, more)),
        cancel() {
          if (listening.delete(id)) socket?.write(encode({ type: "cancel", id }));
        },
      };
    },

    close() {
      closed = true;
      listening.clear();
      if (retry !== null) clearTimeout(retry);
      for (const work of [...waiting.values()]) finish(work);
      socket?.destroy();
    },
  };
}
