/**
 * Stripe as seen over HTTP, as far as we use it: Checkout sessions and payment intents, form-encoded requests,
 * idempotency keys that replay the stored answer (500s too), signed webhooks. What goes wrong is scripted per request.
 */
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `lost`: done, but the answer never comes. `refused`: not done, 503. `broken`: done, and yet answered with 500.
 * `hung`: neither done nor answered.
 */
export type Fault = "lost" | "refused" | "broken" | "hung";

type Json = { [key: string]: unknown };
type Answer = { readonly status: number; readonly body: Json };

export const WEBHOOK_SECRET = "whsec_of_the_test";

export class StripeServer {
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));
  readonly #answers = new Map<string, Answer>();
  readonly intents = new Map<string, Json>();
  readonly sessions = new Map<string, Json>();
  /** Method, path and idempotency key of every request. */
  readonly requests: { readonly method: string; readonly path: string; readonly key: string | null }[] = [];
  /** For the next POSTs, in order. */
  faults: Fault[] = [];
  declines = false;
  /** So many of the next questions about a payment page are never answered. */
  silentLooks = 0;
  /** What an accepted charge is left in. */
  chargeStatus = "succeeded";
  #count = 0;

  /** Answers its base URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** All that has really been paid, in cents. */
  get paidCents(): number {
    return [...this.intents.values()]
      .filter(({ status }) => status === "succeeded")
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  }

  /** The person pays in Checkout, with a card that is saved. */
  payInCheckout(sessionId: string): Json {
    const session = this.sessions.get(sessionId);
    if (session === undefined) throw new Error(`no session ${sessionId}`);
    const intent = this.#intent(
      { ...(session["intent_metadata"] as Json) },
      Number(session["amount_total"]),
      "succeeded",
    );
    intent["setup_future_usage"] = "off_session";
    intent["customer"] = "cus_new";
    intent["payment_method"] = "pm_new";
    Object.assign(session, { status: "complete", payment_status: "paid", payment_intent: intent });
    return intent;
  }

  /** A delivery as Stripe signs it. */
  delivery(type: string, object: Json, atS = Math.floor(Date.now() / 1000)): { body: Uint8Array; signature: string } {
    const body = JSON.stringify({ id: `evt_${(this.#count += 1)}`, object: "event", type, data: { object } });
    const mac = createHmac("sha256", WEBHOOK_SECRET).update(`${atS}.${body}`).digest("hex");
    return { body: Buffer.from(body), signature: `t=${atS},v1=${mac}` };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://localhost");
    const header = request.headers["idempotency-key"];
    const key = typeof header === "string" ? header : null;
    this.requests.push({ method: request.method ?? "", path: url.pathname, key });
    const fault = request.method === "POST" ? this.faults.shift() : undefined;
    if (fault === "hung") return;
    if (request.method === "GET" && url.pathname.startsWith("/v1/checkout/") && this.silentLooks > 0) {
      this.silentLooks -= 1;
      return;
    }
    if (fault === "refused")
      return send(response, { status: 503, body: { error: { type: "api_error", message: "busy" } } });
    const done = this.#once(key, () =>
      this.#handle(request.method ?? "", url, new URLSearchParams(Buffer.concat(chunks).toString())),
    );
    if (fault === "lost") return;
    if (fault === "broken") {
      const answer = { status: 500, body: { error: { type: "api_error", message: "broken" } } };
      if (key !== null) this.#answers.set(key, answer);
      return send(response, answer);
    }
    send(response, done);
  }

  #once(key: string | null, run: () => Answer): Answer {
    const stored = key === null ? undefined : this.#answers.get(key);
    const answer = stored ?? run();
    if (key !== null) this.#answers.set(key, answer);
    return answer;
  }

  #handle(method: string, url: URL, form: URLSearchParams): Answer {
    if (method === "POST" && url.pathname === "/v1/payment_intents") return this.#charge(form);
    if (method === "POST" && url.pathname === "/v1/checkout/sessions")
      return { status: 200, body: this.#session(form) };
    if (method === "GET" && url.pathname === "/v1/payment_intents") {
      const data = [...this.intents.values()].filter(({ customer }) => customer === url.searchParams.get("customer"));
      return { status: 200, body: { object: "list", data, has_more: false, url: url.pathname } };
    }
    const session = this.sessions.get(url.pathname.split("/").at(-1) ?? "");
    if (method === "GET" && session !== undefined) return { status: 200, body: session };
    return { status: 404, body: { error: { type: "invalid_request_error", message: `no ${url.pathname}` } } };
  }

  #charge(form: URLSearchParams): Answer {
    const metadata = {
      payment_id: form.get("metadata[payment_id]"),
      account_id: form.get("metadata[account_id]"),
      origin: form.get("metadata[origin]"),
    };
    const status = this.declines ? "requires_payment_method" : this.chargeStatus;
    const intent = this.#intent(metadata, Number(form.get("amount")), status);
    intent["customer"] = form.get("customer");
    intent["payment_method"] = form.get("payment_method");
    if (!this.declines) return { status: 200, body: intent };
    return {
      status: 402,
      body: {
        error: {
          type: "card_error",
          code: "card_declined",
          message: "Your card was declined.",
          payment_intent: intent,
        },
      },
    };
  }

  #session(form: URLSearchParams): Json {
    const id = `cs_test_${(this.#count += 1)}`;
    const session: Json = {
      id,
      object: "checkout.session",
      url: `https://checkout.example/${id}`,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      client_reference_id: form.get("client_reference_id"),
      amount_total: Number(form.get("line_items[0][price_data][unit_amount]")),
      success_url: form.get("success_url"),
      saves_card: form.get("payment_intent_data[setup_future_usage]"),
      intent_metadata: {
        payment_id: form.get("payment_intent_data[metadata][payment_id]"),
        origin: form.get("payment_intent_data[metadata][origin]"),
      },
    };
    this.sessions.set(id, session);
    return session;
  }

  #intent(metadata: Json, amount: number, status: string): Json {
    const id = `pi_${(this.#count += 1)}`;
    const intent: Json = {
      id,
      object: "payment_intent",
      amount,
      currency: "usd",
      status,
      metadata,
      setup_future_usage: null,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    return intent;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
  response.end(JSON.stringify(body));
}
