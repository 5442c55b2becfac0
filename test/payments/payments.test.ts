import { describe, expect, it } from "vitest";
import { cents } from "../../src/billing/pricing.ts";
import { openPayments } from "../../src/payments/payments.ts";

describe("the configured payments", () => {
  it("are the appliance's own credit: paid at once, nothing leaves the machine, no webhook is believed", async () => {
    const payments = await openPayments({ provider: "house", passphrase: null });
    const order = { paymentId: "pay_1", accountId: "acct_1", amountCents: cents(1000) };
    const paid = {
      kind: "news",
      news: { kind: "paid", paymentId: "pay_1", card: { customer: "house", method: "house" } },
    };
    const signal = new AbortController().signal;
    expect(await payments.collect({ ...order, description: "A call", returnUrl: "" }, signal)).toMatchObject(paid);
    expect(
      await payments.charge({ ...order, card: { customer: "house", method: "house" }, first: true }, signal),
    ).toMatchObject(paid);
    expect(await payments.look("pay_1", "ref", signal)).toBeNull();
    expect(payments.readWebhook(new Uint8Array(), "signed")).toBe("bad_signature");
  });

  it("save no card where the operator approves each payment, and honour none that was saved before", async () => {
    const payments = await openPayments({ provider: "house", passphrase: "correct horse" });
    const order = { paymentId: "pay_1", accountId: "acct_1", amountCents: cents(1000) };
    const signal = new AbortController().signal;
    expect(await payments.collect({ ...order, description: "A call", returnUrl: "" }, signal)).toMatchObject({
      news: { kind: "paid", card: null },
    });
    expect(
      await payments.charge({ ...order, card: { customer: "house", method: "house" }, first: true }, signal),
    ).toMatchObject({ news: { kind: "declined" } });
  });

  it("are Stripe's when it has its two secrets, and one sentence when it has not", async () => {
    const stripe = { provider: "stripe", secret_key: "sk_test_1", webhook_secret: "whsec_1", base_url: null } as const;
    expect((await openPayments(stripe)).provider).toBe("stripe");
    await expect(openPayments({ ...stripe, webhook_secret: null })).rejects.toThrow(/billing\.webhook_secret/);
  });
});
