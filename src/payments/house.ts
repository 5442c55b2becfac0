/**
 * The appliance's own credit: nothing leaves the machine, every payment succeeds at once. Who may confirm one is the
 * page's business (contract section 8).
 */
import type { Payments, PaymentNews } from "../calls/ports-payments.ts";

const HOUSE_CARD = { customer: "house", method: "house" } as const;

export function housePayments(): Payments {
  const paid = (paymentId: string): PaymentNews => ({
    kind: "paid",
    paymentId,
    providerRef: `house_${paymentId}`,
    card: HOUSE_CARD,
  });
  return {
    provider: "house",
    collect: async ({ paymentId }) => ({ kind: "news", news: paid(paymentId) }),
    charge: async ({ paymentId }) => ({ kind: "news", news: paid(paymentId) }),
    // Nobody is ever sent away to pay, so there is nothing to ask about.
    look: async () => null,
    readWebhook: () => "bad_signature",
  };
}
