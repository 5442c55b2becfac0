import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller, KeyHolder, PlaceReply } from "../../src/calls/operations.ts";
import { cents } from "../../src/billing/pricing.ts";
import { MOST_OPEN_SETUPS } from "../../src/billing/setup-claim.ts";
import { newId } from "../../src/lib/ids.ts";
import { briefTo, DEMO_PHONE, DeskBench, SHOP_PHONE, settled } from "../fakes/desk.ts";

const coded = (code: string) => expect.objectContaining({ code });
const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };
const brief = briefTo(SHOP_PHONE, { questions: ["Open?"] });
const signal = new AbortController().signal;
const DAY_MS = 24 * 60 * 60 * 1000;

type NeedsSetup = Extract<PlaceReply, { kind: "needs_setup" }>;
type Calling = Extract<PlaceReply, { kind: "calling" }>;

describe("the first call of somebody without a key", () => {
  let bench: DeskBench;
  beforeEach(() => void (bench = new DeskBench()));
  afterEach(() => bench.end());

  const needsSetup = (caller: Caller = visitor, code: string | null = null, wanted = brief): NeedsSetup => {
    const reply = bench.desk.placeCall(caller, wanted, code);
    if (reply.kind !== "needs_setup") throw new Error("expected a set-up");
    return reply;
  };
  const calling = (caller: Caller, code: string | null, wanted = brief): Calling => {
    const reply = bench.desk.placeCall(caller, wanted, code);
    if (reply.kind !== "calling") throw new Error(`expected a call, not ${reply.because}`);
    return reply;
  };
  const tokenOf = ({ setupUrl }: NeedsSetup): string => setupUrl.split("/").at(-1) ?? "";
  const confirm = (setup: NeedsSetup) => bench.desk.confirmSetup(tokenOf(setup), signal);
  const holderOf = (key: string | null): KeyHolder => {
    const holder = key === null ? null : bench.desk.authenticate(key);
    if (holder === null) throw new Error("expected a key that works");
    return holder;
  };

  it("needs a set-up; the link shows exactly the call, and opening it changes nothing", () => {
    const setup = needsSetup();
    expect(setup).toMatchObject({
      because: "no_key",
      setupUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/setup\/\w{43}$/),
    });
    expect(setup.setupUrl).not.toContain(setup.setupCode);
    const view = bench.desk.readSetup(tokenOf(setup));
    expect(view).toMatchObject({
      kind: "first_call",
      state: "open",
      brief,
      amountCents: 1000,
      prices: { answeredCents: 100, extraMinuteCents: 25 },
      trunkMissing: false,
    });
    for (let nth = 0; nth < 100; nth += 1) expect(bench.desk.readSetup(tokenOf(setup))).toEqual(view);
    expect(bench.desk.readSetup("unknown")).toBeNull();
    expect(needsSetup(visitor, setup.setupCode)).toEqual(setup);
  });

  it("is placed with the code after the person confirmed, and brings the account's key once", async () => {
    const setup = needsSetup();
    expect(await confirm(setup)).toEqual({ kind: "confirmed", accountUrl: expect.stringContaining("/account/enter/") });
    expect(await confirm(setup)).toEqual({ kind: "confirmed", accountUrl: null });
    expect(bench.desk.readSetup(tokenOf(setup))).toMatchObject({ state: "completed" });
    const placed = calling(visitor, setup.setupCode);
    expect(placed).toMatchObject({ accountKey: expect.stringMatching(/^svc_\w{49}$/), callKey: null });
    const holder = holderOf(placed.accountKey);
    expect(bench.desk.readAccount(holder)).toMatchObject({ balanceCents: 1000, heldCents: 100, autoReload: true });
    expect(bench.desk.readCall(holder, placed.callId)).toMatchObject({ status: "queued", brief });
    expect(() => bench.desk.placeCall(visitor, brief, setup.setupCode)).toThrow(coded("setup_code_used"));
    expect(bench.desk.readSetup(tokenOf(setup))).toMatchObject({ state: "used" });
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
    expect(bench.store.verify()).toEqual([]);
  });

  it("confirmed twice at the same moment is paid once, with one link to the account", async () => {
    const setup = needsSetup();
    const replies = await Promise.all([confirm(setup), confirm(setup)]);
    expect(replies.map((reply) => reply.kind)).toEqual(["confirmed", "confirmed"]);
    expect(replies.filter((reply) => reply.kind === "confirmed" && reply.accountUrl !== null)).toHaveLength(1);
    const holder = holderOf(calling(visitor, setup.setupCode).accountKey);
    expect(bench.desk.readAccount(holder).balanceCents).toBe(1000);
  });

  it("is bound to the exact call that was approved", async () => {
    const setup = needsSetup();
    await confirm(setup);
    const other = briefTo(SHOP_PHONE, { questions: ["Open?", "Until when?"] });
    expect(() => bench.desk.placeCall(visitor, other, setup.setupCode)).toThrow(coded("setup_code_mismatch"));
    expect(calling(visitor, setup.setupCode).accountKey).not.toBeNull();
  });

  it("gets a fresh set-up for an unknown or expired code, and its link dies with it", () => {
    const setup = needsSetup();
    expect(needsSetup(visitor, "made up").setupCode).not.toBe("made up");
    bench.clock.advance(DAY_MS);
    expect(bench.desk.readSetup(tokenOf(setup))).toBeNull();
    expect(needsSetup(visitor, setup.setupCode).setupCode).not.toBe(setup.setupCode);
  });

  it("leaves the newest hundred links of an address; the code of one that gave way gets a fresh set-up", async () => {
    const setups = Array.from({ length: MOST_OPEN_SETUPS + 2 }, () => needsSetup());
    const works = setups.map((setup) => bench.desk.readSetup(tokenOf(setup)) !== null);
    expect(works).toEqual([false, false, ...Array.from({ length: MOST_OPEN_SETUPS }, () => true)]);
    const [gone, , oldest] = setups as [NeedsSetup, NeedsSetup, NeedsSetup];
    await expect(confirm(gone)).rejects.toMatchObject({ code: "not_found" });
    expect(needsSetup(visitor, oldest.setupCode)).toEqual(oldest);
    expect(needsSetup(visitor, gone.setupCode).setupCode).not.toBe(gone.setupCode);
  });

  it("is not cut off by what others ask, nor after it was confirmed, nor while it is paid for", async () => {
    const [confirmed, paying] = [needsSetup(), needsSetup()];
    await confirm(confirmed);
    bench.store.atomically(() => {
      const setupId = bench.store.setups.byCode(paying.setupCode)?.setupId ?? "";
      const payment = { paymentId: newId("pay"), accountId: newId("acct"), kind: "setup" as const, setupId };
      bench.store.payments.create({ ...payment, amountCents: cents(1000), createdAtMs: bench.clock.wallMs() });
    });
    const others = needsSetup({ kind: "anonymous", address: "203.0.113.10" });
    for (let nth = 0; nth <= MOST_OPEN_SETUPS; nth += 1) needsSetup();
    expect(bench.desk.readSetup(tokenOf(paying))).toMatchObject({ state: "open" });
    expect(bench.desk.readSetup(tokenOf(others))).toMatchObject({ state: "open" });
    expect(calling(visitor, confirmed.setupCode).accountKey).not.toBeNull();
  });

  it("does not pile up top-up links of an account either", () => {
    const { caller } = bench.fund(0);
    const setups = Array.from({ length: MOST_OPEN_SETUPS + 1 }, () => needsSetup(caller));
    const working = setups.filter((setup) => bench.desk.readSetup(tokenOf(setup)) !== null);
    expect(working).toEqual(setups.slice(1));
  });

  it("cannot confirm an expired link", async () => {
    const setup = needsSetup();
    bench.clock.advance(DAY_MS);
    await expect(confirm(setup)).rejects.toMatchObject({ code: "not_found" });
  });

  it("keeps its code when the answer is 503", async () => {
    const setup = needsSetup();
    await confirm(setup);
    bench.pbx.reason = "Asterisk is not running.";
    expect(() => bench.desk.placeCall(visitor, brief, setup.setupCode)).toThrow(coded("pbx_unavailable"));
    bench.pbx.reason = null;
    expect(calling(visitor, setup.setupCode).accountKey).not.toBeNull();
  });

  it("needs a set-up with a trunk or without, and the page says when the call cannot be dialled", async () => {
    const bare = new DeskBench({ settings: { trunkConfigured: false } });
    const reply = bare.desk.placeCall(visitor, brief, null);
    if (reply.kind !== "needs_setup") throw new Error("expected a set-up");
    const token = reply.setupUrl.split("/").at(-1) ?? "";
    expect(bare.desk.readSetup(token)?.trunkMissing).toBe(true);
    await bare.desk.confirmSetup(token, signal);
    expect(() => bare.desk.placeCall(visitor, brief, reply.setupCode)).toThrow(coded("trunk_not_configured"));
    await bare.end();
  });

  it("is free five times a day from one address to the demo number, with a key for that call only", async () => {
    for (let nth = 1; nth <= 5; nth += 1) {
      const placed = calling(visitor, null, briefTo(DEMO_PHONE));
      const holder = holderOf(placed.callKey);
      expect(bench.desk.readCall(holder, placed.callId).callId).toBe(placed.callId);
      expect(bench.desk.listCalls(holder, { limit: 20, cursor: null, status: null }).calls).toHaveLength(1);
      expect(() => bench.desk.readAccount(holder)).toThrow(coded("invalid_key"));
      expect(() => bench.desk.placeCall(holder, brief, null)).toThrow(coded("invalid_key"));
    }
    expect(needsSetup(visitor, null, briefTo(DEMO_PHONE))).toMatchObject({ because: "demo_limit" });
    expect(calling({ kind: "anonymous", address: "198.51.100.7" }, null, briefTo(DEMO_PHONE)).callKey).not.toBeNull();
    bench.clock.advance(DAY_MS);
    expect(calling(visitor, null, briefTo(DEMO_PHONE)).callKey).not.toBeNull();
  });

  it("gives a demo call's key that opens no other call and ends after 24 h", () => {
    const [first, second] = [calling(visitor, null, briefTo(DEMO_PHONE)), calling(visitor, null, briefTo(DEMO_PHONE))];
    const holder = holderOf(first.callKey);
    expect(() => bench.desk.readCall(holder, second.callId)).toThrow(coded("call_not_found"));
    bench.clock.advance(DAY_MS - 1);
    expect(bench.desk.authenticate(first.callKey ?? "")).not.toBeNull();
    bench.clock.advance(1);
    expect(bench.desk.authenticate(first.callKey ?? "")).toBeNull();
  });

  it("goes through the sixth demo call of the day by a set-up too", async () => {
    for (let nth = 1; nth <= 5; nth += 1) calling(visitor, null, briefTo(DEMO_PHONE));
    const setup = needsSetup(visitor, null, briefTo(DEMO_PHONE));
    await confirm(setup);
    expect(calling(visitor, setup.setupCode, briefTo(DEMO_PHONE)).accountKey).not.toBeNull();
  });

  it("tops up the same account when a key's balance is too small, and then places the call", async () => {
    const { caller } = bench.fund(50);
    const setup = needsSetup(caller);
    expect(setup.because).toBe("insufficient_funds");
    expect(bench.desk.readSetup(tokenOf(setup))).toMatchObject({ kind: "top_up", brief });
    expect(needsSetup(caller, setup.setupCode)).toEqual(setup);
    await confirm(setup);
    const placed = calling(caller, setup.setupCode);
    expect(placed).toMatchObject({ accountKey: null, callKey: null });
    expect(bench.balance(caller)).toEqual({ balanceCents: 1050, heldCents: 100 });
    expect(() => bench.desk.placeCall(caller, brief, setup.setupCode)).toThrow(coded("setup_code_used"));
  });

  it("takes a top-up's code only with a key of its account", async () => {
    const { caller } = bench.fund(50);
    const setup = needsSetup(caller);
    await confirm(setup);
    expect(needsSetup(visitor, setup.setupCode).because).toBe("no_key");
    expect(needsSetup(bench.fund(0).caller, setup.setupCode).because).toBe("insufficient_funds");
    expect(calling(caller, setup.setupCode).callId).toMatch(/^call_/);
  });
});

describe("the account page", () => {
  let bench: DeskBench;
  beforeEach(() => void (bench = new DeskBench()));
  afterEach(() => bench.end());

  it("is entered by the one-time link, once, or by a key of the account", async () => {
    const reply = bench.desk.placeCall(visitor, brief, null);
    if (reply.kind !== "needs_setup") throw new Error("expected a set-up");
    const confirmed = await bench.desk.confirmSetup(reply.setupUrl.split("/").at(-1) ?? "", signal);
    const link = (confirmed.kind === "confirmed" ? confirmed.accountUrl : null)?.split("/").at(-1) ?? "";
    const session = bench.desk.signIn({ link });
    expect(bench.desk.signIn({ link })).toBeNull();
    expect(bench.desk.readSession(session?.session ?? "")).toMatchObject({
      accountId: expect.stringMatching(/^acct_/),
    });
    bench.desk.signOut(session?.session ?? "");
    expect(bench.desk.readSession(session?.session ?? "")).toBeNull();
    const { caller, key } = bench.fund(100);
    const again = bench.desk.signIn({ key });
    expect(bench.desk.readSession(again?.session ?? "")?.accountId).toBe(caller.accountId);
    bench.clock.advance(12 * 60 * 60 * 1000);
    expect(bench.desk.readSession(again?.session ?? "")).toBeNull();
    expect(bench.desk.signIn({ key: "svc_nonsense" })).toBeNull();
  });

  it("makes, names and revokes keys; a revoked key is refused at once like an unknown one", () => {
    const { caller } = bench.fund(100);
    const { key, keyId } = bench.desk.createKey(caller.accountId, "laptop");
    expect(bench.desk.authenticate(key)).toEqual({ kind: "account", accountId: caller.accountId, keyId });
    expect(bench.desk.renameKey(caller.accountId, keyId, "phone")).toBe(true);
    const stranger = bench.fund(0).caller.accountId;
    expect(bench.desk.renameKey(stranger, keyId, "mine")).toBe(false);
    expect(bench.desk.revokeKey(stranger, keyId)).toBe(false);
    expect(bench.desk.readAccountPage(caller.accountId, null).keys.at(-1)).toMatchObject({
      keyId,
      name: "phone",
      prefix: key.slice(0, 10),
      lastUsedAtMs: bench.clock.wallMs(),
      revokedAtMs: null,
    });
    expect(bench.desk.revokeKey(caller.accountId, keyId)).toBe(true);
    expect(bench.desk.revokeKey(caller.accountId, keyId)).toBe(true);
    expect(bench.desk.authenticate(key)).toBeNull();
  });

  it("is closed at once to whoever came in with a key that is revoked, and to nobody else", async () => {
    const { caller, key } = bench.fund(100);
    const lost = bench.desk.createKey(caller.accountId, "lost");
    const sessionOf = (credential: string): string => bench.desk.signIn({ key: credential })?.session ?? "";
    const [mine, ...stolen] = [sessionOf(key), sessionOf(lost.key), sessionOf(lost.key)];
    const stranger = bench.fund(0).caller.accountId;
    bench.desk.revokeKey(stranger, lost.keyId);
    for (const session of stolen) expect(bench.desk.readSession(session)).not.toBeNull();
    bench.desk.revokeKey(caller.accountId, lost.keyId);
    for (const session of stolen) expect(bench.desk.readSession(session)).toBeNull();
    expect(bench.desk.readSession(mine)).not.toBeNull();
    await bench.restart();
    for (const session of stolen) expect(bench.desk.readSession(session)).toBeNull();
    expect(bench.desk.readSession(mine)).not.toBeNull();
  });

  it("shows what a call did to the balance, newest first, page by page", async () => {
    const { caller } = bench.fund(1000);
    bench.conversations.finish(await bench.talk(caller), "completed");
    const page = bench.desk.readAccountPage(caller.accountId, null);
    expect(page.ledger.map(({ code, balanceChangeCents }) => [code, balanceChangeCents])).toEqual([
      ["charge", -100],
      ["hold", 0],
      ["topup", 1000],
    ]);
    expect(page).toMatchObject({ cardSaved: false, autoReloadSuspended: null, frozen: null, ledgerBefore: null });
    for (let nth = 0; nth < 60; nth += 1) await bench.desk.topUp(caller.accountId, `attempt-${nth}`, signal);
    const newest = bench.desk.readAccountPage(caller.accountId, null);
    const rest = bench.desk.readAccountPage(caller.accountId, newest.ledgerBefore);
    expect([newest.ledger.length, rest.ledger.length, rest.ledgerBefore]).toEqual([50, 13, null]);
  });

  it("tops up once for one form, however often it is sent, from the page and through the public link", async () => {
    const { caller } = bench.fund(0);
    for (let nth = 0; nth < 3; nth += 1) await bench.desk.topUp(caller.accountId, "attempt-1", signal);
    expect(bench.balance(caller).balanceCents).toBe(1000);
    const token = bench.desk.readAccount(caller).topUpUrl.split("/").at(-1) ?? "";
    expect(bench.desk.readTopUpLink(token)).toEqual({ amountCents: 1000, provider: "house" });
    expect(bench.desk.readTopUpLink("unknown")).toBeNull();
    await bench.desk.confirmTopUpLink(token, "attempt-2", signal);
    await bench.desk.confirmTopUpLink(token, "attempt-2", signal);
    expect(bench.balance(caller).balanceCents).toBe(2000);
    await expect(bench.desk.topUp(caller.accountId, "'; DROP", signal)).rejects.toMatchObject({
      code: "invalid_field",
    });
    expect(bench.store.verify()).toEqual([]);
  });
});
