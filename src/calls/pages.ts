/** What the pages for people do: confirm a set-up, let somebody into an account, keys, topping up. */
import { newId } from "../lib/ids.ts";
import { accountRecord, isSuspended, readAccount, switchAutoReload } from "./accounts.ts";
import type { Floor } from "./floor.ts";
import type { MoneyIn } from "./money-in.ts";
import { PAGE_PATHS, type ConfirmReply, type PageOperations, type SetupView } from "./operations-pages.ts";
import type { SetupRow } from "./ports-setups.ts";
import type { PaymentRow } from "./ports-store.ts";
import { INITIAL_TOP_UP_CENTS, PRICES } from "./pricing.ts";
import { Refusal } from "./refusal.ts";
import { SETUP_LIFE_MS } from "./setup-claim.ts";

const SESSION_LIFE_MS = 12 * 60 * 60 * 1000;
const LINK_LIFE_MS = SETUP_LIFE_MS;
const LEDGER_ROWS = 50;

export function pageOperations(floor: Floor, money: MoneyIn): PageOperations {
  const { store, settings, payments, clock, log } = floor;

  const liveSetup = (token: string): SetupRow | null => {
    const setup = store.setups.byToken(token);
    const expired = setup !== null && setup.state !== "used" && setup.expiresAtMs <= clock.wallMs();
    return expired ? null : setup;
  };

  const viewOf = (setup: SetupRow): SetupView => ({
    kind: setup.kind,
    state: setup.state,
    brief: setup.brief,
    prices: PRICES,
    amountCents: INITIAL_TOP_UP_CENTS,
    provider: payments.provider,
    trunkMissing: !settings.trunkConfigured && setup.brief.phone !== settings.demo.phone,
    expiresAtMs: setup.expiresAtMs,
  });

  const claimLink = (setup: SetupRow | null): string | null => {
    if (setup === null || setup.accountId === null) return null;
    const { accountId, setupId } = setup;
    return store.atomically(() => {
      if (!store.setups.claimLink(setupId)) return null;
      const link = store.sessions.issue("link", accountId, clock.wallMs() + LINK_LIFE_MS);
      return settings.baseUrl() + PAGE_PATHS.enter(link);
    });
  };

  /** Lets the person pay; repeating it with the same row is harmless. */
  const collect = async (
    payment: PaymentRow,
    what: string,
    path: string,
    signal: AbortSignal,
  ): Promise<ConfirmReply> => {
    const { paymentId, accountId, amountCents } = payment;
    const returnUrl = settings.baseUrl() + path;
    try {
      const reply = await payments.collect({ paymentId, accountId, amountCents, description: what, returnUrl }, signal);
      if (reply.kind === "redirect") {
        store.atomically(() => {
          if (store.payments.read(paymentId)?.state === "succeeded") return;
          store.payments.noteRef(paymentId, reply.providerRef);
          const setup = payment.setupId === null ? null : store.setups.byId(payment.setupId);
          if (setup?.state === "open") store.setups.markPaying(setup.setupId);
        });
        return { kind: "redirect", url: reply.url };
      }
      money.take(reply.news);
      if (reply.news.kind === "paid") return { kind: "confirmed", accountUrl: null };
      return { kind: "failed", message: "The payment was declined. Nothing was paid; try again or use another card." };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      log.warn({ payment_id: paymentId, err: error }, "the payment provider could not be reached");
      return {
        kind: "failed",
        message: "The payment provider cannot be reached just now. Nothing was paid; try again.",
      };
    }
  };

  const topUp = async (
    accountId: string,
    attempt: string,
    path: string,
    signal: AbortSignal,
  ): Promise<ConfirmReply> => {
    if (!/^[0-9A-Za-z_-]{8,64}$/.test(attempt)) {
      throw new Refusal("invalid_field", "Reload the page and send its form again.", { param: "attempt" });
    }
    const paymentId = `pay_${accountId}_${attempt}`;
    const payment = store.atomically(() => {
      const createdAtMs = clock.wallMs();
      const amountCents = INITIAL_TOP_UP_CENTS;
      store.payments.create({ paymentId, accountId, kind: "top_up", setupId: null, amountCents, createdAtMs });
      return store.payments.read(paymentId);
    });
    if (payment === null) throw new Error("a payment vanished");
    if (payment.state === "succeeded") return { kind: "confirmed", accountUrl: null };
    return collect(payment, "Top-up of an Outdial account", path, signal);
  };

  const setupPayment = (setup: SetupRow): PaymentRow =>
    store.atomically(() => {
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

  const sessionFor = (accountId: string): { session: string; expiresAtMs: number } => {
    const expiresAtMs = clock.wallMs() + SESSION_LIFE_MS;
    store.sessions.prune(clock.wallMs());
    return { session: store.sessions.issue("session", accountId, expiresAtMs), expiresAtMs };
  };

  return {
    readSetup(token) {
      const setup = liveSetup(token);
      return setup === null ? null : viewOf(setup);
    },

    async confirmSetup(token, signal) {
      const setup = liveSetup(token);
      if (setup === null) throw new Refusal("not_found", "This link is unknown or has expired. Ask for a new one.");
      if (setup.state === "completed" || setup.state === "used") return { kind: "confirmed", accountUrl: null };
      const reply = await collect(setupPayment(setup), "A call by Outdial", PAGE_PATHS.setupReturn(token), signal);
      if (reply.kind !== "confirmed") return reply;
      return { kind: "confirmed", accountUrl: claimLink(store.setups.byId(setup.setupId)) };
    },

    async settleSetup(token, signal) {
      const setup = liveSetup(token);
      const payment = setup === null ? null : store.payments.ofSetup(setup.setupId);
      if (setup?.state === "paying" && payment?.providerRef != null) {
        const news = await payments.look(payment.paymentId, payment.providerRef, signal).catch((error: unknown) => {
          log.warn({ payment_id: payment.paymentId, err: error }, "the payment provider could not be asked");
          return null;
        });
        if (news !== null) money.take(news);
      }
      const now = liveSetup(token);
      return now === null ? null : viewOf(now);
    },

    claimAccountLink: (token) => claimLink(liveSetup(token)),

    signIn(credential) {
      return store.atomically(() => {
        if ("link" in credential) {
          const accountId = store.sessions.consume("link", credential.link, clock.wallMs());
          return accountId === null ? null : sessionFor(accountId);
        }
        const holder = store.keys.find(credential.key, clock.wallMs());
        return holder?.kind === "account" ? sessionFor(holder.accountId) : null;
      });
    },
    readSession: (session) => store.sessions.find("session", session, clock.wallMs()),
    signOut: (session) => void store.atomically(() => store.sessions.consume("session", session, clock.wallMs())),

    readAccountPage(accountId, ledgerBefore) {
      const account = readAccount(floor, accountId);
      const rows = store.ledger.rows(accountId, ledgerBefore, LEDGER_ROWS + 1);
      const ledger = rows.slice(0, LEDGER_ROWS);
      return {
        account: accountRecord(floor, accountId),
        provider: payments.provider,
        cardSaved: account.card !== null,
        autoReloadSuspended: isSuspended(account)
          ? "Auto-reload is suspended, because the card was declined three times. Top up to save another card, or switch it on again."
          : null,
        frozen: account.frozen,
        ledger,
        ledgerBefore: rows.length > LEDGER_ROWS ? (ledger.at(-1)?.seq ?? null) : null,
        keys: store.keys.list(accountId),
      };
    },
    switchAutoReload: (accountId, on) => switchAutoReload(floor, accountId, on),

    createKey(accountId, name) {
      return store.atomically(() => {
        readAccount(floor, accountId);
        const keyId = newId("key");
        const createdAtMs = clock.wallMs();
        const key = store.keys.issue({ keyId, holder: { accountId }, name, createdAtMs, expiresAtMs: null });
        return { key, keyId };
      });
    },
    renameKey: (accountId, keyId, name) => store.atomically(() => store.keys.rename(accountId, keyId, name)),
    revokeKey: (accountId, keyId) => store.atomically(() => store.keys.revoke(accountId, keyId, clock.wallMs())),

    topUp: (accountId, attempt, signal) => topUp(accountId, attempt, PAGE_PATHS.account, signal),
    readTopUpLink: (token) =>
      store.accounts.byTopUpToken(token) === null
        ? null
        : { amountCents: INITIAL_TOP_UP_CENTS, provider: payments.provider },
    async confirmTopUpLink(token, attempt, signal) {
      const account = store.accounts.byTopUpToken(token);
      if (account === null) throw new Refusal("not_found", "This link is unknown. Ask for a new one.");
      return topUp(account.accountId, attempt, PAGE_PATHS.topUp(token), signal);
    },

    takeWebhook(rawBody, signature) {
      const news = payments.readWebhook(rawBody, signature);
      if (news === "bad_signature") return false;
      for (const one of news) money.take(one);
      return true;
    },
  };
}
