import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Appliance } from "../appliance.ts";
import { openAppliance, submit } from "../appliance.ts";
import { SHOP_PHONE } from "../../fakes/desk.ts";

const REQUEST = {
  phone: SHOP_PHONE,
  goal: "Book a table for two on Friday",
  questions: ["Do you have a terrace?", "What does the menu cost?"],
  details: "Name: Rivera",
};

let appliance: Appliance;
beforeEach(async () => {
  appliance = await openAppliance();
});
afterEach(() => appliance.end());

type Setup = { readonly url: string; readonly code: string };

async function needSetup(body: object = REQUEST): Promise<Setup> {
  const answer = await appliance.client.post("/v1/calls", body);
  expect(answer.status).toBe(402);
  return { url: String(answer.json["setup_url"]), code: String(answer.json["setup_code"]) };
}

const pageAt = async (url: string): Promise<string> => (await fetch(url)).text();
const retry = (code: string) => appliance.client.post("/v1/calls", { ...REQUEST, setup_code: code });

describe("the set-up page", () => {
  it("shows exactly the call, what it costs, and what 10.00 buys", async () => {
    const { url } = await needSetup();
    const page = await pageAt(url);
    for (const shown of [
      REQUEST.phone,
      REQUEST.goal,
      ...REQUEST.questions,
      REQUEST.details,
      "1.00 USD",
      "0.25 USD",
      "10.00 USD",
    ]) {
      expect(page).toContain(shown);
    }
    expect(page).toContain("10.00 USD buys 10 answered calls of up to 5 minutes, or one of 41 minutes");
    expect(page.match(/<form/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script|https?:\/\/(?!127)/);
  });

  it("changes nothing however often it is opened, and its form then still confirms", async () => {
    const { url, code } = await needSetup();
    for (let time = 0; time < 100; time++)
      expect((await fetch(url, { method: time % 2 === 0 ? "GET" : "HEAD" })).status).toBe(200);
    const again = await retry(code);
    expect([again.status, again.json["setup_code"], again.json["setup_url"]]).toEqual([402, code, url]);

    const done = await submit(await pageAt(url), appliance.base);
    expect(done.status).toBe(200);
    const text = await done.text();
    expect(text).toContain("tell your agent");
    expect(text).toMatch(/href="http:\/\/127\.0\.0\.1:\d+\/account\/enter\/[^"]+"/);

    const placed = await retry(code);
    expect(placed.status).toBe(201);
    expect(placed.json["account_key"]).toMatch(/^svc_/);
    expect((await retry(code)).json["error"]?.["code"]).toBe("setup_code_used");
    expect(await pageAt(url)).toContain("The call has been placed");
    const account = await appliance.client.get("/v1/account", String(placed.json["account_key"]));
    expect(account.json).toMatchObject({ balance_usd: 10, held_usd: 1, available_usd: 9 });
  });

  it("pays once however often its form is sent, and shows the account link once", async () => {
    const { url, code } = await needSetup();
    const page = await pageAt(url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(page, appliance.base)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.filter((text) => text.includes("/account/enter/"))).toHaveLength(1);
    const key = String((await retry(code)).json["account_key"]);
    expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(10);
  });

  it("after it was confirmed says what to do, with no form left", async () => {
    const { url } = await needSetup();
    await submit(await pageAt(url), appliance.base);
    const page = await pageAt(url);
    expect(page).toContain("tell your agent");
    expect(page).not.toContain("<form");
    expect(page).not.toContain("/account/enter/");
  });

  it("says before anybody pays that no line is configured", async () => {
    await appliance.end();
    appliance = await openAppliance({ settings: { trunkConfigured: false } });
    const { url } = await needSetup();
    expect(await pageAt(url)).toContain("No telephone line is configured yet");
  });

  it("is 404 for links that are unknown or expired", async () => {
    expect((await fetch(`${appliance.base}/setup/nonsense`)).status).toBe(404);
    expect((await fetch(`${appliance.base}/setup/%00%ff`)).status).toBe(404);
    const { url } = await needSetup();
    appliance.bench.clock.advance(25 * 60 * 60 * 1000);
    const gone = await fetch(url);
    expect(gone.status).toBe(404);
    expect(gone.headers.get("content-type")).toContain("text/html");
    expect(await gone.text()).toContain("unknown or has expired");
  });

  it("tops up an account whose balance is too small, without opening it to anybody", async () => {
    const { key } = appliance.bench.fund(99);
    const refused = await appliance.client.post("/v1/calls", REQUEST, key);
    expect(refused.json).toMatchObject({ status: "needs_setup", error: { code: "insufficient_funds" } });
    const page = await pageAt(String(refused.json["setup_url"]));
    expect(page).toContain("Top up to place this call");
    await submit(page, appliance.base);
    const placed = await appliance.client.post(
      "/v1/calls",
      { ...REQUEST, setup_code: refused.json["setup_code"] },
      key,
    );
    expect(placed.status).toBe(201);
    expect(placed.json["account_key"]).toBeUndefined();
  });
});

describe("the form", () => {
  it.each([
    ["without a token", { form_token: "" }, {}],
    ["with a token of another link", { form_token: "other" }, {}],
    ["from another site", {}, { Origin: "https://evil.example" }],
    ["from another port", {}, { Origin: "http://127.0.0.1:1" }],
    ["from nowhere that can be named", {}, { Origin: "null" }],
    ["as the browser says, across sites", {}, { "Sec-Fetch-Site": "cross-site" }],
    ["as the browser says, from a sibling site", {}, { "Sec-Fetch-Site": "same-site" }],
  ])("is refused %s, and nothing is paid", async (_name, fields, headers) => {
    const { url, code } = await needSetup();
    const other = await needSetup({ ...REQUEST, goal: "another" });
    const token = /name="form_token" value="([^"]+)"/.exec(await pageAt(other.url))?.[1] ?? "";
    const sent = "form_token" in fields ? { form_token: fields.form_token === "other" ? token : "" } : {};
    const answer = await submit(await pageAt(url), appliance.base, sent, headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Nothing was changed");
    expect((await retry(code)).status).toBe(402);
  });

  it("goes out of date after twelve hours", async () => {
    const { url, code } = await needSetup();
    const page = await pageAt(url);
    appliance.bench.clock.advance(13 * 60 * 60 * 1000);
    expect((await submit(page, appliance.base)).status).toBe(403);
    expect((await retry(code)).status).toBe(402);
  });

  it("is not JSON: what a page elsewhere could send with fetch is not taken", async () => {
    const { url, code } = await needSetup();
    const token = /name="form_token" value="([^"]+)"/.exec(await pageAt(url))?.[1];
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: `form_token=${token}`,
    });
    expect(answer.status).toBe(403);
    expect((await retry(code)).status).toBe(402);
  });
});

describe("where the operator's passphrase is needed", () => {
  const PASSPHRASE = "correct horse \u00e9";

  beforeEach(async () => {
    await appliance.end();
    appliance = await openAppliance({}, { operatorPassphrase: PASSPHRASE });
  });

  it("only the right one confirms", async () => {
    const { url, code } = await needSetup();
    const page = await pageAt(url);
    expect(page).toContain('name="passphrase"');
    for (const wrong of ["", "wrong", `${PASSPHRASE} `]) {
      const answer = await submit(page, appliance.base, { passphrase: wrong });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("Nothing was paid");
      expect((await retry(code)).status).toBe(402);
    }
    expect((await submit(page, appliance.base, { passphrase: PASSPHRASE })).status).toBe(200);
    expect((await retry(code)).status).toBe(201);
  });

  it("guessing is slow", async () => {
    const page = await pageAt((await needSetup()).url);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      statuses.push((await submit(page, appliance.base, { passphrase: `guess ${guess}` })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403));
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect((await submit(page, appliance.base, { passphrase: PASSPHRASE })).status).toBe(429);
    appliance.bench.clock.advance(61_000);
    expect((await submit(page, appliance.base, { passphrase: PASSPHRASE })).status).toBe(200);
  });

  it("guessing from many addresses is slow too, and what is right is not counted", async () => {
    await appliance.end();
    appliance = await openAppliance({}, { operatorPassphrase: PASSPHRASE, trustedProxies: ["127.0.0.1"] });
    const page = await pageAt((await needSetup()).url);
    const from = (n: number) => ({ "X-Forwarded-For": `198.51.${n >> 8}.${n & 255}` });
    const tryAs = async (n: number, passphrase: string): Promise<number> =>
      (await submit(page, appliance.base, { passphrase }, from(n))).status;
    for (let approved = 0; approved < 15; approved++) expect(await tryAs(0, PASSPHRASE)).toBe(200);
    const other = await pageAt((await needSetup({ ...REQUEST, goal: "another" })).url);
    const guesses: number[] = [];
    for (let n = 1; n <= 605; n++) {
      guesses.push((await submit(other, appliance.base, { passphrase: "guess" }, from(n))).status);
    }
    expect(guesses.filter((status) => status === 403)).toHaveLength(600);
    expect(guesses.slice(600)).toEqual([429, 429, 429, 429, 429]);
  });

  it("house credit is given out nowhere else without it", async () => {
    const { key } = appliance.bench.fund(500);
    const topUpUrl = String((await appliance.client.get("/v1/account", key)).json["top_up_url"]);
    const page = await pageAt(topUpUrl);
    expect((await submit(page, appliance.base, { passphrase: "wrong" })).status).toBe(403);
    expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(5);
    expect((await submit(page, appliance.base, { passphrase: PASSPHRASE })).status).toBe(200);
    expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(15);
  });
});

describe("without a passphrase", () => {
  it.each(["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])(
    "nobody approves through a proxy that the settings do not know of (%s)",
    async (header) => {
      const { url, code } = await needSetup();
      const page = await pageAt(url);
      const answer = await submit(page, appliance.base, {}, { [header]: "198.51.100.7" });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("billing.passphrase");
      expect((await retry(code)).status).toBe(402);

      const { key } = appliance.bench.fund(500);
      const link = await pageAt(String((await appliance.client.get("/v1/account", key)).json["top_up_url"]));
      expect((await submit(link, appliance.base, {}, { [header]: "198.51.100.7" })).status).toBe(403);
      expect((await appliance.client.get("/v1/account", key)).json["balance_usd"]).toBe(5);
      expect((await submit(page, appliance.base)).status).toBe(200);
    },
  );
});

describe("every page", () => {
  it("has a strict policy, is not indexed, and loads nothing from elsewhere", async () => {
    const { url } = await needSetup();
    for (const address of [
      url,
      `${appliance.base}/account`,
      `${appliance.base}/account/enter/x`,
      `${appliance.base}/setup/unknown`,
    ]) {
      const answer = await fetch(address);
      const policy = answer.headers.get("content-security-policy");
      expect(policy).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
      expect(answer.headers.get("referrer-policy")).toBe("same-origin");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
      const text = await answer.text();
      expect(text).toContain('<html lang="en">');
      expect(text).toContain('<meta name="robots" content="noindex, nofollow" />');
      for (const [, reference] of text.matchAll(/(?:src|href)="([^"]+)"/g))
        expect(reference).toMatch(/^\/|^http:\/\/127\.0\.0\.1/);
    }
  });

  it("has its style and icon, kept for ever", async () => {
    const page = await pageAt((await needSetup()).url);
    for (const [, path] of page.matchAll(/<link rel="(?:icon|stylesheet)" href="([^"]+)"/g)) {
      const asset = await fetch(appliance.base + path);
      expect(asset.status).toBe(200);
      expect(asset.headers.get("cache-control")).toContain("immutable");
      expect(await asset.text()).not.toMatch(/@import|url\(\s*["']?https?:/);
    }
  });
});
