/**
 * Delivers what the outbox holds: woken by every commit, with so many under way at a time and only a few of them to one
 * webhook, in order within a call, again and again until it is taken or a day is over. A delivery is noted after it was
 * made: whoever dies in between makes it once more, under the same id.
 */
import type { AfterTry, DueDelivery } from "../calls/ports-webhooks.ts";
import type { Store } from "../calls/ports-store.ts";
import type { Clock, Timers } from "../lib/clock.ts";
import { failpoint } from "../lib/failpoint.ts";
import { retryAt } from "./schedule.ts";
import type { Answer, Post } from "./send.ts";
import { signatureHeaders } from "./signature.ts";

export type DeliveryParts = {
  readonly store: Pick<Store, "webhooks" | "shareCommit" | "onCommit">;
  readonly post: (post: Post, signal: AbortSignal) => Promise<Answer>;
  /** What is told of the step, as JSON text. Throws when it cannot be read. */
  readonly bodyOf: (delivery: DueDelivery) => string;
  /** At a time, in all. */
  readonly concurrency: number;
  /** For how long what is settled is kept. */
  readonly keepMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: { readonly warn: (fields: object, message: string) => void };
};

export type Deliveries = {
  /** How many are under way. */
  readonly underWay: () => number;
  /** Gives up those that are under way: the next start makes them. */
  readonly end: () => Promise<void>;
};

/** To one webhook at a time: a receiver that is slow keeps nobody else's waiting. */
const PER_WEBHOOK = 4;
/** A database that could not be read or written is left alone for so long. */
const REST_MS = 10_000;
const LOOK_AGAIN_MS = 60_000;
const PURGE_EVERY_MS = 3_600_000;
const PURGE_AT_ONCE = 500;
const GONE = 410;

export function startDeliveries(parts: DeliveryParts): Deliveries {
  const { store, clock, timers, log } = parts;
  const { webhooks } = store;
  const ending = new AbortController();
  const underWay = new Map<number, { readonly webhookId: string; readonly done: Promise<void> }>();
  let cancelLook = (): void => undefined;
  let cancelPurge = (): void => undefined;
  let restUntilMs = -Infinity;

  function look(): void {
    cancelLook();
    if (ending.signal.aborted) return;
    const restMs = restUntilMs - clock.monotonicMs();
    if (restMs > 0) return lookAfter(restMs);
    try {
      while (begin() > 0);
      const nowMs = clock.wallMs();
      const next = webhooks.nextDueMs(nowMs);
      if (next !== null) lookAfter(Math.min(LOOK_AGAIN_MS, Math.max(1, next - nowMs)));
    } catch (error) {
      rest(error);
    }
  }

  function lookAfter(ms: number): void {
    cancelLook = timers.after(ms, look);
  }

  function rest(error: unknown): void {
    if (ending.signal.aborted) return;
    log.warn({ err: error }, "the outbox of webhooks could not be read or written; it is tried again");
    restUntilMs = clock.monotonicMs() + REST_MS;
    lookAfter(REST_MS);
  }

  /** How many were begun: they may have made others wait that could begin too. */
  function begin(): number {
    const free = parts.concurrency - underWay.size;
    if (free <= 0) return 0;
    const counts = new Map<string, number>();
    const count = (webhookId: string): number => counts.get(webhookId) ?? 0;
    for (const { webhookId } of underWay.values()) counts.set(webhookId, count(webhookId) + 1);
    const busy = [...counts].filter(([, many]) => many >= PER_WEBHOOK).map(([webhookId]) => webhookId);
    let begun = 0;
    for (const due of webhooks.due({ nowMs: clock.wallMs(), underWay: [...underWay.keys()], busy, limit: free })) {
      if (count(due.webhookId) >= PER_WEBHOOK) continue;
      counts.set(due.webhookId, count(due.webhookId) + 1);
      const done = attempt(due).finally(() => {
        underWay.delete(due.n);
        look();
      });
      underWay.set(due.n, { webhookId: due.webhookId, done });
      begun += 1;
    }
    return begun;
  }

  /** Never rejects. */
  async function attempt(due: DueDelivery): Promise<void> {
    const [atMs, startedMs] = [clock.wallMs(), clock.monotonicMs()];
    let answer: Answer;
    try {
      answer = await parts.post(postOf(due, parts.bodyOf(due), atMs), ending.signal);
    } catch (error) {
      if (ending.signal.aborted) return;
      log.warn({ call_id: due.callId, webhook_id: due.webhookId, err: error }, "a delivery could not be made");
      answer = { status: null, error: "what it tells of could not be read", retryAfterMs: null };
    }
    failpoint("webhook.sent");
    const { status, error } = answer;
    const made = { atMs, status, error, ms: Math.round(clock.monotonicMs() - startedMs) };
    const after = afterTry(due, answer, clock.wallMs(), parts.random());
    try {
      await store.shareCommit(() => webhooks.noteTry(due, made, after));
      failpoint("webhook.noted");
    } catch (failed) {
      rest(failed);
    }
  }

  function purge(): void {
    cancelPurge();
    if (ending.signal.aborted) return;
    cancelPurge = timers.after(PURGE_EVERY_MS, purge);
    const beforeMs = clock.wallMs() - parts.keepMs;
    store
      .shareCommit(() => webhooks.purge(beforeMs, PURGE_AT_ONCE))
      .then((many) => (many === PURGE_AT_ONCE ? purge() : undefined))
      .catch(rest);
  }

  const stopListening = store.onCommit(look);
  look();
  purge();
  return {
    underWay: () => underWay.size,
    async end() {
      stopListening();
      ending.abort(new Error("the appliance ends"));
      cancelLook();
      cancelPurge();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}

function postOf(due: DueDelivery, body: string, atMs: number): Post {
  failpoint("webhook.sending");
  const headers = {
    ...signatureHeaders(due.deliveryId, atMs, body, due.secrets),
    "content-type": "application/json",
    "user-agent": "Outdial",
  };
  return { url: due.url, headers, body };
}

function afterTry(due: DueDelivery, answer: Answer, nowMs: number, random: number): AfterTry {
  if (answer.error === null) return { state: "delivered" };
  if (answer.status === GONE) return { state: "gone" };
  const failed = {
    begunAtMs: due.begunAtMs ?? nowMs,
    tries: due.tries + 1,
    nowMs,
    askedMs: answer.retryAfterMs,
  };
  const retryAtMs = retryAt(failed, random);
  return retryAtMs === null ? { state: "failed" } : { retryAtMs };
}
