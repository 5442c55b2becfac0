/** The rows of the contract about planning, finding and sharing: a real desk and directory behind a real socket. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPolicy } from "../../src/policy/policy.ts";
import { assignmentOf, openingLine } from "../../src/conversation/dialog/brain/assignment.ts";
import type { BusinessQuery } from "../../src/planning/ports.ts";
import { openEmbeddedDirectory } from "../../src/directory/embedded.ts";
import type { EmbeddedDirectory } from "../../src/directory/embedded.ts";
import { briefTo, DEMO_PHONE, SETTINGS, SHOP_PHONE, settled } from "../fakes/desk.ts";
import { BISTRO, played, share } from "./pages/shared-scene.ts";
import type { Appliance } from "./appliance.ts";
import { openAppliance } from "./appliance.ts";
import type { Answer } from "./http-under-test.ts";

const SEED = join(import.meta.dirname, "../../config/directory/businesses.csv");
const POLICY = {
  allowedCountries: "low_risk",
  blockedNumbers: ["+14155550199"],
  ownNumbers: [],
  callerId: null,
  quietHours: null,
  defaultCountry: null,
} as const;
const SHOP = { phone: SHOP_PHONE, goal: "Book a table for two" };

let appliance: Appliance;
let directory: EmbeddedDirectory | null = null;
type Around = NonNullable<Parameters<typeof openAppliance>[0]>["around"];
const open = async (around: Around = {}): Promise<void> => {
  appliance = await openAppliance({ checkPolicy: createPolicy(POLICY), around });
};
beforeEach(() => open());
afterEach(async () => {
  await appliance.end();
  directory?.close();
  directory = null;
});
const reopen = async (around: Around): Promise<void> => {
  await appliance.end();
  await open(around);
};

const codeOf = (answer: Answer): string => `${answer.status} ${String(answer.json["error"]?.["code"])}`;
const plan = (body: object, key?: string, headers?: Record<string, string>): Promise<Answer> =>
  appliance.client.post("/v1/calls/plan", body, key, headers);

describe("POST /v1/calls/plan", () => {
  it("answers without a key with every part of the contract, and dials and stores nothing", async () => {
    const { status, json } = await plan({ ...SHOP, questions: ["Do you have a terrace?"] });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      "opening_line",
      "checklist",
      "likely_questions",
      "open_now",
      "cost_estimate",
      "callable",
      "blocked",
      "warnings",
    ]);
    expect(json).toMatchObject({
      open_now: null,
      cost_estimate: { min_usd: 0, typical_usd: 1, max_usd: 7.25 },
      callable: true,
      blocked: null,
    });
    expect(json["likely_questions"]).toContain("What date would you like?");
    await settled();
    expect([appliance.bench.pbx.dialled, appliance.bench.conversations.opened]).toEqual([[], []]);
  });

  it("opens with exactly the line that the assistant would say", async () => {
    await reopen({ openingLine: (brief, assistant) => openingLine(assignmentOf({ brief, assistant })) });
    const brief = briefTo(SHOP_PHONE, { goal: "Book a table for two", onBehalfOf: "Rosa Lindqvist" });
    expect((await plan({ ...SHOP, on_behalf_of: "Rosa Lindqvist" })).json["opening_line"]).toBe(
      openingLine(assignmentOf({ brief, assistant: SETTINGS.assistant })),
    );
  });

  it.each([
    ["911", {}, "emergency_number"],
    ["+1 900 555 0123", {}, "premium_number"],
    ["+5355512345", {}, "destination_not_allowed"],
    ["+14155550199", {}, "blocked_number"],
    [SHOP_PHONE, { transfer_to: "+19005550123" }, "premium_number"],
    [SHOP_PHONE, { goal: "Threaten to kill the owner unless he pays" }, "goal_not_allowed"],
  ])("is 200 for %s %j, and says what POST /calls would: %s", async (phone, more, code) => {
    const body = { ...SHOP, phone, ...more };
    const planned = await plan(body);
    const placed = await appliance.client.post("/v1/calls", body);
    expect(planned.status).toBe(200);
    expect(planned.json).toMatchObject({ callable: false, blocked: { code } });
    expect([placed.status, placed.json["error"]?.["code"]]).toEqual([403, code]);
    expect(planned.json["blocked"]?.["message"]).toBe(placed.json["error"]?.["message"]);
  });

  it("tells of a business that asked not to be called again", async () => {
    appliance.bench.store.doNotCall.add(SHOP_PHONE, 0);
    expect((await plan(SHOP)).json).toMatchObject({ callable: false, blocked: { code: "do_not_call" } });
  });

  it.each([
    {},
    { phone: SHOP_PHONE },
    { goal: "x" },
    { ...SHOP, goal: " " },
    { ...SHOP, goal: 5 },
    { ...SHOP, goal: "x".repeat(2001) },
    { ...SHOP, phone: "hello" },
    { ...SHOP, phone: "+1415555012" },
    { ...SHOP, phone: null },
    { ...SHOP, questions: ["a", " a"] },
    { ...SHOP, questions: "a" },
    { ...SHOP, language: "tlh" },
    { ...SHOP, callback_number: "tel:+14155550123" },
    { ...SHOP, transfer_to: "+1" },
    { ...SHOP, details: "\u0007" },
    { ...SHOP, account_key: 5 },
    { ...SHOP, setup_code: 5 },
    { ...SHOP, phone: "911", goal: "" },
  ])("is 400 with the same error as POST /calls: %j", async (body) => {
    const [planned, placed] = [await plan(body), await appliance.client.post("/v1/calls", body)];
    expect([planned.status, placed.status]).toEqual([400, 400]);
    const without = (answer: Answer): object => ({ ...answer.json["error"], request_id: null });
    expect(without(planned)).toEqual(without(placed));
  });

  it("does not look at keys and codes", async () => {
    const { key } = appliance.bench.fund(0);
    for (const answer of [
      await plan({ ...SHOP, account_key: "svc_wrong" }),
      await plan({ ...SHOP, setup_code: "unknown" }),
      await plan(SHOP, "svc_wrong"),
      await plan(SHOP, key),
      await plan({ ...SHOP, account_key: "svc_other" }, key),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.json["callable"]).toBe(true);
    }
  });

  it("warns of unknown fields, unassigned numbers, and a missing voicemail message", async () => {
    const { json } = await plan({ ...SHOP, phone: "+14155550123", voicemail: "x", zzz: 1 });
    const warnings = (json["warnings"] as unknown as string[]).join("\n");
    expect(warnings).toMatch(/"voicemail".*did you mean "voicemail_message"/);
    expect(warnings).toMatch(/"zzz" is unknown/);
    expect(warnings).toMatch(/voicemail_message is missing/);
    const odd = await plan({ ...SHOP, phone: "+12005550123" });
    expect(odd.json["warnings"]).toContainEqual(expect.stringMatching(/not one that is assigned/));
  });

  it("knows when the business is open, and that the demo is free as a rule", async () => {
    const business = { name: "Shop", phone: SHOP_PHONE, address: null, openNow: false, hoursToday: "closed" };
    const rest = { rating: null, timezone: null, distanceMetres: null, attribution: null };
    const atNumber = (phone: string) => (phone === SHOP_PHONE ? { ...business, ...rest } : null);
    await reopen({ directory: { search: () => Promise.resolve([]), atNumber } });
    const { json } = await plan(SHOP);
    expect(json["open_now"]).toBe(false);
    expect(json["warnings"]).toContainEqual(expect.stringMatching(/closed now/));
    const demo = await plan({ ...SHOP, phone: DEMO_PHONE });
    expect(demo.json).toMatchObject({ open_now: null, cost_estimate: { typical_usd: 0 } });
  });

  it("is better with a language model, and the rules' answer when that fails or is slow", async () => {
    const rules = (await plan(SHOP)).json;
    const more = { checklist: ["Thank them."], likelyQuestions: ["Is it a birthday?"] };
    await reopen({ thinkAhead: () => Promise.resolve(more) });
    const better = (await plan(SHOP)).json;
    expect(better["likely_questions"]).toContain("Is it a birthday?");
    await reopen({ thinkAhead: () => Promise.reject(new Error("no model")) });
    expect((await plan(SHOP)).json).toEqual(rules);

    const asked = Promise.withResolvers<void>();
    await reopen({
      thinkAhead: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const slow = plan(SHOP);
    await asked.promise;
    appliance.bench.clock.advance(2_500);
    expect((await slow).json).toEqual(rules);
  });

  it("asks the language model for no call that is blocked, and for a few plans at a time only", async () => {
    let asked = 0;
    await reopen({
      thinkAhead: () => {
        asked += 1;
        return new Promise(() => {});
      },
    });
    expect((await plan({ ...SHOP, phone: "+14155550199" })).json["callable"]).toBe(false);
    expect(asked).toBe(0);
    const plans = Array.from({ length: 10 }, () => plan(SHOP));
    let answered = 0;
    for (const each of plans) void each.then(() => (answered += 1));
    // Those that may not ask are answered at once.
    await vi.waitFor(() => expect(answered).toBe(6));
    appliance.bench.clock.advance(2_500);
    await Promise.all(plans);
    expect(asked).toBe(4);
  });

  it("is replayed for an Idempotency-Key as it was made; other bodies are 422, malformed keys 400", async () => {
    const once = { "Idempotency-Key": "p1" };
    const first = await plan(SHOP, undefined, once);
    // Later another hour: a plan that is made anew says so.
    appliance.bench.clock.advance(12 * 3_600_000);
    const again = await plan(SHOP, undefined, once);
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect((await plan({ ...SHOP, goal: "x" }, undefined, once)).json["error"]).toMatchObject({
      type: "idempotency",
      code: "idempotency_key_reused",
    });
    expect((await plan(SHOP, undefined, { "Idempotency-Key": "p2" })).headers.get("idempotent-replayed")).toBeNull();
    const malformed = await plan(SHOP, undefined, { "Idempotency-Key": "x".repeat(256) });
    expect(malformed.json["error"]).toMatchObject({ code: "invalid_field", param: "Idempotency-Key" });
  });

  it("is thought of once: the same Idempotency-Key meanwhile is told to ask again", async () => {
    let asked = 0;
    await reopen({
      thinkAhead: () => {
        asked += 1;
        return new Promise(() => {});
      },
    });
    const once = { "Idempotency-Key": "p1" };
    const first = plan(SHOP, undefined, once);
    await vi.waitFor(() => expect(asked).toBe(1));
    const meanwhile = await plan(SHOP, undefined, once);
    expect(meanwhile.status).toBe(409);
    expect(meanwhile.json["error"]).toMatchObject({ code: "idempotency_key_in_flight", retryable: true });
    expect(meanwhile.headers.get("retry-after")).toBe("1");
    appliance.bench.clock.advance(2_500);
    const made = await first;
    expect((await plan(SHOP, undefined, once)).text).toBe(made.text);
    expect(asked).toBe(1);
  });
});

describe("GET /v1/businesses", () => {
  const find = (query: string): Promise<Answer> => appliance.client.get(`/v1/businesses?${query}`);

  it("finds the fictional businesses that come with the appliance, without a key", async () => {
    const { folder } = appliance.bench;
    directory = openEmbeddedDirectory({ folder, seed: { path: SEED, demoPhone: DEMO_PHONE }, nowMs: 0 });
    const here = directory;
    await reopen({ directory: here });
    const { status, json } = await find("query=blue%20harbour&near=Washington");
    expect(status).toBe(200);
    const [first] = json["businesses"] as unknown as Record<string, unknown>[];
    expect(Object.keys(json)).toEqual(["businesses"]);
    expect(Object.keys(first ?? {})).toEqual([
      "name",
      "phone",
      "address",
      "open_now",
      "hours_today",
      "rating",
      "timezone",
    ]);
    expect(first).toMatchObject({ name: "Blue Harbor Bistro", phone: DEMO_PHONE, timezone: "America/New_York" });
    expect((await find("query=zzzzqqqq")).json).toEqual({ businesses: [] });
    expect((await appliance.client.get("/v1/businesses?query=x", "svc_wrong")).status).toBe(200);
  });

  it("says null for what it does not know, and whom the data is owed to", async () => {
    const search = () =>
      Promise.resolve([
        {
          name: "Shop",
          phone: null,
          address: null,
          openNow: null,
          hoursToday: null,
          rating: null,
          timezone: null,
          distanceMetres: 12,
          attribution: "© OpenStreetMap contributors",
        },
      ]);
    await reopen({ directory: { search, atNumber: () => null } });
    expect((await find("query=shop")).json).toEqual({
      businesses: [
        { name: "Shop", phone: null, address: null, open_now: null, hours_today: null, rating: null, timezone: null },
      ],
      attribution: ["© OpenStreetMap contributors"],
    });
  });

  it.each(["", "query=", "query=%20%20", "query=a&query=b", "near=Berlin", "query=a&near=b&near=c", "query=%00"])(
    "is 400 for ?%s",
    async (query) => {
      expect(codeOf(await find(query))).toBe("400 invalid_field");
    },
  );

  it("passes on what was asked, and a blank near as none", async () => {
    const asked: unknown[] = [];
    const search = (query: unknown) => {
      asked.push(query);
      return Promise.resolve([]);
    };
    await reopen({ directory: { search, atNumber: () => null } });
    await find("query=%20pizza%20&near=38.9,-77.0");
    await find("query=pizza&near=");
    expect(asked).toEqual([
      { text: "pizza", near: "38.9,-77.0", limit: 20, mayCost: false },
      { text: "pizza", near: null, limit: 20, mayCost: false },
    ]);
  });

  it("may cost the operator money for an account's key only; another is as good as none", async () => {
    const asked: unknown[] = [];
    const search = ({ mayCost }: BusinessQuery) => {
      asked.push(mayCost);
      return Promise.resolve([]);
    };
    await reopen({ directory: { search, atNumber: () => null } });
    const { key } = appliance.bench.fund(100);
    const demo = await appliance.client.post("/v1/calls", { phone: DEMO_PHONE, goal: "Book a table" });
    for (const sent of [key, "svc_wrong", String(demo.json["call_key"])]) {
      expect((await appliance.client.get("/v1/businesses?query=pizza", sent)).status).toBe(200);
    }
    expect(asked).toEqual([true, false, false]);
  });

  it("is 503 when the directory cannot be reached", async () => {
    await reopen({ directory: { search: () => Promise.reject(new Error("down")), atNumber: () => null } });
    const answer = await find("query=pizza");
    expect(codeOf(answer)).toBe("503 directory_unavailable");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("POST /v1/calls/{id}/share", () => {
  const ask = (callId: string, key: string | undefined, body: unknown): Promise<Answer> =>
    appliance.client.post(`/v1/calls/${callId}/share`, body, key);
  const read = (callId: string, key: string): Promise<Answer> => appliance.client.get(`/v1/calls/${callId}`, key);
  const pageStatus = async (url: string): Promise<number> => (await fetch(url)).status;

  it("before the end is 409 call_not_ended, whichever way", async () => {
    const placed = await appliance.client.post("/v1/calls", { ...SHOP, phone: DEMO_PHONE });
    const [callId, key] = [String(placed.json["call_id"]), String(placed.json["call_key"])];
    for (const isPublic of [true, false]) {
      expect(codeOf(await ask(callId, key, { public: isPublic }))).toBe("409 call_not_ended");
    }
  });

  it("publishes, gives the same url again, takes it down, and publishes anew", async () => {
    const { callId, key } = await played(appliance, BISTRO);
    const before = (await read(callId, key)).json;
    expect(before["share_url"]).toBeNull();

    const first = await ask(callId, key, { public: true });
    expect(Object.keys(first.json)).toEqual(["ok", "url", "message"]);
    const url = String(first.json["url"]);
    expect(url).toMatch(new RegExp(`^${appliance.base}/s/[0-9A-Za-z]{27}$`));
    expect(url).not.toContain(callId.slice(5));
    expect(first.json["message"]).toMatch(/anyone with the link can read the transcript and result/i);
    expect(first.json["message"]).toMatch(/phone numbers and email addresses are hidden/i);
    const shared = (await read(callId, key)).json;
    expect(shared["share_url"]).toBe(url);
    expect(Number(shared["version"])).toBeGreaterThan(Number(before["version"]));
    expect((await ask(callId, key, { public: true })).text).toBe(first.text);
    expect((await read(callId, key)).json).toEqual(shared);
    expect(await pageStatus(url)).toBe(200);

    const down = await ask(callId, key, { public: false });
    expect(down.json).toMatchObject({ ok: true, url });
    expect(await pageStatus(url)).toBe(410);
    const after = (await read(callId, key)).json;
    expect(after["share_url"]).toBeNull();
    expect(Number(after["version"])).toBeGreaterThan(Number(shared["version"]));
    expect((await ask(callId, key, { public: false })).text).toBe(down.text);

    const anew = String((await ask(callId, key, { public: true })).json["url"]);
    expect(anew).not.toBe(url);
    expect([await pageStatus(anew), await pageStatus(url)]).toEqual([200, 410]);
    await appliance.restart();
    expect(await pageStatus(anew.replace(/^http:\/\/[^/]+/, appliance.base))).toBe(200);
    expect((await read(callId, key)).json["share_url"]).toBe(anew.replace(/^http:\/\/[^/]+/, appliance.base));
  });

  it("of a call never shared answers a withdrawal with a link that never works", async () => {
    const { callId, key } = await played(appliance, BISTRO);
    const before = await read(callId, key);
    const down = await ask(callId, key, { public: false });
    expect(down.json).toMatchObject({ ok: true, url: expect.stringMatching(/\/s\//) });
    expect(await pageStatus(String(down.json["url"]))).toBe(410);
    expect((await ask(callId, key, { public: false })).json["url"]).toBe(down.json["url"]);
    expect((await read(callId, key)).text).toBe(before.text);
    expect(await pageStatus(await share(appliance, { callId, key }))).toBe(200);
  });

  it("may be done by the holder of a demo call's own key", async () => {
    const placed = await appliance.client.post("/v1/calls", { ...SHOP, phone: DEMO_PHONE });
    const [callId, key] = [String(placed.json["call_id"]), String(placed.json["call_key"])];
    await settled();
    appliance.bench.pbx.ended(callId, "busy", 486);
    const url = String((await ask(callId, key, { public: true })).json["url"]);
    expect(await (await fetch(url)).text()).toContain("not answered");
  });

  it("is refused to strangers, without a key, and for unknown calls", async () => {
    const { callId, key } = await played(appliance, BISTRO);
    const stranger = appliance.bench.fund(0).key;
    expect(codeOf(await ask(callId, stranger, { public: true }))).toBe("404 call_not_found");
    expect(codeOf(await ask("call_0000000000000000000009", key, { public: true }))).toBe("404 call_not_found");
    expect(codeOf(await ask(callId, undefined, { public: true }))).toBe("401 missing_key");
    expect(codeOf(await ask(callId, "svc_wrong", { public: true }))).toBe("401 invalid_key");
    expect((await read(callId, key)).json["share_url"]).toBeNull();
  });

  it.each([{}, { public: null }, { public: "true" }, { public: 1 }])("is 400 for %j", async (body) => {
    const { callId, key } = await played(appliance, { said: [] });
    const answer = await ask(callId, key, body);
    expect(codeOf(answer)).toBe("400 invalid_field");
    expect(answer.json["error"]?.["param"]).toBe("public");
  });

  it("two at once give one link; an Idempotency-Key replays the first answer", async () => {
    const { callId, key } = await played(appliance, BISTRO);
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(callId, key, { public: true })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const path = `/v1/calls/${callId}/share`;
    const once = { "Idempotency-Key": "s1" };
    const down = await appliance.client.post(path, { public: false }, key, once);
    await ask(callId, key, { public: true });
    const replayed = await appliance.client.post(path, { public: false }, key, once);
    expect([replayed.text, replayed.headers.get("idempotent-replayed")]).toEqual([down.text, "true"]);
  });

  it("an unknown link is 404, and one in any other spelling", async () => {
    for (const path of ["/s/nope", `/s/${"a".repeat(27)}`, "/s/", "/s/%00", `/s/${"a".repeat(5000)}`]) {
      const answer = await fetch(appliance.base + path);
      expect([answer.status, path]).toEqual([404, path]);
    }
  });
});
