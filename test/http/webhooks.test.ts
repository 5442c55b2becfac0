import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAppliance } from "./appliance.ts";
import type { Appliance } from "./appliance.ts";
import { wholeCall, Outbox } from "../webhooks/outbox.ts";

const URL_TO = "http://127.0.0.1:9/hook";

describe("/v1/webhooks", () => {
  let appliance: Appliance;
  let key: string;
  let stranger: string;
  beforeAll(async () => {
    appliance = await openAppliance();
    key = appliance.bench.fund(10_000).key;
    stranger = appliance.bench.fund(0).key;
  });
  afterAll(() => appliance.end());

  it("shows the secret once, when a webhook is made and when its secret is exchanged", async () => {
    const { client } = appliance;
    const made = await client.post("/v1/webhooks", { url: URL_TO }, key, { "Idempotency-Key": "one" });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ url: URL_TO, events: ["call.answered", "call.question", "call.ended"] });
    const again = await client.post("/v1/webhooks", { url: URL_TO }, key, { "Idempotency-Key": "one" });
    expect(again.text).toBe(made.text);
    const secret = String(made.json["secret"]);
    expect(() => new Webhook(secret)).not.toThrow();
    const list = await client.get("/v1/webhooks", key);
    expect(list.json["webhooks"]).toHaveLength(1);
    expect(list.text).not.toContain("whsec_");
    const id = String(made.json["webhook_id"]);
    const rotated = await client.post(`/v1/webhooks/${id}/rotate`, undefined, key);
    expect(rotated.json).toMatchObject({ ok: true, webhook_id: id, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.json["secret"]).not.toBe(secret);
    expect((await client.ask("DELETE", `/v1/webhooks/${id}`, { key })).status).toBe(200);
    expect((await client.ask("DELETE", `/v1/webhooks/${id}`, { key })).status).toBe(404);
  });

  it.each([
    [{}, "url"],
    [{ url: "" }, "url"],
    [{ url: 5 }, "url"],
    [{ url: "https://10.0.0.1/" }, "url"],
    [{ url: "http://example.com/" }, "url"],
    [{ url: URL_TO, events: [] }, "events"],
    [{ url: URL_TO, events: ["call.ended", "other"] }, "events"],
    [{ url: URL_TO, events: "call.ended" }, "events"],
  ])("refuses %j and names the field", async (body, param) => {
    const answer = await appliance.client.post("/v1/webhooks", body, key);
    expect(answer.status).toBe(400);
    expect(answer.json["error"]?.["param"]).toBe(param);
  });

  it("is the account's own: without a key 401, another's webhook 404, and so is an id of another form", async () => {
    const { client } = appliance;
    expect((await client.get("/v1/webhooks")).status).toBe(401);
    const { json } = await client.post("/v1/webhooks", { url: URL_TO }, key);
    for (const id of [String(json["webhook_id"]), "wh_unknown", "other"]) {
      expect((await client.get(`/v1/webhooks/${id}/deliveries`, stranger)).status).toBe(404);
      expect((await client.post(`/v1/webhooks/${id}/rotate`, undefined, stranger)).status).toBe(404);
    }
    await client.ask("DELETE", `/v1/webhooks/${String(json["webhook_id"])}`, { key });
  });

  it("lists deliveries page by page with every try, and sends one once more", async () => {
    const { client, bench } = appliance;
    const { json } = await client.post("/v1/webhooks", { url: URL_TO, events: ["call.ended"] }, key);
    const path = `/v1/webhooks/${String(json["webhook_id"])}/deliveries`;
    const caller = bench.desk.authenticate(key);
    if (caller === null) throw new Error("the key does not work");
    const outbox = new Outbox(bench);
    outbox.start(async () => ({ status: 500, error: "it answered 500", retryAfterMs: null }));
    const callIds = [await wholeCall(outbox, caller), await wholeCall(outbox, caller), await wholeCall(outbox, caller)];
    await outbox.settle();
    await outbox.stop();
    const first = await client.get(`${path}?limit=2`, key);
    expect(first.json["deliveries"]).toMatchObject([
      { call_id: callIds[2], type: "call.ended", state: "pending", tries: [{ status: 500, error: "it answered 500" }] },
      { call_id: callIds[1] },
    ]);
    const rest = await client.get(`${path}?limit=2&cursor=${String(first.json["next_cursor"])}`, key);
    expect(rest.json).toMatchObject({ deliveries: [{ call_id: callIds[0] }], next_cursor: null });
    expect((await client.get(`${path}?state=delivered`, key)).json["deliveries"]).toEqual([]);
    expect((await client.get(`${path}?state=other`, key)).status).toBe(400);
    const one = String(first.json["deliveries"]?.["0"]?.["delivery_id"]);
    expect((await client.post(`${path}/${one}/resend`, undefined, key)).json).toEqual({ ok: true, delivery_id: one });
    const now = await client.get(path, key);
    expect(now.json["deliveries"]?.["0"]).toMatchObject({ delivery_id: one, next_try_at: null, state: "pending" });
  });
});
