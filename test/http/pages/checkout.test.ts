import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CollectOrder, PaymentNews, Payments } from "../../../src/billing/ports-payments.ts";
import { SHOP_PHONE } from "../../fakes/desk.ts";
import type { Appliance } from "../appliance.ts";
import { openAppliance, submit } from "../appliance.ts";

const REQUEST = { phone: SHOP_PHONE, goal: "Book a table" };
const CHECKOUT = "https://checkout.stripe.com/c/pay/cs_1";

/** A provider that sends people away to pay, and learns from the test what became of it. */
class ScriptedCheckout implements Payments {
  readonly provider = "stripe";
  readonly orders: CollectOrder[] = [];
  down = false;
  news: PaymentNews | null = null;

  async collect(order: CollectOrder) {
    if (this.down) throw new Error("connection refused");
    this.orders.push(order);
    return { kind: "redirect", url: CHECKOUT, providerRef: `cs_${this.orders.length}` } as const;
  }
  async charge() {
    return { kind: "unknown", message: "not asked here" } as const;
  }
  async look() {
    return this.news;
  }
  readWebhook(rawBody: Uint8Array, signature: string | null): readonly PaymentNews[] | "bad_signature" {
    if (signature !== "genuine") return "bad_signature";
    return rawBody.length === 0 ? [] : [this.paid()];
  }

  paid(): PaymentNews {
    const card = { customer: "cus_1", method: "pm_1" };
    return { kind: "paid", paymentId: this.orders[0]?.paymentId ?? "", providerRef: "pi_1", card };
  }
}

let payments: ScriptedCheckout;
let appliance: Appliance;
let url: string;
let code: unknown;
beforeEach(async () => {
  payments = new ScriptedCheckout();
  // Somebody else's passphrase protects the house's credit; who pays by card needs none.
  appliance = await openAppliance({ payments }, { operatorPassphrase: "secret" });
  const need = await appliance.client.post("/v1/calls", REQUEST);
  url = String(need.json["setup_url"]);
  code = need.json["setup_code"];
});
afterEach(() => appliance.end());

const pageAt = async (address: string): Promise<string> => (await fetch(address)).text();
const retry = () => appliance.client.post("/v1/calls", { ...REQUEST, setup_code: code });
const webhook = (body: string, signature: string): Promise<Response> =>
  fetch(`${appliance.base}/webhooks/stripe`, { method: "POST", body, headers: { "Stripe-Signature": signature } });

describe("paying by card", () => {
  it("is a button that leads to the checkout, and nothing before it is pressed", async () => {
    const answer = await fetch(url);
    expect(answer.headers.get("content-security-policy")).toContain("form-action 'self' https://checkout.stripe.com;");
    const page = await answer.text();
    expect(page).toContain("Continue to payment of 10.00 USD");
    expect(page).toContain("card is saved for auto-reload");
    expect(page).not.toContain("passphrase");
    expect(payments.orders).toEqual([]);
    const sent = await submit(page, appliance.base);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, CHECKOUT]);
    expect(payments.orders).toMatchObject([{ amountCents: 1000, returnUrl: `${url}/return` }]);
    expect((await retry()).status).toBe(402);
  });

  it("that has not been done yet says so, and can be begun again", async () => {
    await submit(await pageAt(url), appliance.base);
    for (const address of [url, `${url}/return`]) {
      const page = await pageAt(address);
      expect(page).toContain("The payment has not arrived yet");
      expect(page).toContain("Continue to payment");
    }
    expect((await retry()).status).toBe(402);
  });

  it("is noticed when the person comes back, who gets into the account once", async () => {
    await submit(await pageAt(url), appliance.base);
    payments.news = payments.paid();
    for (let reload = 0; reload < 3; reload++) expect(await pageAt(`${url}/return`)).toContain("tell your agent");
    const page = await pageAt(`${url}/return`);
    const entered = await submit(page, appliance.base);
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/account"]);
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const account = await (await fetch(`${appliance.base}/account`, { headers: { Cookie: cookie } })).text();
    expect(account).toContain("10.00 USD");
    const again = await submit(page, appliance.base);
    expect([again.status, again.headers.get("set-cookie")]).toEqual([303, null]);
    expect((await retry()).json["account_key"]).toMatch(/^svc_/);
  });

  it("is noticed by the webhook, once, whatever comes twice", async () => {
    await submit(await pageAt(url), appliance.base);
    for (let delivery = 0; delivery < 3; delivery++) expect((await webhook("{}", "genuine")).status).toBe(200);
    const placed = await retry();
    expect(placed.status).toBe(201);
    const account = await appliance.client.get("/v1/account", String(placed.json["account_key"]));
    expect(account.json["balance_usd"]).toBe(10);
  });

  it("is not believed from a webhook that is not the provider's", async () => {
    await submit(await pageAt(url), appliance.base);
    for (const signature of ["forged", ""]) expect((await webhook("{}", signature)).status).toBe(400);
    expect((await webhook("x".repeat(600_000), "genuine")).status).toBe(413);
    expect((await retry()).status).toBe(402);
  });

  it("while the provider is down says so, and works afterwards", async () => {
    payments.down = true;
    const failed = await submit(await pageAt(url), appliance.base);
    expect(failed.status).toBe(502);
    const text = await failed.text();
    expect(text).toContain("cannot be reached just now");
    payments.down = false;
    expect((await submit(text, appliance.base)).status).toBe(303);
  });
});
