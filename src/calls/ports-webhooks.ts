/**
 * Webhooks in the domain's words: where an account wants to be told of its calls, what it is told, and what became of
 * that. The store writes what is to be told together with what happened; `webhooks/` delivers it after the commit.
 */
import type { KeyHolder } from "./operations.ts";

/** The steps of a call's event stream, and the answer as an event of its own. */
export const WEBHOOK_EVENTS = [
  "call.status",
  "call.answered",
  "call.transcript",
  "call.question",
  "call.ended",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type WebhookRecord = {
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAtMs: number;
  /** When the receiver said that it is gone for good; else null. */
  readonly stoppedAtMs: number | null;
};

/** One attempt to deliver. */
export type Try = {
  readonly atMs: number;
  /** What the receiver answered; null when it did not. */
  readonly status: number | null;
  readonly ms: number;
  /** One sentence; null when it was taken. */
  readonly error: string | null;
};

export type DeliveryRecord = {
  readonly deliveryId: string;
  readonly callId: string;
  readonly event: WebhookEvent;
  readonly state: DeliveryState;
  readonly createdAtMs: number;
  /** Null when nothing is to come. 0: as soon as those before it are done. */
  readonly dueAtMs: number | null;
  /** In order. */
  readonly tries: readonly Try[];
};

/** What is to be sent now, and where to. */
export type DueDelivery = {
  readonly n: number;
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly url: string;
  /** All that sign now, the newest first. */
  readonly secrets: readonly string[];
  readonly callId: string;
  /** The number of the step in the call's event stream. */
  readonly step: number;
  readonly event: WebhookEvent;
  readonly createdAtMs: number;
  /** Null before the first try of this round. */
  readonly begunAtMs: number | null;
  /** Of this round, so far. */
  readonly tries: number;
};

/** What a try has led to. `gone`: the receiver wants nothing any more. */
export type AfterTry = { readonly state: "delivered" | "failed" | "gone" } | { readonly retryAtMs: number };

/** The store's part. */
export interface Webhooks {
  add(webhook: Pick<WebhookRecord, "webhookId" | "url" | "events" | "createdAtMs"> & Owned): void;
  /** Oldest first. */
  list(accountId: string): readonly WebhookRecord[];
  /** Forgets it with all that it was told. False when the account has no such webhook. */
  remove(accountId: string, webhookId: string): boolean;
  /** The secret of before goes on signing until then. */
  rotate(accountId: string, webhookId: string, secret: string, oldUntilMs: number): boolean;
  /** Newest first; null when the account has no such webhook, or that no such delivery as `after`. */
  deliveries(
    accountId: string,
    webhookId: string,
    page: { readonly limit: number; readonly after: string | null; readonly state: DeliveryState | null },
  ): readonly DeliveryRecord[] | null;
  /** Once more, under the same id. False when there is no such delivery. */
  resend(accountId: string, webhookId: string, deliveryId: string): boolean;
  /**
   * What is due, oldest first; of each call of each webhook only the first that is not settled, so that the order is
   * kept. Without those under way and without the webhooks that are busy.
   */
  due(look: {
    readonly nowMs: number;
    readonly underWay: readonly number[];
    readonly busy: readonly string[];
    readonly limit: number;
  }): readonly DueDelivery[];
  /** When the next one that is not due yet will be; null when none. */
  nextDueMs(nowMs: number): number | null;
  noteTry(delivery: Pick<DueDelivery, "n" | "webhookId">, made: Try, after: AfterTry): void;
  /** Forgets what was settled before then, so many at most; returns how many. */
  purge(settledBeforeMs: number, most: number): number;
}

type Owned = { readonly accountId: string; readonly secret: string };

/** What a client may do, through `http/`. The key of one call has no webhooks. */
export interface WebhookOperations {
  add(
    caller: KeyHolder,
    order: { readonly url: string; readonly events: readonly WebhookEvent[] },
  ): { readonly webhook: WebhookRecord; readonly secret: string };
  list(caller: KeyHolder): readonly WebhookRecord[];
  remove(caller: KeyHolder, webhookId: string): void;
  /** A new secret; the one of before signs beside it for a day. */
  rotate(caller: KeyHolder, webhookId: string): { readonly secret: string; readonly oldUntilMs: number };
  deliveries(
    caller: KeyHolder,
    webhookId: string,
    page: { readonly limit: number; readonly cursor: string | null; readonly state: DeliveryState | null },
  ): { readonly deliveries: readonly DeliveryRecord[]; readonly nextCursor: string | null };
  resend(caller: KeyHolder, webhookId: string, deliveryId: string): void;
}
