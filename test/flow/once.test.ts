import Database from "better-sqlite3";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller, IdempotencyKey } from "../../src/calls/operations.ts";
import { briefTo, DEMO_PHONE, DeskBench, SHOP_PHONE, settled } from "../fakes/desk.ts";

const coded = (code: string) => expect.objectContaining({ code });
const brief = briefTo(SHOP_PHONE);
const DAY_MS = 24 * 60 * 60 * 1000;
const account = (accountId: string): Caller => ({ kind: "account", accountId, keyId: "key_1" });
const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };
const key = (more: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  caller: account("acct_1"),
  path: "/v1/calls",
  key: "k-1",
  fingerprint: "f-1",
  setupCode: null,
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
    const first = bench.desk.idempotent(key(), place());
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(bench.desk.idempotent(key(), place())).toEqual({ ...first, replayed: true });
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
    await bench.restart();
    expect(bench.desk.idempotent(key(), place())).toEqual({ ...first, replayed: true });
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.store.verify()).toEqual([]);
  });

  it("is a mistake with another body, and another request in another scope", () => {
    bench.desk.idempotent(key(), place());
    expect(() => bench.desk.idempotent(key({ fingerprint: "f-2" }), place())).toThrow(coded("idempotency_key_reused"));
    expect(bench.desk.idempotent(key({ caller: account("acct_2") }), place()).replayed).toBe(false);
    expect(bench.desk.idempotent(key({ path: "/v1/calls/call_1/hangup" }), place()).replayed).toBe(false);
    expect(bench.desk.idempotent(key({ key: "k-2" }), place()).replayed).toBe(false);
  });

  it("may be sent again after an answer that was not 2xx, corrected or with the set-up code", () => {
    expect(bench.desk.idempotent(key(), () => ({ status: 400, body: "no" })).replayed).toBe(false);
    const placed = bench.desk.idempotent(key({ fingerprint: "f-2" }), place());
    expect(placed).toMatchObject({ status: 201, replayed: false });
  });

  it("keeps what an answer of 402 needs, although the answer itself is not kept", () => {
    const poor = bench.fund(0).caller;
    const reply = JSON.parse(bench.desk.idempotent(key(), place(poor)).body);
    const token = String(reply.setupUrl).split("/").at(-1) ?? "";
    expect(bench.desk.readSetup(token)).toMatchObject({ state: "open" });
  });

  it("leaves nothing behind when it throws", async () => {
    const run = () => {
      place()();
      throw new Error("rendering failed");
    };
    expect(() => bench.desk.idempotent(key(), run)).toThrow("rendering failed");
    await settled();
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.store.calls.unended()).toEqual([]);
    expect(bench.desk.idempotent(key(), place()).replayed).toBe(false);
  });

  it("dials only after the answer is stored, and not for a part that was refused inside", async () => {
    bench.pbx.reason = "Asterisk is not running.";
    const reply = bench.desk.idempotent(key(), () => {
      try {
        return place()();
      } catch {
        return { status: 503, body: "later" };
      }
    });
    expect(reply.status).toBe(503);
    expect(bench.store.calls.unended()).toEqual([]);
    bench.pbx.reason = null;
    bench.desk.idempotent(key(), () => {
      const placed = place()();
      expect(bench.conversations.opened).toEqual([]);
      return placed;
    });
    expect(bench.conversations.opened).toHaveLength(1);
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
  });

  it("is forgotten after 24 h", () => {
    bench.desk.idempotent(key(), () => ({ status: 200, body: "one" }));
    bench.clock.advance(DAY_MS - 1);
    expect(bench.desk.idempotent(key(), () => ({ status: 200, body: "two" })).body).toBe("one");
    bench.clock.advance(1);
    expect(bench.desk.idempotent(key({ fingerprint: "f-2" }), () => ({ status: 200, body: "two" }))).toMatchObject({
      body: "two",
      replayed: false,
    });
  });

  it("is forgotten by itself, also when thousands expire at once and their keys come again in that moment", () => {
    const name = (nth: number) => ({ holder: "acct_1", path: "/v1/calls", key: `k-${nth}`, setupCode: null });
    const stored = new Database(join(bench.folder, "outdial.db"), { readonly: true });
    const count = (): unknown => stored.prepare("SELECT COUNT(*) FROM reply").pluck().get();
    bench.store.atomically(() => {
      const life = { lasting: true, expiresAtMs: bench.clock.wallMs() + DAY_MS };
      for (let nth = 0; nth < 10_000; nth++) {
        bench.store.replies.keep(name(nth), { fingerprint: "f", status: 201, body: "placed" }, life);
      }
    });
    bench.clock.jump(DAY_MS);
    for (const nth of [0, 5_000, 9_999]) {
      const again = bench.desk.idempotent(key({ key: `k-${nth}` }), () => ({ status: 201, body: "anew" }));
      expect(again).toMatchObject({ body: "anew", replayed: false });
    }
    expect(count()).toBeGreaterThan(9_000);
    bench.clock.advance(5 * 60_000);
    expect(count()).toBe(3);
    stored.close();
  });

  it("that carries an account key is sealed: replayed with the set-up code, unreadable in the file", async () => {
    const setup = bench.desk.placeCall(visitor, brief, null);
    if (setup.kind !== "needs_setup") throw new Error("expected a set-up");
    await bench.desk.confirmSetup(setup.setupUrl.split("/").at(-1) ?? "", new AbortController().signal);
    const sealed = key({ setupCode: setup.setupCode });
    const first = bench.desk.idempotent(sealed, place(visitor, setup.setupCode));
    const accountKey = String(JSON.parse(first.body).accountKey);
    expect(accountKey).toMatch(/^svc_/);
    await bench.restart();
    expect(bench.desk.idempotent(sealed, place(visitor, setup.setupCode))).toEqual({ ...first, replayed: true });
    expect(() => bench.desk.idempotent(key({ setupCode: "another" }), place())).toThrow(
      coded("idempotency_key_reused"),
    );
    expect(() => bench.desk.idempotent(key(), place())).toThrow(coded("idempotency_key_reused"));
    expect(bench.files()).not.toContain(accountKey);
    expect(bench.files()).not.toContain(setup.setupCode);
  });

  it("that carries a call key is sealed too: replayed with its Idempotency-Key, unreadable in the file", async () => {
    const once = key({ caller: visitor, key: "6f0d0b9e-3c54-4d0a-9f43-6d2b8a4e71c5" });
    const demo = () => {
      const reply = bench.desk.placeCall(visitor, briefTo(DEMO_PHONE), null);
      return { status: 201, body: JSON.stringify(reply) };
    };
    const first = bench.desk.idempotent(once, demo);
    const callKey = String(JSON.parse(first.body).callKey);
    expect(callKey).toMatch(/^svc_/);
    await bench.restart();
    expect(bench.desk.idempotent(once, demo)).toEqual({ ...first, replayed: true });
    const files = bench.files();
    expect(files).not.toContain(callKey);
    expect(files).not.toContain(once.key);
    expect(bench.desk.authenticate(callKey)).toMatchObject({ kind: "call" });
  });
});

describe("stored answers", () => {
  let bench: DeskBench;
  beforeEach(() => void (bench = new DeskBench()));
  afterEach(() => bench.end());

  const done = () => ({ status: 200, body: "done" });
  const hangUp = (caller: Caller, nth: number): IdempotencyKey =>
    key({ caller, path: "/v1/calls/call_1/hangup", key: `hang-up ${nth}` });
  /** In one commit, so that the disk is waited for once. */
  const many = (caller: Caller, from: number, to: number): void =>
    bench.store.atomically(() => {
      for (let nth = from; nth <= to; nth++) bench.desk.idempotent(hangUp(caller, nth), done);
    });
  const isKept = (request: IdempotencyKey): boolean =>
    bench.desk.idempotent(request, () => ({ status: 500, body: "" })).replayed;

  it.each([
    ["an account", 1_000, account("acct_1")],
    ["the key of one call", 100, { kind: "call", callId: "call_1", keyId: "key_1" } as const],
  ])("of %s are the newest %i, and those of others stay", (_who, most, caller) => {
    const other = account("acct_2");
    many(other, 1, 3);
    many(caller, 1, most);
    expect(isKept(hangUp(caller, 1))).toBe(true);
    many(caller, most + 1, most + 1);
    expect([isKept(hangUp(caller, 1)), isKept(hangUp(caller, 2))]).toEqual([false, true]);
    expect(isKept(hangUp(caller, most + 1))).toBe(true);
    expect([1, 2, 3].map((nth) => isKept(hangUp(other, nth)))).toEqual([true, true, true]);
  });

  it("are at most ten thousand in all, the oldest making room, but what placed a call is always replayed", async () => {
    const { caller } = bench.fund(1000);
    const placing = key({ caller });
    const first = bench.desk.idempotent(placing, () => {
      const reply = bench.desk.placeCall(caller, brief, null);
      return { status: 201, body: JSON.stringify(reply) };
    });
    many(caller, 1, 1_001);
    bench.store.atomically(() => {
      for (let nth = 1; nth <= 9_000; nth++) {
        const name = { holder: `acct_${nth}`, path: "/v1/calls/call_1/hangup", key: "k", setupCode: null };
        const life = { lasting: false, expiresAtMs: bench.clock.wallMs() + DAY_MS };
        bench.store.replies.keep(name, { fingerprint: "f", status: 200, body: "done" }, life);
      }
    });
    expect(isKept(hangUp(caller, 2))).toBe(true);
    many(account("acct_10"), 1, 1);
    expect([isKept(hangUp(caller, 2)), isKept(hangUp(caller, 3))]).toEqual([false, true]);
    const again = bench.desk.idempotent(placing, () => {
      throw new Error("placed twice");
    });
    expect(again).toEqual({ ...first, replayed: true });
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
  });
});
