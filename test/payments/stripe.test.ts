import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChargeOrder, Payments } from "../../src/billing/ports-payments.ts";
import { cents } from "../../src/billing/pricing.ts";
import { stripePayments } from "../../src/payments/stripe.ts";
import { StripeServer, WEBHOOK_SECRET } from "../fakes/stripe-server.ts";

describe("payments through Stripe", () => {
  let server: StripeServer;
  let payments: Payments;
  const soon = (): AbortSignal => AbortSignal.timeout(150);
  const later = (): AbortSignal => AbortSignal.timeout(10_000);
  const order = (more: Partial<ChargeOrder> = {}): ChargeOrder => ({
    paymentId: "pay_1",
    accountId: "acct_1",
    amountCents: cents(1000),
    card: { customer: "cus_1", method: "pm_1" },
    first: true,
    ...more,
  });
  const again = order({ first: false });
  const collect = () =>
    payments.collect(
      {
        paymentId: "pay_1",
        accountId: "acct_1",
        amountCents: cents(1000),
        description: "A call",
        returnUrl: "http://127.0.0.1/back",
      },
      later(),
    );

  beforeEach(async () => {
    server = new StripeServer();
    payments = await stripePayments({
      secretKey: "sk_test_1",
      webhookSecret: WEBHOOK_SECRET,
      baseUrl: await server.listen(),
    });
  });
  afterEach(() => server.close());

  describe("charging the saved card", () => {
    it("pays with the payment's id as idempotency key", async () => {
      expect(await payments.charge(order(), later())).toMatchObject({
        kind: "news",
        news: { kind: "paid", paymentId: "pay_1", providerRef: expect.stringMatching(/^pi_/), card: null },
      });
      expect(server.requests).toEqual([{ method: "POST", path: "/v1/payment_intents", key: "pay_1" }]);
      expect(server.paidCents).toBe(1000);
    });

    it("is declined when the card is, also when the decline is found by a second try", async () => {
      server.declines = true;
      expect(await payments.charge(order(), later())).toMatchObject({ news: { kind: "declined", paymentId: "pay_1" } });
      expect(await payments.charge(again, later())).toMatchObject({ news: { kind: "declined", paymentId: "pay_1" } });
      expect(server.paidCents).toBe(0);
    });

    it.each(["lost", "broken"] as const)("that was %s is found by the second try, not made again", async (fault) => {
      server.faults = [fault];
      expect(await payments.charge(order(), soon())).toMatchObject({ kind: "unknown" });
      expect(await payments.charge(again, later())).toMatchObject({ news: { kind: "paid", paymentId: "pay_1" } });
      expect(server.paidCents).toBe(1000);
    });

    it.each(["refused", "hung"] as const)("that was %s is made by the second try", async (fault) => {
      server.faults = [fault];
      expect(await payments.charge(order(), soon())).toMatchObject({ kind: "unknown" });
      expect(await payments.charge(again, later())).toMatchObject({ news: { kind: "paid" } });
      expect(server.paidCents).toBe(1000);
    });

    it("that is still processing is unknown until it is decided", async () => {
      server.chargeStatus = "processing";
      expect(await payments.charge(order(), later())).toMatchObject({ kind: "unknown" });
      for (const intent of server.intents.values()) intent["status"] = "succeeded";
      expect(await payments.charge(again, later())).toMatchObject({ news: { kind: "paid" } });
    });

    it("is unknown, and never rejects, when Stripe cannot be reached", async () => {
      await server.close();
      expect(await payments.charge(order(), later())).toMatchObject({ kind: "unknown" });
      server = new StripeServer();
      await server.listen();
    });
  });

  describe("Checkout", () => {
    it("saves the card, returns to us, and is the same page however often it is asked for", async () => {
      const first = await collect();
      expect(await collect()).toEqual(first);
      expect(first).toMatchObject({
        kind: "redirect",
        url: expect.stringContaining("https://checkout.example/cs_test_"),
      });
      const [session] = server.sessions.values();
      expect(session).toMatchObject({
        amount_total: 1000,
        saves_card: "off_session",
        success_url: "http://127.0.0.1/back",
      });
      expect(server.sessions.size).toBe(1);
    });

    it("tells nothing before it is paid, then the payment and the card; expired, a decline", async () => {
      const reply = await collect();
      const ref = reply.kind === "redirect" ? reply.providerRef : "";
      expect(await payments.look("pay_1", ref, later())).toBeNull();
      const intent = server.payInCheckout(ref);
      const news = {
        kind: "paid",
        paymentId: "pay_1",
        providerRef: intent["id"],
        card: { customer: "cus_new", method: "pm_new" },
      };
      expect(await payments.look("pay_1", ref, later())).toEqual(news);
      const session = server.sessions.get(ref) ?? {};
      Object.assign(session, { status: "expired", payment_status: "unpaid", payment_intent: null });
      expect(await payments.look("pay_1", ref, later())).toMatchObject({ kind: "declined" });
    });

    it("rejects when Stripe is out of order", async () => {
      server.faults = ["refused"];
      await expect(collect()).rejects.toThrow("busy");
    });
  });

  describe("a webhook", () => {
    const intent = {
      id: "pi_1",
      status: "succeeded",
      customer: "cus_1",
      payment_method: "pm_1",
      setup_future_usage: "off_session",
    };
    const checkout = { payment_id: "pay_1", origin: "checkout" };
    const reload = { payment_id: "pay_1", origin: "reload" };
    const read = (type: string, object: Record<string, unknown>) => {
      const { body, signature } = server.delivery(type, object);
      return payments.readWebhook(body, signature);
    };

    it("tells of a paid payment, with the card that was saved", () => {
      expect(read("payment_intent.succeeded", { ...intent, metadata: checkout })).toEqual([
        { kind: "paid", paymentId: "pay_1", providerRef: "pi_1", card: { customer: "cus_1", method: "pm_1" } },
      ]);
      const session = { client_reference_id: "pay_1", payment_intent: "pi_1", payment_status: "paid" };
      expect(read("checkout.session.completed", session)).toEqual([
        { kind: "paid", paymentId: "pay_1", providerRef: "pi_1", card: null },
      ]);
      expect(read("checkout.session.completed", { ...session, payment_status: "unpaid" })).toEqual([]);
    });

    it("tells of a declined reload, but not of one failed card in Checkout", () => {
      const failed = { ...intent, status: "requires_payment_method" };
      expect(read("payment_intent.payment_failed", { ...failed, metadata: reload })).toMatchObject([
        { kind: "declined" },
      ]);
      expect(read("payment_intent.payment_failed", { ...failed, metadata: checkout })).toEqual([]);
    });

    it("tells of an expired page and of a dispute, and of nothing else", () => {
      expect(read("checkout.session.expired", { client_reference_id: "pay_1" })).toMatchObject([{ kind: "declined" }]);
      expect(read("charge.dispute.created", { payment_intent: "pi_1" })).toEqual([
        { kind: "disputed", providerRef: "pi_1" },
      ]);
      expect(read("customer.created", { id: "cus_1" })).toEqual([]);
      expect(read("payment_intent.succeeded", { ...intent, metadata: {} })).toEqual([]);
    });

    it("is refused when it is unsigned, changed by one byte, signed with another secret or too old", () => {
      const { body, signature } = server.delivery("payment_intent.succeeded", { ...intent, metadata: checkout });
      expect(payments.readWebhook(body, null)).toBe("bad_signature");
      const changed = Uint8Array.from(body);
      changed[20] = (changed[20] ?? 0) ^ 1;
      expect(payments.readWebhook(changed, signature)).toBe("bad_signature");
      expect(
        payments.readWebhook(
          body,
          signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
        ),
      ).toBe("bad_signature");
      const old = server.delivery("payment_intent.succeeded", intent, Math.floor(Date.now() / 1000) - 301);
      expect(payments.readWebhook(old.body, old.signature)).toBe("bad_signature");
    });
  });
});
