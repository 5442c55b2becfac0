/** Topping up: from the account page, and through the account's public link, which opens nothing else. */
import type { DeskContext } from "../calls/desk-context.ts";
import { Refusal } from "../calls/refusal.ts";
import { collect } from "./collect.ts";
import type { MoneyIn } from "./money-in.ts";
import type { ConfirmReply, PageOperations } from "./operations.ts";
import { INITIAL_TOP_UP_CENTS } from "./pricing.ts";

export function topUps(
  context: DeskContext,
  money: MoneyIn,
): Pick<PageOperations, "topUp" | "readTopUpLink" | "confirmTopUpLink"> {
  const { store, payments, links } = context;

  async function pay(
    accountId: string,
    attempt: string,
    returnUrl: string,
    signal: AbortSignal,
  ): Promise<ConfirmReply> {
    if (!/^[0-9A-Za-z_-]{8,64}$/.test(attempt)) {
      throw new Refusal("invalid_field", "Reload the page and send its form again.", { param: "attempt" });
    }
    const paymentId = `pay_${accountId}_${attempt}`;
    const payment = store.atomically(() => {
      const createdAtMs = context.clock.wallMs();
      const amountCents = INITIAL_TOP_UP_CENTS;
      store.payments.create({ paymentId, accountId, kind: "top_up", setupId: null, amountCents, createdAtMs });
      return store.payments.read(paymentId);
    });
    if (payment === null) throw new Error("a payment vanished");
    if (payment.state === "succeeded") return { kind: "confirmed", accountUrl: null };
    return collect(context, money, { payment, description: "Top-up of an Outdial account", returnUrl }, signal);
  }

  return {
    topUp: (accountId, attempt, signal) => pay(accountId, attempt, links.account(), signal),
    readTopUpLink: (token) =>
      store.accounts.byTopUpToken(token) === null
        ? null
        : { amountCents: INITIAL_TOP_UP_CENTS, provider: payments.provider },
    async confirmTopUpLink(token, attempt, signal) {
      const account = store.accounts.byTopUpToken(token);
      if (account === null) throw new Refusal("not_found", "This link is unknown. Ask for a new one.");
      return pay(account.accountId, attempt, links.topUp(token), signal);
    },
  };
}
