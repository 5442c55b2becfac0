/**
 * Stripe through its official library. Money moves in two ways: a person pays in Checkout, which saves the card, and
 * auto-reload charges the saved card. In both the desk's payment id is the idempotency key and travels in the payment
 * intent's metadata, so that a payment can be found again whatever became of the answer.
 *
 * Stripe forgets idempotency keys after a day and repeats stored answers of 500 until then; therefore a second try
 * first looks for what the earlier one has left, and asks again only when there is nothing.
 */
import type Stripe from "stripe";
import type {
  ChargeOrder,
  ChargeReply,
  CollectOrder,
  CollectReply,
  PaymentNews,
  Payments,
} from "../billing/ports-payments.ts";
import { orAborted } from "../lib/abort.ts";
import { newsOfIntent, newsOfSession, readEvent } from "./stripe-news.ts";

export type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where the API is reached; null: at Stripe. */
  readonly baseUrl: string | null;
};

const REQUEST_TIMEOUT_MS = 20_000;
const WEBHOOK_TOLERANCE_S = 300;
/** Enough intents of one customer to find one of the last hours among. */
const LOOK_BACK = 100;

/** Loads the library; called only when Stripe is configured. */
export async function stripePayments(settings: StripeSettings): Promise<Payments> {
  const { default: Client } = await import("stripe");
  const stripe = new Client(settings.secretKey, {
    maxNetworkRetries: 0,
    timeout: REQUEST_TIMEOUT_MS,
    telemetry: false,
    ...addressOf(settings.baseUrl),
  });
  const isDeclined = (error: unknown): boolean => error instanceof Client.errors.StripeCardError;

  return {
    provider: "stripe",
    // The library knows no signals: the wait ends with the signal, the request with its own time-out.
    collect: (order, signal) => orAborted(collect(stripe, order), signal),
    charge: (order, signal) =>
      orAborted(charge(stripe, order), signal).catch((error: unknown): ChargeReply => {
        if (!isDeclined(error)) return { kind: "unknown", message: messageOf(error) };
        return { kind: "news", news: { kind: "declined", paymentId: order.paymentId, message: messageOf(error) } };
      }),
    look: (paymentId, ref, signal) => orAborted(look(stripe, paymentId, ref), signal),
    readWebhook(rawBody, signature) {
      if (signature === null) return "bad_signature";
      try {
        const payload = Buffer.from(rawBody);
        return readEvent(
          stripe.webhooks.constructEvent(payload, signature, settings.webhookSecret, WEBHOOK_TOLERANCE_S),
        );
      } catch {
        return "bad_signature";
      }
    },
  };
}

function addressOf(baseUrl: string | null): { host?: string; port?: string; protocol?: "http" | "https" } {
  if (baseUrl === null) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  const secure = protocol === "https:";
  return { host: hostname, port: port === "" ? (secure ? "443" : "80") : port, protocol: secure ? "https" : "http" };
}

async function collect(stripe: Stripe, order: CollectOrder): Promise<CollectReply> {
  const metadata = { payment_id: order.paymentId, account_id: order.accountId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: "payment",
      customer_creation: "always",
      client_reference_id: order.paymentId,
      metadata,
      payment_intent_data: { setup_future_usage: "off_session", metadata: { ...metadata, origin: "checkout" } },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "usd", unit_amount: order.amountCents, product_data: { name: order.description } },
        },
      ],
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
    },
    { idempotencyKey: order.paymentId },
  );
  if (session.url === null) throw new Error("Stripe gave no address for the payment page");
  return { kind: "redirect", url: session.url, providerRef: session.id };
}

async function charge(stripe: Stripe, order: ChargeOrder): Promise<ChargeReply> {
  const earlier = order.first ? null : await findIntent(stripe, order);
  const intent = earlier ?? (await createIntent(stripe, order));
  const news = newsOfIntent(intent);
  return news === null ? { kind: "unknown", message: `the payment is ${intent.status}` } : { kind: "news", news };
}

function createIntent(stripe: Stripe, order: ChargeOrder): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    {
      amount: order.amountCents,
      currency: "usd",
      customer: order.card.customer,
      payment_method: order.card.method,
      off_session: true,
      confirm: true,
      description: "Auto-reload of an Outdial account",
      metadata: { payment_id: order.paymentId, account_id: order.accountId, origin: "reload" },
    },
    { idempotencyKey: order.paymentId },
  );
}

async function findIntent(stripe: Stripe, order: ChargeOrder): Promise<Stripe.PaymentIntent | null> {
  const { data } = await stripe.paymentIntents.list({ customer: order.card.customer, limit: LOOK_BACK });
  return data.find(({ metadata }) => metadata["payment_id"] === order.paymentId) ?? null;
}

async function look(stripe: Stripe, paymentId: string, sessionId: string): Promise<PaymentNews | null> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
  return newsOfSession(session, paymentId);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
