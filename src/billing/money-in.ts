/**
 * Money coming in: payments by people, auto-reload of the saved card, and news of either. A payment's row exists before
 * anything leaves the machine, its id is the provider's idempotency key, and it is credited once, by whichever of
 * answer, webhook and look-up comes first. What is not known is asked again with the same id, never with a new one.
 */
import { newId } from "../lib/ids.ts";
import type { DeskContext } from "../calls/desk-context.ts";
import { OpenCheckouts } from "./open-checkouts.ts";
import type { PaymentNews } from "./ports-payments.ts";
import type { PaymentRow } from "../calls/ports-store.ts";
import { AUTO_RELOAD_AMOUNT_CENTS, AUTO_RELOAD_THRESHOLD_CENTS } from "./pricing.ts";
import { Refusal } from "../calls/refusal.ts";
import { SETUP_LIFE_MS } from "./setup-claim.ts";
import { Deadlines } from "../calls/deadlines.ts";
import { failpoint } from "../lib/failpoint.ts";

const MINUTE_MS = 60_000;
/** After the first, second and every further attempt whose result is unknown. */
const RETRY_AFTER_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;
const ATTEMPT_DEADLINE_MS = 30_000;
/** A declined card is not tried again before this, and not at all after three times. */
const DECLINED_REST_MS = 24 * 60 * MINUTE_MS;
export const DECLINES_UNTIL_SUSPENDED = 3;

export class MoneyIn {
  readonly #context: DeskContext;
  readonly #deadlines: Deadlines;
  readonly #closing = new AbortController();
  readonly #attempts = new Set<Promise<void>>();
  readonly #checkouts: OpenCheckouts;

  constructor(context: DeskContext) {
    this.#context = context;
    this.#deadlines = new Deadlines(context.timers);
    this.#checkouts = new OpenCheckouts(context, (news) => this.take(news));
  }

  /**
   * A charge was posted in the transaction under way. Starts one reload when the balance is now strictly under the
   * threshold; its row is part of that transaction, the payment follows the commit.
   */
  afterCharge(accountId: string): void {
    const { store, clock } = this.#context;
    const account = store.accounts.read(accountId);
    if (account === null || !account.autoReload || account.card === null || account.frozen !== null) return;
    if (account.declines >= DECLINES_UNTIL_SUSPENDED) return;
    const nowMs = clock.wallMs();
    if (account.declinedAtMs !== null && nowMs - account.declinedAtMs < DECLINED_REST_MS) return;
    if (store.ledger.balance(accountId).balanceCents >= AUTO_RELOAD_THRESHOLD_CENTS) return;
    if (store.payments.openReload(accountId) !== null) return;
    const paymentId = newId("pay");
    const amountCents = AUTO_RELOAD_AMOUNT_CENTS;
    store.payments.create({ paymentId, accountId, kind: "reload", setupId: null, amountCents, createdAtMs: nowMs });
    failpoint("reload.created");
    store.afterCommit(() => this.#attempt(paymentId));
  }

  /** At the start: takes up what a stop has left open, with the ids it has. */
  resume(): void {
    for (const { paymentId } of this.#context.store.payments.openReloads()) this.#attempt(paymentId);
    this.#checkouts.begin();
  }

  /** Takes in one piece of news, however often it comes and from wherever. */
  take(news: PaymentNews): void {
    const { store } = this.#context;
    store.atomically(() => {
      if (news.kind === "disputed") return this.#disputed(news.providerRef);
      const payment = store.payments.read(news.paymentId);
      if (payment === null) return;
      if (payment.state === "succeeded") return this.#lateCard(payment, news);
      if (news.kind === "paid") this.#paid(payment, news);
      else if (payment.state !== "declined") this.#declined(payment);
    });
  }

  async close(): Promise<void> {
    this.#deadlines.end();
    this.#closing.abort(new Error("the appliance stops"));
    await Promise.all([...this.#attempts, this.#checkouts.close()]);
  }

  #paid(payment: PaymentRow, news: Extract<PaymentNews, { kind: "paid" }>): void {
    const { store, clock, log } = this.#context;
    const { paymentId, accountId, kind, setupId, amountCents } = payment;
    const nowMs = clock.wallMs();
    if (store.accounts.read(accountId) === null) store.accounts.open(accountId, nowMs);
    store.payments.settle(paymentId, "succeeded");
    store.payments.noteRef(paymentId, news.providerRef);
    store.ledger.credit(accountId, paymentId, kind === "reload" ? "reload" : "topup", amountCents, nowMs);
    store.accounts.clearDeclines(accountId);
    if (news.card !== null) store.accounts.saveCard(accountId, news.card);
    const setup = setupId === null ? null : store.setups.byId(setupId);
    if (setup !== null && (setup.state === "open" || setup.state === "paying")) {
      store.setups.complete(setup.setupId, accountId, nowMs + SETUP_LIFE_MS);
    }
    failpoint("reload.credited");
    log.info({ payment_id: paymentId, kind, amount_cents: amountCents }, "payment credited");
  }

  /** The news that had no card in it came first. */
  #lateCard(payment: PaymentRow, news: PaymentNews): void {
    if (news.kind !== "paid" || news.card === null) return;
    const { accounts } = this.#context.store;
    if (accounts.read(payment.accountId)?.card === null) accounts.saveCard(payment.accountId, news.card);
  }

  #declined(payment: PaymentRow): void {
    const { store, clock, log } = this.#context;
    store.payments.settle(payment.paymentId, "declined");
    if (payment.kind === "reload") store.accounts.noteDecline(payment.accountId, clock.wallMs());
    if (payment.setupId !== null && store.setups.byId(payment.setupId)?.state === "paying") {
      store.setups.markOpen(payment.setupId);
    }
    log.warn({ payment_id: payment.paymentId, kind: payment.kind }, "payment declined");
  }

  #disputed(providerRef: string): void {
    const { store, log } = this.#context;
    const payment = store.payments.byProviderRef(providerRef);
    if (payment === null) return;
    store.accounts.freeze(payment.accountId, "A payment of this account has been disputed with the bank.");
    log.warn({ payment_id: payment.paymentId }, "payment disputed, account frozen");
  }

  /** One try at an open reload. Its promise is kept until it has ended. */
  #attempt(paymentId: string): void {
    if (this.#closing.signal.aborted) return;
    const attempt = this.#charge(paymentId)
      .catch((error: unknown) => {
        const level = error instanceof Refusal ? "warn" : "error";
        this.#context.log[level]({ payment_id: paymentId, err: error }, "a reload could not be recorded, trying again");
        this.#deadlines.after(RETRY_AFTER_MS[0], () => this.#attempt(paymentId));
      })
      .finally(() => this.#attempts.delete(attempt));
    this.#attempts.add(attempt);
  }

  async #charge(paymentId: string): Promise<void> {
    const { store, payments, log } = this.#context;
    const payment = store.payments.read(paymentId);
    if (payment === null || payment.state === "succeeded" || payment.state === "declined") return;
    const card = store.accounts.read(payment.accountId)?.card ?? null;
    if (card === null) throw new Error("a reload needs a saved card");
    store.atomically(() => store.payments.noteAttempt(paymentId));
    failpoint("reload.sent");
    const { accountId, amountCents } = payment;
    const deadline = new AbortController();
    const cancel = this.#deadlines.after(ATTEMPT_DEADLINE_MS, () =>
      deadline.abort(new Error("the provider did not answer")),
    );
    const signal = AbortSignal.any([this.#closing.signal, deadline.signal]);
    const first = payment.attempts === 0;
    const reply = await payments.charge({ paymentId, accountId, amountCents, card, first }, signal);
    cancel();
    failpoint("reload.paid");
    if (this.#closing.signal.aborted) return;
    if (reply.kind === "news") return this.take(reply.news);
    log.warn({ payment_id: paymentId, attempt: payment.attempts + 1 }, "the result of a reload is unknown");
    store.atomically(() => store.payments.noteUnknown(paymentId));
    const waitMs = RETRY_AFTER_MS[Math.min(payment.attempts, RETRY_AFTER_MS.length - 1)] ?? RETRY_AFTER_MS[2];
    this.#deadlines.after(waitMs, () => this.#attempt(paymentId));
  }
}
