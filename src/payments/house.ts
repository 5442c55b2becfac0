/**
 * The appliance's own credit: nothing leaves the machine, every payment succeeds at once. Who may confirm one is the
 * page's business (contract section 8). Where that takes the operator's passphrase (`approved`), no card is saved:
 * one approval would otherwise be good for any number of reloads.
 */
import type { Payments, PaymentNews } from "../billing/ports-payments.ts";

const HOUSE_CARD = { customer: "house", method: "house" } as const;

export function housePayments({ approved = false }: { readonly approved?: boolean } = {}): Payments {
  const paid = (paymentId: string): PaymentNews => ({
    kind: "paid",
    paymentId,
    providerRef: `house_${paymentId}`,
    card: approved ? null : HOUSE_CARD,
  });
  const unapproved = (paymentId: string): PaymentNews => ({
    kind: "declined",
    paymentId,
    message: "The operator's passphrase is needed for more of the appliance's own credit.",
  });
  return {
    provider: "house",
    collect: async ({ paymentId }) => ({ kind: "news", news: paid(paymentId) }),
    // A card that was saved before there was a passphrase is worth nothing any more.
    charge: async ({ paymentId }) => ({ kind: "news", news: approved ? unapproved(paymentId) : paid(paymentId) }),
    // Nobody is ever sent away to pay, so there is nothing to ask about.
    look: async () => null,
    readWebhook: () => "bad_signature",
  };
}
