import type { Payments } from "../billing/ports-payments.ts";
import { housePayments } from "./house.ts";
import { stripePayments } from "./stripe.ts";

/** The configuration's `billing`, as far as payments need it. */
export type Billing =
  | { readonly provider: "house"; readonly passphrase: string | null }
  | {
      readonly provider: "stripe";
      readonly secret_key: string | null;
      readonly webhook_secret: string | null;
      readonly base_url: string | null;
    };

/** Rejects with one sentence when what the provider needs is not configured. */
export async function openPayments(billing: Billing): Promise<Payments> {
  if (billing.provider === "house") return housePayments({ approved: billing.passphrase !== null });
  const { secret_key: secretKey, webhook_secret: webhookSecret, base_url: baseUrl } = billing;
  if (secretKey === null || webhookSecret === null) {
    throw new Error("billing.provider is stripe, but billing.secret_key and billing.webhook_secret are not both set.");
  }
  return stripePayments({ secretKey, webhookSecret, baseUrl });
}
