import { afterEach, describe, expect, it } from "vitest";
import type { ChargeOrder, ChargeReply, PaymentNews, Payments } from "../../src/billing/ports-payments.ts";
import { cents } from "../../src/billing/pricing.ts";
import { DeskBench, settled } from "../fakes/desk.ts";

const CARD = { customer: "cus_1", method: "pm_1" };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A provider that answers as the test says, and remembers what it was asked. */
class ScriptedPayments implements Payments {
  readonly provider = "stripe";
  readonly charged: ChargeOrder[] = [];
  /** One for each charge; the last one for all that follow. */
  replies: ("paid" | "declined" | "unknown")[] = ["paid"];
  webhook: PaymentNews[] = [];

  async charge(order: ChargeOrder): Promise<ChargeReply> {
    this.charged.push(order);
    const reply = this.replies.length > 1 ? this.replies.shift() : this.replies[0];
    if (reply === "paid") return { kind: "news", news: paid(order.paymentId) };
    if (reply === "declined")
      return { kind: "news", news: { kind: "declined", paymentId: order.paymentId, message: "no" } };
    return { kind: "unknown", message: "timed out" };
  }
  async collect(): Promise<never> {
    throw new Error("not scripted");
  }
  async look(): Promise<null> {
    return null;
  }
  readWebhook(): readonly PaymentNews[] {
    return this.webhook;
  }
}

function paid(paymentId: string): PaymentNews {
  return { kind: "paid", paymentId, providerRef: `ref_${paymentId}`, card: null };
}

describe("auto-reload", () => {
  let bench: DeskBench;
  let payments: ScriptedPayments;
  afterEach(() => bench.end());

  const open = (balanceCents: number) => {
    payments = new ScriptedPayments();
    bench = new DeskBench({ payments });
    const { caller } = bench.fund(balanceCents);
    bench.store.accounts.saveCard(caller.accountId, CARD);
    const call = async (): Promise<void> => {
      bench.conversations.finish(await bench.talk(caller), "completed");
      await settled();
    };
    return { caller, call, balance: () => bench.balance(caller).balanceCents };
  };

  it("adds 10.00 when a charge leaves less than 2.00, and not at 2.00 exactly", async () => {
    const { caller, call, balance } = open(1000);
    for (let nth = 1; nth <= 8; nth += 1) await call();
    expect([balance(), payments.charged.length]).toEqual([200, 0]);
    await call();
    expect(balance()).toBe(1100);
    expect(payments.charged).toMatchObject([{ accountId: caller.accountId, amountCents: 1000, card: CARD }]);
    expect(bench.desk.readAccountPage(caller.accountId, null).ledger[0]).toMatchObject({ code: "reload" });
    expect(bench.store.verify()).toEqual([]);
  });

  it("is not triggered by a hold, and not for an account that switched it off or saved no card", async () => {
    const { caller, call, balance } = open(250);
    await bench.place(caller);
    await settled();
    expect(payments.charged).toEqual([]);
    expect(bench.desk.setAutoReload(caller, false).autoReload).toBe(false);
    await call();
    expect([balance(), payments.charged.length]).toEqual([150, 0]);
    const bare = bench.fund(150).caller;
    bench.conversations.finish(await bench.talk(bare), "completed");
    await settled();
    expect(payments.charged).toEqual([]);
  });

  it("has one payment open at a time, under any number of charges", async () => {
    const { call, balance } = open(500);
    payments.replies = ["unknown"];
    for (let nth = 1; nth <= 5; nth += 1) await call();
    expect([balance(), payments.charged.length]).toEqual([0, 1]);
  });

  it("asks again with the same id after 1, 5, 30 and 30 min while the result is unknown, and is credited once", async () => {
    const { call, balance } = open(200);
    payments.replies = ["unknown", "unknown", "unknown", "unknown", "paid"];
    await call();
    const counts: number[] = [];
    for (const minutes of [1, 5, 30, 30]) {
      bench.clock.advance(minutes * MINUTE_MS - 1);
      await settled();
      counts.push(payments.charged.length);
      bench.clock.advance(1);
      await settled();
    }
    expect(counts).toEqual([1, 2, 3, 4]);
    expect(new Set(payments.charged.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(balance()).toBe(1100);
    bench.clock.advance(DAY_MS);
    await settled();
    expect([balance(), payments.charged.length]).toEqual([1100, 5]);
  });

  it("is credited once when the webhook comes before the answer, twice, and after it", async () => {
    const { call, balance } = open(200);
    payments.replies = ["unknown", "paid"];
    await call();
    payments.webhook = [paid(payments.charged[0]?.paymentId ?? "")];
    const deliver = () => bench.desk.takeWebhook(new Uint8Array(), "signed");
    expect([deliver(), deliver()]).toEqual([true, true]);
    expect(balance()).toBe(1100);
    bench.clock.advance(DAY_MS);
    await settled();
    deliver();
    expect([balance(), payments.charged.length]).toEqual([1100, 1]);
    expect(bench.store.verify()).toEqual([]);
  });

  it("believes a late success more than an earlier decline, and no decline after a success", async () => {
    const { call, balance } = open(200);
    payments.replies = ["declined"];
    await call();
    const paymentId = payments.charged[0]?.paymentId ?? "";
    payments.webhook = [paid(paymentId), { kind: "declined", paymentId, message: "no" }];
    bench.desk.takeWebhook(new Uint8Array(), "signed");
    expect(balance()).toBe(1100);
  });

  it("takes up an open payment with its id after a crash", async () => {
    const { caller, call } = open(200);
    payments.replies = ["unknown", "paid"];
    await call();
    await bench.restart();
    await settled();
    expect(payments.charged.map(({ paymentId }) => paymentId)).toEqual([
      payments.charged[0]?.paymentId,
      payments.charged[0]?.paymentId,
    ]);
    expect(bench.balance(caller).balanceCents).toBe(1100);
  });

  it("rests a day after a decline, is suspended visibly after three, and lives again when switched on", async () => {
    const { caller, call, balance } = open(1000);
    payments.replies = ["declined"];
    for (let nth = 1; nth <= 9; nth += 1) await call();
    expect([balance(), payments.charged.length]).toEqual([100, 1]);
    const top = async (n: number): Promise<void> => {
      const paymentId = `pay_manual_${n}`;
      const { accountId } = caller;
      bench.store.atomically(() => {
        bench.store.payments.create({
          paymentId,
          accountId,
          kind: "top_up",
          setupId: null,
          amountCents: cents(100),
          createdAtMs: 0,
        });
        bench.store.payments.settle(paymentId, "succeeded");
        bench.store.ledger.credit(accountId, paymentId, "topup", cents(100), 0);
      });
    };
    await top(1);
    await call();
    expect(payments.charged).toHaveLength(1);
    for (let day = 2; day <= 4; day += 1) {
      bench.clock.advance(DAY_MS);
      await top(day);
      await call();
    }
    expect(payments.charged).toHaveLength(3);
    expect(bench.desk.readAccount(caller).autoReload).toBe(false);
    expect(bench.desk.readAccountPage(caller.accountId, null).autoReloadSuspended).toMatch(/declined three times/);
    payments.replies = ["paid"];
    expect(bench.desk.setAutoReload(caller, true).autoReload).toBe(true);
    await call();
    expect(balance()).toBe(1000);
  });

  it("stops for a disputed payment, whose account is frozen", async () => {
    const { caller, call } = open(200);
    await call();
    payments.webhook = [{ kind: "disputed", providerRef: `ref_${payments.charged[0]?.paymentId}` }];
    bench.desk.takeWebhook(new Uint8Array(), "signed");
    expect(bench.desk.readAccountPage(caller.accountId, null).frozen).toMatch(/disputed/);
    await expect(call()).rejects.toMatchObject({ code: "account_suspended" });
  });

  it("is instant with the appliance's own credit", async () => {
    payments = new ScriptedPayments();
    bench = new DeskBench();
    const { caller } = bench.fund(200);
    bench.store.accounts.saveCard(caller.accountId, CARD);
    bench.conversations.finish(await bench.talk(caller), "completed");
    await settled();
    expect(bench.balance(caller).balanceCents).toBe(1100);
  });
});
