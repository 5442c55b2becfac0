import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, BOB, CALL_ID, CALL_KEY, ScriptedOperations } from "./scripted-operations.ts";

const GOOD = { phone: "+12025550142", goal: "Book a haircut" };

let operations: ScriptedOperations;
let api: OpenDoor;
beforeEach(async () => {
  operations = new ScriptedOperations();
  api = await openDoor({ operations });
});
afterEach(() => api.server.close());

const withKey = (key: string): Record<string, string> => ({ "Idempotency-Key": key });

describe("Idempotency-Key", () => {
  it("replays status and body byte for byte, and says so", async () => {
    const first = await api.client.post("/v1/calls", GOOD, ALICE, withKey("k"));
    operations.place = () => ({ kind: "calling", callId: "call_other", accountKey: null, callKey: null });
    const second = await api.client.post("/v1/calls", GOOD, ALICE, withKey("k"));
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(operations.placed).toHaveLength(1);
  });

  it("refuses another body with 422", async () => {
    await api.client.post("/v1/calls", GOOD, ALICE, withKey("k"));
    const other = await api.client.post("/v1/calls", { ...GOOD, goal: "y" }, ALICE, withKey("k"));
    expect(other.status).toBe(422);
    expect(other.json["error"]).toMatchObject({ type: "idempotency", code: "idempotency_key_reused" });
  });

  it("keeps only answers of 2xx, so that the retry with setup_code may use the same key", async () => {
    operations.place = () => ({
      kind: "needs_setup",
      setupUrl: "http://x/setup/a",
      setupCode: "code",
      because: "no_key",
    });
    expect((await api.client.post("/v1/calls", GOOD, undefined, withKey("k"))).status).toBe(402);
    operations.place = () => ({ kind: "calling", callId: CALL_ID, accountKey: "svc_new", callKey: null });
    const paid = await api.client.post("/v1/calls", { ...GOOD, setup_code: "code" }, undefined, withKey("k"));
    expect(paid.status).toBe(201);
    expect([...operations.stored.values()]).toMatchObject([{ setupCode: "code" }]);
    const again = await api.client.post("/v1/calls", { ...GOOD, setup_code: "code" }, undefined, withKey("k"));
    expect(again.json["account_key"]).toBe("svc_new");
  });

  it("counts per account and path, and without a key per address", async () => {
    await api.client.post("/v1/calls", GOOD, ALICE, withKey("k"));
    await api.client.post("/v1/calls", GOOD, BOB, withKey("k"));
    await api.client.post("/v1/calls", GOOD, undefined, withKey("k"));
    await api.client.post("/v1/calls", { ...GOOD, account_key: ALICE }, undefined, withKey("other"));
    await api.client.post(`/v1/calls/${CALL_ID}/hangup`, {}, ALICE, withKey("k"));
    await api.client.post(`/v1/calls/${CALL_ID}/answer`, { answer: "x" }, ALICE, withKey("k"));
    await api.client.post(`/v1/calls/${CALL_ID}/answer`, { answer: "x" }, CALL_KEY, withKey("k"));
    expect([...operations.stored.keys()]).toEqual([
      "acct_alice /v1/calls\nk",
      "acct_bob /v1/calls\nk",
      "127.0.0.1 /v1/calls\nk",
      "acct_alice /v1/calls\nother",
      `acct_alice /v1/calls/${CALL_ID}/hangup\nk`,
      `acct_alice /v1/calls/${CALL_ID}/answer\nk`,
      `${CALL_ID} /v1/calls/${CALL_ID}/answer\nk`,
    ]);
  });

  it.each(["answer", "hangup"])("works for %s", async (tail) => {
    const body = tail === "answer" ? { answer: "x" } : {};
    const first = await api.client.post(`/v1/calls/${CALL_ID}/${tail}`, body, ALICE, withKey("k"));
    const second = await api.client.post(`/v1/calls/${CALL_ID}/${tail}`, body, ALICE, withKey("k"));
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  it.each([
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["not ASCII", "\u00e4"],
  ])("that is %s is 400", async (_name, key) => {
    const answer = await api.client.post("/v1/calls", GOOD, ALICE, withKey(key));
    expect(answer.status).toBe(400);
    expect(answer.json["error"]).toMatchObject({ code: "invalid_field", param: "Idempotency-Key" });
    expect(operations.placed).toHaveLength(0);
  });
});
