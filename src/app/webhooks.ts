/** Webhooks put together: what accounts do with them, and the delivery of what the outbox holds. */
import type { Desk } from "../calls/desk.ts";
import type { DueDelivery, WebhookOperations } from "../calls/ports-webhooks.ts";
import type { Store } from "../calls/ports-store.ts";
import type { Settings } from "../config/schema.ts";
import { webhookPayloadText } from "../http/api/webhook-news.ts";
import type { Clock, Timers } from "../lib/clock.ts";
import { startDeliveries } from "../webhooks/deliveries.ts";
import type { Deliveries, DeliveryParts } from "../webhooks/deliveries.ts";
import { allowedBy } from "../webhooks/destination.ts";
import { webhookOperations } from "../webhooks/operations.ts";
import { sendPost } from "../webhooks/send.ts";

const DAY_MS = 24 * 3_600_000;

export type WebhookWorld = {
  readonly store: Store;
  readonly desk: Pick<Desk, "readCallById">;
  readonly settings: Settings["webhooks"];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: DeliveryParts["log"];
};

export function openWebhooks({ store, desk, settings, clock, timers, log }: WebhookWorld): {
  readonly operations: WebhookOperations;
  readonly deliveries: Deliveries;
} {
  const allowed = allowedBy(settings.allow);
  const sender = { allowed, timeoutMs: settings.timeout_seconds * 1000 };
  const deliveries = startDeliveries({
    store,
    post: (post, signal) => sendPost(post, sender, signal),
    bodyOf: (delivery) => bodyOf(store, desk, delivery),
    concurrency: settings.concurrency,
    keepMs: settings.keep_days * DAY_MS,
    clock,
    timers,
    random: Math.random,
    log,
  });
  const operations = webhookOperations({ store, allowed, perAccount: settings.per_account, clock });
  return { operations, deliveries };
}

function bodyOf(store: Store, desk: Pick<Desk, "readCallById">, delivery: DueDelivery): string {
  const { callId, step: n } = delivery;
  const step = store.calls.step(callId, n);
  const call = step?.kind === "ended" ? desk.readCallById(callId) : null;
  if (step === null || (step.kind === "ended" && call === null)) throw new Error("the step of the call is not there");
  return webhookPayloadText(delivery, step, call);
}
