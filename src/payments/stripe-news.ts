/** What Stripe's objects and events mean to the desk. Pure; what is of no interest is null or nothing. */
import type Stripe from "stripe";
import type { PaymentNews, SavedCard } from "../billing/ports-payments.ts";

/** Null while undecided. An intent that would need the person again is a decline: nobody is there. */
export function newsOfIntent(intent: Stripe.PaymentIntent): PaymentNews | null {
  const paymentId = intent.metadata["payment_id"];
  if (paymentId === undefined) return null;
  switch (intent.status) {
    case "succeeded":
      return { kind: "paid", paymentId, providerRef: intent.id, card: cardOf(intent) };
    case "canceled":
      return { kind: "declined", paymentId, message: "The payment was canceled." };
    case "requires_payment_method":
    case "requires_action":
    case "requires_confirmation":
    case "requires_capture":
      // In Checkout the person may still try another card.
      if (intent.metadata["origin"] !== "reload") return null;
      return { kind: "declined", paymentId, message: intent.last_payment_error?.message ?? "The card was declined." };
    case "processing":
      return null;
    default:
      // A status that this library version does not know.
      return null;
  }
}

/** `session` with its payment intent expanded. */
export function newsOfSession(session: Stripe.Checkout.Session, paymentId: string): PaymentNews | null {
  if (session.status === "expired") return { kind: "declined", paymentId, message: "The payment page has expired." };
  const intent = session.payment_intent;
  if (session.payment_status !== "paid" || intent === null || typeof intent === "string") return null;
  return { kind: "paid", paymentId, providerRef: intent.id, card: cardOf(intent) };
}

export function readEvent(event: Stripe.Event): readonly PaymentNews[] {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled": {
      const news = newsOfIntent(event.data.object);
      return news === null ? [] : [news];
    }
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded": {
      // The card comes with `payment_intent.succeeded`, before or after this.
      const { client_reference_id: paymentId, payment_intent: intent, payment_status: status } = event.data.object;
      if (status !== "paid" || paymentId === null || intent === null) return [];
      return [{ kind: "paid", paymentId, providerRef: idOf(intent), card: null }];
    }
    case "checkout.session.expired": {
      const paymentId = event.data.object.client_reference_id;
      return paymentId === null ? [] : [{ kind: "declined", paymentId, message: "The payment page has expired." }];
    }
    case "charge.dispute.created": {
      const intent = event.data.object.payment_intent;
      return intent === null ? [] : [{ kind: "disputed", providerRef: idOf(intent) }];
    }
    default:
      return [];
  }
}

/** Only a card that was saved for later, by a person who was told so. */
function cardOf(intent: Stripe.PaymentIntent): SavedCard | null {
  if (intent.setup_future_usage !== "off_session" || intent.customer === null || intent.payment_method === null)
    return null;
  return { customer: idOf(intent.customer), method: idOf(intent.payment_method) };
}

function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
