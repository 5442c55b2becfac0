/**
 * How money comes in, in the desk's words. `payments/` stands behind it: the appliance's own credit (`house`) or a
 * card through Stripe. A payment's id is made by the desk before anything leaves the machine and is the provider's
 * idempotency key, so that asking twice never pays twice.
 */
import type { Cents } from "./pricing.ts";

/** A saved way to pay, as the provider names it. Kept by the store, meaningless to the desk. */
export type SavedCard = { readonly customer: string; readonly method: string };

export type CollectOrder = {
  readonly paymentId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  /** What the person sees that they pay for. */
  readonly description: string;
  /** Where the person's browser goes afterwards, paid or not. */
  readonly returnUrl: string;
};

export type ChargeOrder = {
  readonly paymentId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  readonly card: SavedCard;
  /** False when an earlier try has been made whose result is not known: look for it before asking again. */
  readonly first: boolean;
};

/** What is known of a payment. The same news may come several times, from several sides, in any order. */
export type PaymentNews =
  | {
      readonly kind: "paid";
      readonly paymentId: string;
      readonly providerRef: string;
      /** The card to charge later, when the person has just saved one. */
      readonly card: SavedCard | null;
    }
  | { readonly kind: "declined"; readonly paymentId: string; readonly message: string }
  /** The money has been taken back by the bank: the account is frozen until the operator has looked. */
  | { readonly kind: "disputed"; readonly providerRef: string };

export type CollectReply =
  /** Paid already; nothing for the person to do. */
  | { readonly kind: "news"; readonly news: PaymentNews }
  /** The person has to pay there; news arrives by webhook or by asking with `look`. */
  | { readonly kind: "redirect"; readonly url: string; readonly providerRef: string };

export type ChargeReply =
  | { readonly kind: "news"; readonly news: PaymentNews }
  /** It may have happened or not (time-out, 5xx): ask again later with the same payment id. */
  | { readonly kind: "unknown"; readonly message: string };

export interface Payments {
  readonly provider: "house" | "stripe";
  /** Lets a person pay and save a card. Rejects when the provider cannot be reached; may be repeated. */
  collect(order: CollectOrder, signal: AbortSignal): Promise<CollectReply>;
  /** Charges the saved card without a person. Never rejects: what is not known is `unknown`. */
  charge(order: ChargeOrder, signal: AbortSignal): Promise<ChargeReply>;
  /** Asks the provider what became of a payment that a person was sent away to make; null while undecided. */
  look(paymentId: string, providerRef: string, signal: AbortSignal): Promise<PaymentNews | null>;
  /** News in a webhook delivery; `bad_signature` when it is not the provider's; empty when it is of no interest. */
  readWebhook(rawBody: Uint8Array, signature: string | null): readonly PaymentNews[] | "bad_signature";
}
