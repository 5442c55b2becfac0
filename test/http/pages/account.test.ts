import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Appliance } from "../appliance.ts";
import { openAppliance, submit } from "../appliance.ts";
import { briefTo } from "../../fakes/desk.ts";

let appliance: Appliance;
let key: string;
beforeEach(async () => {
  appliance = await openAppliance();
  ({ key } = appliance.bench.fund(500));
});
afterEach(() => appliance.end());

/** A browser's jar of one cookie. */
class Visitor {
  cookie = "";

  async get(path: string): Promise<string> {
    const answer = await fetch(new URL(path, appliance.base), { headers: { Cookie: this.cookie } });
    return answer.text();
  }

  async send(page: string, fields: Record<string, string> = {}): Promise<Response> {
    const answer = await submit(page, appliance.base, fields, { Cookie: this.cookie });
    const set = answer.headers.get("set-cookie");
    if (set !== null) this.cookie = set.split(";")[0] ?? "";
    return answer;
  }

  static async with(accountKey: string): Promise<Visitor> {
    const visitor = new Visitor();
    const answer = await visitor.send(await visitor.get("/account"), { key: accountKey });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/account");
    return visitor;
  }
}

describe("the way in", () => {
  it("is a key of the account", async () => {
    const visitor = await Visitor.with(key);
    expect(await visitor.get("/account")).toContain("5.00 USD");
  });

  it("is closed to everything else, and slow to try", async () => {
    const visitor = new Visitor();
    const page = await visitor.get("/account");
    expect(page).not.toContain("5.00 USD");
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++) statuses.push((await visitor.send(page, { key: `svc_wrong${time}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect(visitor.cookie).toBe("");
  });

  it("is a cookie that scripts cannot read and other sites cannot send along", async () => {
    const answer = await submit(await new Visitor().get("/account"), appliance.base, { key });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(cookie).toContain("Path=/account;");
    await appliance.end();
    appliance = await openAppliance({}, { publicUrl: "https://phone.example" });
    ({ key } = appliance.bench.fund(500));
    const secure = await submit(await new Visitor().get("/account"), appliance.base, { key });
    expect(secure.headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  it("is a one-time link, which opening does not use up", async () => {
    const need = await appliance.client.post("/v1/calls", { phone: "+14155550123", goal: "x" });
    const setup = await (await fetch(String(need.json["setup_url"]))).text();
    const done = await (await submit(setup, appliance.base)).text();
    const link = /href="([^"]+\/account\/enter\/[^"]+)"/.exec(done)?.[1] ?? "";
    for (let time = 0; time < 20; time++) expect((await fetch(link)).status).toBe(200);
    const visitor = new Visitor();
    const enter = await visitor.get(link);
    expect((await visitor.send(enter)).status).toBe(303);
    expect(await visitor.get("/account")).toContain("10.00 USD");
    const again = await new Visitor().send(enter);
    expect(again.status).toBe(410);
    expect(await again.text()).toContain("has been used or has expired");
  });

  it("ends with the session", async () => {
    const visitor = await Visitor.with(key);
    const { cookie } = visitor;
    const page = await visitor.get("/account");
    const out = page.slice(page.indexOf("/account/sign-out") - 40);
    expect((await visitor.send(out)).status).toBe(303);
    visitor.cookie = cookie;
    expect(await visitor.get("/account")).toContain("A key of the account");

    const later = await Visitor.with(key);
    appliance.bench.clock.advance(13 * 60 * 60 * 1000);
    expect(await later.get("/account")).toContain("A key of the account");
  });
});

describe("the account page", () => {
  it("switches auto-reload", async () => {
    const visitor = await Visitor.with(key);
    const on = async (): Promise<unknown> => (await appliance.client.get("/v1/account", key)).json["auto_reload"];
    const before = await on();
    await visitor.send(await visitor.get("/account"), { on: String(before !== true) });
    expect(await on()).toBe(before !== true);
  });

  it("makes a key, shows it once, names and revokes it", async () => {
    const visitor = await Visitor.with(key);
    const page = await visitor.get("/account");
    const form = page.slice(page.indexOf('action="/account/keys"') - 60);
    const made = await (await visitor.send(form, { name: " Kitchen <agent> " })).text();
    const fresh = /<code class="key">(svc_[^<]+)</.exec(made)?.[1] ?? "";
    expect((await appliance.client.get("/v1/account", fresh)).status).toBe(200);
    const after = await visitor.get("/account");
    expect(after).not.toContain(fresh);
    expect(after).toContain("Kitchen &lt;agent&gt;");

    const row = after.slice(after.indexOf("Kitchen"));
    await visitor.send(row, { name: "Pantry" });
    const renamed = await visitor.get("/account");
    expect(renamed).toContain("Pantry");
    const revoke = renamed.slice(renamed.indexOf("/revoke", renamed.indexOf("Pantry")) - 90);
    await visitor.send(revoke);
    expect((await appliance.client.get("/v1/account", fresh)).status).toBe(401);
    expect((await appliance.client.get("/v1/account", key)).status).toBe(200);
  });

  it("leads to the sign-in after the key it was opened with is revoked", async () => {
    const visitor = await Visitor.with(key);
    const page = await visitor.get("/account");
    await visitor.send(page.slice(page.indexOf("/revoke") - 90));
    expect(await visitor.get("/account")).toContain("Sign in");
    expect((await appliance.client.get("/v1/account", key)).status).toBe(401);
  });

  it("tops up, once for each form", async () => {
    const visitor = await Visitor.with(key);
    const page = await visitor.get("/account");
    const form = page.slice(page.indexOf("/account/top-up") - 40);
    await Promise.all(Array.from({ length: 4 }, () => visitor.send(form)));
    expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(15);
    expect(await visitor.get("/account")).toContain("+10.00 USD");
  });

  it("refuses forms of another session", async () => {
    const mine = await Visitor.with(key);
    const theirs = await Visitor.with(appliance.bench.fund(700).key);
    const page = await theirs.get("/account");
    const answer = await mine.send(page.slice(page.indexOf("/account/top-up") - 40));
    expect(answer.status).toBe(403);
    expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(5);
  });

  it("shows the ledger, page by page", async () => {
    const { bench } = appliance;
    const caller = bench.desk.authenticate(key);
    if (caller === null) throw new Error("no holder");
    for (let call = 0; call < 30; call++) {
      bench.clock.advance(2_000);
      const callId = await bench.place(caller, briefTo(`+141555501${10 + call}`));
      bench.pbx.ended(callId, "busy", 486);
    }
    const visitor = await Visitor.with(key);
    const first = await visitor.get("/account");
    expect(first).toContain("Reserved for a call");
    const earlier = /href="(\/account\?before=\d+)"/.exec(first)?.[1] ?? "";
    const second = await visitor.get(earlier);
    expect(second).toContain("Top-up");
    expect(second).toContain('href="/account">Newest');
  });
});

describe("the public top-up link", () => {
  it("takes money in and shows nothing of the account", async () => {
    const url = String((await appliance.client.get("/v1/account", key)).json["top_up_url"]);
    const page = await (await fetch(url)).text();
    expect(page).not.toContain("5.00 USD");
    expect(await (await submit(page, appliance.base)).text()).toContain("10.00 USD of credit added");
    expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(15);
    expect((await fetch(`${appliance.base}/top-up/unknown`)).status).toBe(404);
  });
});

describe("where the operator's passphrase is needed", () => {
  it("a top-up wants it each time, and the page says that nothing is added by itself", async () => {
    await appliance.end();
    appliance = await openAppliance({}, { operatorPassphrase: "correct horse" });
    ({ key } = appliance.bench.fund(500));
    const visitor = await Visitor.with(key);
    const page = await visitor.get("/account");
    expect(page).toContain("nothing is added by itself");
    const refused = await visitor.send(page, { attempt: "attempt1", passphrase: "wrong" });
    expect(refused.status).toBe(403);
    expect(await visitor.get("/account")).toContain("5.00 USD");
    await visitor.send(page, { attempt: "attempt1", passphrase: "correct horse" });
    expect(await visitor.get("/account")).toContain("15.00 USD");
  });
});
