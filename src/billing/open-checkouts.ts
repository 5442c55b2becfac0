/**
 * Payments that a person was sent away to make, and of which nothing has been heard: they closed the browser, and the
 * webhook was lost or came while the appliance was down. The provider is asked what became of each, at the start and
 * every few minutes, one question at a time, until it is decided or too old to be.
 */
import type { DeskContext } from "../calls/desk-context.ts";
import { Deadlines } from "../calls/deadlines.ts";
import type { PaymentNews } from "./ports-payments.ts";

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
const QUESTION_DEADLINE_MS = 20_000;
/** A payment page lives for a day; after two nobody asks any more, and only a webhook could still decide. */
const HOPE_MS = 2 * 24 * 60 * MINUTE_MS;

export class OpenCheckouts {
  readonly #context: DeskContext;
  readonly #take: (news: PaymentNews) => void;
  readonly #deadlines: Deadlines;
  readonly #closing = new AbortController();
  #round: Promise<void> = Promise.resolve();

  constructor(context: DeskContext, take: (news: PaymentNews) => void) {
    this.#context = context;
    this.#take = take;
    this.#deadlines = new Deadlines(context.timers);
  }

  /** Asks now, and again some minutes after every round. */
  begin(): void {
    this.#round = this.#askAll().finally(() => this.#deadlines.after(EVERY_MS, () => this.begin()));
  }

  async close(): Promise<void> {
    this.#deadlines.end();
    this.#closing.abort(new Error("the appliance stops"));
    await this.#round;
  }

  async #askAll(): Promise<void> {
    const { store, clock } = this.#context;
    for (const { paymentId } of store.payments.openCheckouts(clock.wallMs() - HOPE_MS)) {
      await this.#ask(paymentId);
      if (this.#closing.signal.aborted) return;
    }
  }

  /** Never rejects: what could not be learnt now is asked in the next round. */
  async #ask(paymentId: string): Promise<void> {
    const { store, payments, log } = this.#context;
    const deadline = new AbortController();
    const cancel = this.#deadlines.after(QUESTION_DEADLINE_MS, () =>
      deadline.abort(new Error("the provider did not answer")),
    );
    try {
      // Others may have brought the news while this one waited for its turn.
      const payment = store.payments.read(paymentId);
      if (payment === null || payment.state === "succeeded" || payment.state === "declined") return;
      if (payment.providerRef === null) return;
      const signal = AbortSignal.any([this.#closing.signal, deadline.signal]);
      const news = await payments.look(paymentId, payment.providerRef, signal);
      if (news !== null && !this.#closing.signal.aborted) this.#take(news);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      log.warn({ payment_id: paymentId, err: error }, "the payment provider could not be asked");
    } finally {
      cancel();
    }
  }
}
