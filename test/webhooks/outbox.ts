/** An outbox on a desk's real database: receivers are what a test says, time is moved by hand. */
import { setImmediate } from "node:timers/promises";
import type { KeyHolder } from "../../src/calls/operations.ts";
import type { WebhookEvent, WebhookOperations } from "../../src/calls/ports-webhooks.ts";
import { WEBHOOK_EVENTS } from "../../src/calls/ports-webhooks.ts";
import { openWebhooks } from "../../src/app/webhooks.ts";
import { webhookPayloadText } from "../../src/http/api/webhook-news.ts";
import type { Deliveries } from "../../src/webhooks/deliveries.ts";
import { startDeliveries } from "../../src/webhooks/deliveries.ts";
import { allowedBy } from "../../src/webhooks/destination.ts";
import { webhookOperations } from "../../src/webhooks/operations.ts";
import type { Answer, Post } from "../../src/webhooks/send.ts";
import { systemClock, systemTimers } from "../../src/lib/clock.ts";
import { DeskBench } from "../fakes/desk.ts";

export type Told = {
  readonly type: WebhookEvent;
  readonly timestamp: string;
  readonly data: { readonly call_id: string } & Readonly<Record<string, unknown>>;
};

export const TAKEN: Answer = { status: 204, error: null, retryAfterMs: null };
export const BROKEN: Answer = { status: 500, error: "it answered 500", retryAfterMs: null };
const LOCAL = ["127.0.0.1"];
export const quiet = { warn: () => undefined };

export class Outbox {
  readonly bench: DeskBench;
  operations: WebhookOperations;
  #deliveries: Deliveries | null = null;

  constructor(bench = new DeskBench()) {
    this.bench = bench;
    this.operations = this.#operations();
  }

  #operations(): WebhookOperations {
    const { store, clock } = this.bench;
    return webhookOperations({ store, clock, allowed: allowedBy(LOCAL), perAccount: 5 });
  }

  /** Delivers to a scripted receiver, on the clock of the bench. */
  start(post: (post: Post, signal: AbortSignal) => Promise<Answer>, concurrency = 8): void {
    const { store, desk, clock } = this.bench;
    this.#deliveries = startDeliveries({
      ...{ store, post, concurrency, clock, timers: clock, log: quiet },
      bodyOf: (delivery) => {
        const step = store.calls.step(delivery.callId, delivery.step);
        if (step === null) throw new Error("no such step");
        return webhookPayloadText(delivery, step, desk.readCallById(delivery.callId));
      },
      keepMs: 30 * 24 * 3_600_000,
      random: () => 0.5,
    });
  }

  /** Delivers over HTTP, by the machine's clock, as the appliance does. */
  startForReal(): void {
    const { store, desk } = this.bench;
    const settings = { allow: LOCAL, timeout_seconds: 5, concurrency: 8, per_account: 5, keep_days: 30 };
    const opened = openWebhooks({ store, desk, settings, clock: systemClock, timers: systemTimers, log: quiet });
    this.#deliveries = opened.deliveries;
  }

  get underWay(): number {
    return this.#deliveries?.underWay() ?? 0;
  }

  add(
    caller: KeyHolder,
    url = "http://127.0.0.1:9/hook",
    events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
  ): { readonly id: string; readonly secret: string } {
    const { webhook, secret } = this.operations.add(caller, { url, events });
    return { id: webhook.webhookId, secret };
  }

  log(caller: KeyHolder, id: string) {
    return this.operations.deliveries(caller, id, { limit: 100, cursor: null, state: null }).deliveries;
  }

  /** Whatever can be done without time passing is done. */
  async settle(): Promise<void> {
    for (let round = 0; round < 12; round += 1) await setImmediate();
  }

  async pass(ms: number): Promise<void> {
    this.bench.clock.advance(ms);
    await this.settle();
  }

  async stop(): Promise<void> {
    await this.#deliveries?.end();
    this.#deliveries = null;
  }

  /** The process dies: what was under way is not noted. */
  async restart(): Promise<void> {
    await this.stop();
    await this.bench.restart();
    this.operations = this.#operations();
  }

  async end(): Promise<void> {
    await this.stop();
    await this.bench.end();
  }
}

/** A whole call with a question and an answer. */
export async function wholeCall({ bench }: Outbox, caller: KeyHolder): Promise<string> {
  const callId = await bench.talk(caller);
  bench.conversations.tell(callId, "heard", { text: "Good evening.", atMs: 500 });
  bench.conversations.tell(callId, "asked", { questionId: `q_${callId}`, question: "Inside or outside?" });
  bench.desk.answerQuestion(caller, callId, "Outside.");
  bench.conversations.finish(callId, "completed");
  return callId;
}
