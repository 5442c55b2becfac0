/** The set-up page: what the link shows, the person's confirmation, and the one-time link into their account. */
import { newId } from "../lib/ids.ts";
import type { DeskContext } from "../calls/desk-context.ts";
import type { PaymentRow } from "../calls/ports-store.ts";
import { Refusal } from "../calls/refusal.ts";
import { collect } from "./collect.ts";
import type { MoneyIn } from "./money-in.ts";
import type { PageOperations, SetupView } from "./operations.ts";
import type { SetupRow } from "./ports-setups.ts";
import { INITIAL_TOP_UP_CENTS, PRICES } from "./pricing.ts";
import { SETUP_LIFE_MS } from "./setup-claim.ts";

const LINK_LIFE_MS = SETUP_LIFE_MS;

export function setupPage(
  context: DeskContext,
  money: MoneyIn,
): Pick<PageOperations, "readSetup" | "confirmSetup" | "settleSetup" | "claimAccountLink"> {
  const { store } = context;
  const readSetup = (token: string): SetupView | null => {
    const setup = liveSetup(context, token);
    return setup === null ? null : viewOf(context, setup);
  };
  return {
    readSetup,

    async confirmSetup(token, signal) {
      const setup = liveSetup(context, token);
      if (setup === null) throw new Refusal("not_found", "This link is unknown or has expired. Ask for a new one.");
      if (setup.state === "completed" || setup.state === "used") return { kind: "confirmed", accountUrl: null };
      const payment = setupPayment(context, setup);
      const returnUrl = context.links.setupReturn(token);
      const reply = await collect(context, money, { payment, description: "A call by Outdial", returnUrl }, signal);
      if (reply.kind !== "confirmed") return reply;
      return { kind: "confirmed", accountUrl: claimLink(context, store.setups.byId(setup.setupId)) };
    },

    async settleSetup(token, signal) {
      const setup = liveSetup(context, token);
      if (setup?.state === "paying") await lookAfterPayment(context, money, setup, signal);
      return readSetup(token);
    },

    claimAccountLink: (token) => claimLink(context, liveSetup(context, token)),
  };
}

function liveSetup({ store, clock }: DeskContext, token: string): SetupRow | null {
  const setup = store.setups.byToken(token);
  const expired = setup !== null && setup.state !== "used" && setup.expiresAtMs <= clock.wallMs();
  return expired ? null : setup;
}

function viewOf({ payments, settings }: DeskContext, setup: SetupRow): SetupView {
  return {
    kind: setup.kind,
    state: setup.state,
    brief: setup.brief,
    prices: PRICES,
    amountCents: INITIAL_TOP_UP_CENTS,
    provider: payments.provider,
    trunkMissing: !settings.trunkConfigured && setup.brief.phone !== settings.demo.phone,
    expiresAtMs: setup.expiresAtMs,
  };
}

function claimLink({ store, clock, links }: DeskContext, setup: SetupRow | null): string | null {
  if (setup === null || setup.accountId === null) return null;
  const { accountId, setupId } = setup;
  return store.atomically(() => {
    if (!store.setups.claimLink(setupId)) return null;
    const link = store.sessions.issue("link", { accountId, keyId: null }, clock.wallMs() + LINK_LIFE_MS);
    return links.enter(link);
  });
}

/** The payment that is open for this set-up, or a new one; a declined one is not taken up again. */
function setupPayment({ store, clock }: DeskContext, setup: SetupRow): PaymentRow {
  return store.atomically(() => {
    const present = store.payments.ofSetup(setup.setupId);
    if (present !== null && present.state !== "declined") return present;
    const paymentId = newId("pay");
    store.payments.create({
      paymentId,
      accountId: present?.accountId ?? setup.accountId ?? newId("acct"),
      kind: "setup",
      setupId: setup.setupId,
      amountCents: INITIAL_TOP_UP_CENTS,
      createdAtMs: clock.wallMs(),
    });
    const created = store.payments.read(paymentId);
    if (created === null) throw new Error("a payment vanished");
    return created;
  });
}

async function lookAfterPayment(
  { store, payments, log }: DeskContext,
  money: MoneyIn,
  setup: SetupRow,
  signal: AbortSignal,
): Promise<void> {
  const payment = store.payments.ofSetup(setup.setupId);
  if (payment === null || payment.providerRef === null) return;
  const news = await payments.look(payment.paymentId, payment.providerRef, signal).catch((error: unknown) => {
    log.warn({ payment_id: payment.paymentId, err: error }, "the payment provider could not be asked");
    return null;
  });
  if (news !== null) money.take(news);
}
