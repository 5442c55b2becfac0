import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Caller } from "../../src/calls/operations.ts";
import { stripePayments } from "../../src/payments/stripe.ts";
import { briefTo, DeskBench, SHOP_PHONE, settled } from "../fakes/desk.ts";
import { StripeServer, WEBHOOK_SECRET } from "../fakes/stripe-server.ts";

const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };
const brief = briefTo(SHOP_PHONE);
const signal = new AbortController().signal;

describe("money through Stripe, from the set-up to the reload", () => {
  let server: StripeServer;
  let bench: DeskBench;
  beforeEach(async () => {
    server = new StripeServer();
    const baseUrl = await server.listen();
    bench = new DeskBench({
      payments: await stripePayments({ secretKey: "sk_test_1", webhookSecret: WEBHOOK_SECRET, baseUrl }),
    });
  });
  afterEach(async () => {
    await bench.end();
    await server.close();
  });

  const deliver = (type: string, object: Record<string, unknown>): boolean => {
    const { body, signature } = server.delivery(type, object);
    return bench.desk.takeWebhook(body, signature);
  };

  const startSetup = async () => {
    const setup = bench.desk.placeCall(visitor, brief, null);
    if (setup.kind !== "needs_setup") throw new Error("expected a set-up");
    const token = setup.setupUrl.split("/").at(-1) ?? "";
    const reply = await bench.desk.confirmSetup(token, signal);
    expect(reply).toMatchObject({ kind: "redirect" });
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "paying" });
    const sessionId = [...server.sessions.keys()].at(-1) ?? "";
    return { code: setup.setupCode, token, sessionId };
  };

  const place = (code: string) => {
    const placed = bench.desk.placeCall(visitor, brief, code);
    const holder =
      placed.kind === "calling" && placed.accountKey !== null ? bench.desk.authenticate(placed.accountKey) : null;
    if (placed.kind !== "calling" || holder?.kind !== "account") throw new Error("expected a call with an account key");
    return { callId: placed.callId, caller: holder };
  };

  it("credits a paid set-up once, whichever of return, webhooks and repetitions comes first", async () => {
    const { code, token, sessionId } = await startSetup();
    expect(await bench.desk.settleSetup(token, signal)).toMatchObject({ state: "paying" });
    const intent = server.payInCheckout(sessionId);
    const completed = {
      client_reference_id: (intent["metadata"] as { payment_id: string }).payment_id,
      payment_intent: intent["id"],
      payment_status: "paid",
    };
    expect(deliver("checkout.session.completed", completed)).toBe(true);
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "completed" });
    deliver("payment_intent.succeeded", intent);
    deliver("checkout.session.completed", completed);
    expect(await bench.desk.settleSetup(token, signal)).toMatchObject({ state: "completed" });
    expect(bench.desk.claimAccountLink(token)).toContain("/account/enter/");
    expect(bench.desk.claimAccountLink(token)).toBeNull();
    const { caller } = place(code);
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 100 });
    expect(bench.desk.readAccountPage(caller.accountId, null)).toMatchObject({ provider: "stripe", cardSaved: true });
    expect(bench.store.verify()).toEqual([]);
  });

  it("needs no webhook at all when the person comes back", async () => {
    const { code, token, sessionId } = await startSetup();
    server.payInCheckout(sessionId);
    expect(await bench.desk.settleSetup(token, signal)).toMatchObject({ state: "completed" });
    expect(bench.balance(place(code).caller).balanceCents).toBe(1000);
  });

  it("opens a new page after one has expired, under a new payment", async () => {
    const { code, token, sessionId } = await startSetup();
    deliver("checkout.session.expired", server.sessions.get(sessionId) ?? {});
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "open" });
    await bench.desk.confirmSetup(token, signal);
    expect(server.sessions.size).toBe(2);
    server.payInCheckout([...server.sessions.keys()].at(-1) ?? "");
    await bench.desk.settleSetup(token, signal);
    expect(bench.balance(place(code).caller).balanceCents).toBe(1000);
  });

  it("says that nothing was paid when Stripe cannot be reached, and the same form may be sent again", async () => {
    const setup = bench.desk.placeCall(visitor, brief, null);
    if (setup.kind !== "needs_setup") throw new Error("expected a set-up");
    const token = setup.setupUrl.split("/").at(-1) ?? "";
    server.faults = ["refused"];
    expect(await bench.desk.confirmSetup(token, signal)).toMatchObject({ kind: "failed" });
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "open" });
    expect(await bench.desk.confirmSetup(token, signal)).toMatchObject({ kind: "redirect" });
  });

  it("is not moved by a forged delivery", async () => {
    const { token } = await startSetup();
    const { body } = server.delivery("checkout.session.completed", {});
    expect(bench.desk.takeWebhook(body, "t=1,v1=00")).toBe(false);
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "paying" });
  });

  it("reloads the saved card once although the first answer was lost after the charge", async () => {
    const { code, sessionId, token } = await startSetup();
    server.payInCheckout(sessionId);
    await bench.desk.settleSetup(token, signal);
    const { callId, caller } = place(code);
    await settled();
    const finish = (id: string): void => {
      bench.pbx.answered(id);
      bench.conversations.finish(id, "completed");
    };
    finish(callId);
    server.faults = ["lost"];
    for (let nth = 2; nth <= 9; nth += 1) finish(await bench.place(caller));
    expect(bench.balance(caller).balanceCents).toBe(100);
    await vi.waitFor(() => expect(server.paidCents).toBe(2000));
    bench.clock.advance(30_000);
    await vi.waitFor(() => expect(bench.store.payments.openReload(caller.accountId)?.state).toBe("unknown"));
    bench.clock.advance(60_000);
    await vi.waitFor(() => expect(bench.balance(caller).balanceCents).toBe(1100));
    const reload = [...server.intents.values()].at(-1) ?? {};
    deliver("payment_intent.succeeded", reload);
    deliver("payment_intent.succeeded", reload);
    expect(bench.balance(caller).balanceCents).toBe(1100);
    expect(server.paidCents).toBe(2000);
    expect(bench.store.verify()).toEqual([]);
  });

  describe("when the person never comes back and no webhook arrives", () => {
    const MINUTE_MS = 60_000;
    const looks = (): number =>
      server.requests.filter(({ method, path }) => method === "GET" && path.startsWith("/v1/checkout/")).length;

    it("learns at its next start that a set-up was paid", async () => {
      const { code, token, sessionId } = await startSetup();
      server.payInCheckout(sessionId);
      await bench.restart();
      await vi.waitFor(() => expect(bench.desk.readSetup(token)).toMatchObject({ state: "completed" }));
      expect(bench.balance(place(code).caller).balanceCents).toBe(1000);
      expect(bench.store.verify()).toEqual([]);
    });

    it("asks every five minutes until it is decided, and then no more", async () => {
      await bench.restart();
      const { token, sessionId } = await startSetup();
      bench.clock.advance(5 * MINUTE_MS);
      await vi.waitFor(() => expect(looks()).toBe(1));
      await settled();
      expect(bench.desk.readSetup(token)).toMatchObject({ state: "paying" });
      server.payInCheckout(sessionId);
      await vi.waitFor(() => {
        bench.clock.advance(5 * MINUTE_MS);
        expect(bench.desk.readSetup(token)).toMatchObject({ state: "completed" });
      });
      const asked = looks();
      bench.clock.advance(60 * MINUTE_MS);
      await settled();
      expect(looks()).toBe(asked);
    });

    it("credits a top-up, and opens the set-up again when its page has expired", async () => {
      const { token, sessionId } = await startSetup();
      const { caller } = bench.fund(100);
      await bench.desk.topUp(caller.accountId, "attempt-1", signal);
      server.payInCheckout([...server.sessions.keys()].at(-1) ?? "");
      Object.assign(server.sessions.get(sessionId) ?? {}, { status: "expired" });
      await bench.restart();
      await vi.waitFor(() => expect(bench.balance(caller).balanceCents).toBe(1100));
      expect(bench.desk.readSetup(token)).toMatchObject({ state: "open" });
    });

    it("asks one thing at a time, gives up a question that is not answered, and goes on to the next", async () => {
      await startSetup();
      const { caller } = bench.fund(100);
      await bench.desk.topUp(caller.accountId, "attempt-1", signal);
      server.payInCheckout([...server.sessions.keys()].at(-1) ?? "");
      server.silentLooks = 1;
      await bench.restart();
      await vi.waitFor(() => expect(looks()).toBe(1));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(looks()).toBe(1);
      bench.clock.advance(20_000);
      await vi.waitFor(() => expect(bench.balance(caller).balanceCents).toBe(1100));
      expect(bench.logged.map(({ message }) => message)).toContain("the payment provider could not be asked");
    });

    it("asks no more about a page that is older than two days", async () => {
      const { token } = await startSetup();
      bench.clock.advance(2 * 24 * 60 * MINUTE_MS + 1);
      await bench.restart();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(looks()).toBe(0);
      expect(bench.desk.readSetup(token)).toBeNull();
    });
  });
});
