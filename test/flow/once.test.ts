import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller, OnceKey } from "../../src/calls/operations.ts";
import { briefTo, DeskBench, SHOP_PHONE, settled } from "../fakes/desk.ts";

const coded = (code: string) => expect.objectContaining({ code });
const brief = briefTo(SHOP_PHONE);
const DAY_MS = 24 * 60 * 60 * 1000;
const key = (more: Partial<OnceKey> = {}): OnceKey => ({
  scope: "acct_1 /v1/calls",
  key: "k-1",
  fingerprint: "f-1",
  sealWith: null,
  ...more,
});

describe("a request with an Idempotency-Key", () => {
  let bench: DeskBench;
  let caller: Caller;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  const place =
    (who: Caller = caller, code: string | null = null) =>
    () => {
      const reply = bench.desk.placeCall(who, brief, code);
      return { status: reply.kind === "calling" ? 201 : 402, body: JSON.stringify(reply) };
    };

  it("is carried out once and replayed byte for byte, also after a crash between acceptance and answer", async () => {
    const first = bench.desk.once(key(), place());
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(bench.desk.once(key(), place())).toEqual({ ...first, replayed: true });
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
    await bench.restart();
    expect(bench.desk.once(key(), place())).toEqual({ ...first, replayed: true });
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.store.verify()).toEqual([]);
  });

  it("is a mistake with another body, and another request in another scope", () => {
    bench.desk.once(key(), place());
    expect(() => bench.desk.once(key({ fingerprint: "f-2" }), place())).toThrow(coded("idempotency_key_reused"));
    expect(bench.desk.once(key({ scope: "acct_2 /v1/calls" }), place()).replayed).toBe(false);
    expect(bench.desk.once(key({ key: "k-2" }), place()).replayed).toBe(false);
  });

  it("may be sent again after an answer that was not 2xx, corrected or with the set-up code", () => {
    expect(bench.desk.once(key(), () => ({ status: 400, body: "no" })).replayed).toBe(false);
    const placed = bench.desk.once(key({ fingerprint: "f-2" }), place());
    expect(placed).toMatchObject({ status: 201, replayed: false });
  });

  it("keeps what an answer of 402 needs, although the answer itself is not kept", () => {
    const poor = bench.fund(0).caller;
    const reply = JSON.parse(bench.desk.once(key(), place(poor)).body);
    const token = String(reply.setupUrl).split("/").at(-1) ?? "";
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "open" });
  });

  it("leaves nothing behind when it throws", async () => {
    const run = () => {
      place()();
      throw new Error("rendering failed");
    };
    expect(() => bench.desk.once(key(), run)).toThrow("rendering failed");
    await settled();
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.store.calls.unended()).toEqual([]);
    expect(bench.desk.once(key(), place()).replayed).toBe(false);
  });

  it("dials only after the answer is stored, and not for a part that was refused inside", async () => {
    bench.pbx.reason = "Asterisk is not running.";
    const reply = bench.desk.once(key(), () => {
      try {
        return place()();
      } catch {
        return { status: 503, body: "later" };
      }
    });
    expect(reply.status).toBe(503);
    expect(bench.store.calls.unended()).toEqual([]);
    bench.pbx.reason = null;
    bench.desk.once(key(), () => {
      const placed = place()();
      expect(bench.conversations.opened).toEqual([]);
      return placed;
    });
    expect(bench.conversations.opened).toHaveLength(1);
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
  });

  it("is forgotten after 24 h", () => {
    bench.desk.once(key(), () => ({ status: 200, body: "one" }));
    bench.clock.advance(DAY_MS - 1);
    expect(bench.desk.once(key(), () => ({ status: 200, body: "two" })).body).toBe("one");
    bench.clock.advance(1);
    expect(bench.desk.once(key({ fingerprint: "f-2" }), () => ({ status: 200, body: "two" }))).toMatchObject({
      body: "two",
      replayed: false,
    });
  });

  it("that carries an account key is sealed: replayed with the set-up code, unreadable in the file", async () => {
    const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };
    const setup = bench.desk.placeCall(visitor, brief, null);
    if (setup.kind !== "needs_setup") throw new Error("expected a set-up");
    await bench.desk.confirmSetup(setup.setupUrl.split("/").at(-1) ?? "", new AbortController().signal);
    const sealed = key({ sealWith: setup.setupCode });
    const first = bench.desk.once(sealed, place(visitor, setup.setupCode));
    const accountKey = String(JSON.parse(first.body).accountKey);
    expect(accountKey).toMatch(/^svc_/);
    await bench.restart();
    expect(bench.desk.once(sealed, place(visitor, setup.setupCode))).toEqual({ ...first, replayed: true });
    expect(() => bench.desk.once(key({ sealWith: "another" }), place())).toThrow(coded("idempotency_key_reused"));
    expect(() => bench.desk.once(key(), place())).toThrow(coded("idempotency_key_reused"));
    expect(bench.files()).not.toContain(accountKey);
    expect(bench.files()).not.toContain(setup.setupCode);
  });
});
