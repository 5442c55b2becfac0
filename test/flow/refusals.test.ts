import { afterEach, describe, expect, it } from "vitest";
import type { Caller, KeyHolder } from "../../src/calls/operations.ts";
import { briefTo, DEMO_PHONE, DeskBench, SETTINGS, SHOP_PHONE } from "../fakes/desk.ts";

const coded = (code: string) => expect.objectContaining({ code });
const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };
const brief = briefTo(SHOP_PHONE);
const limits = (more: Partial<typeof SETTINGS.limits>) => ({ settings: { limits: { ...SETTINGS.limits, ...more } } });

describe("a call that is not placed", () => {
  let bench: DeskBench;
  afterEach(() => bench.end());

  it("is refused by policy before anybody is asked for money, with or without a key", () => {
    bench = new DeskBench({
      checkPolicy: () => ({ code: "premium_number", message: "Too dear.", details: { param: "phone" } }),
    });
    const poor = bench.fund(0).caller;
    for (const caller of [visitor, poor]) {
      expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("premium_number"));
    }
  });

  it("is refused when the number's owner objected, also as transfer_to", () => {
    bench = new DeskBench();
    bench.store.doNotCall.add(SHOP_PHONE, 0);
    expect(() => bench.desk.placeCall(visitor, brief, null)).toThrow(coded("do_not_call"));
    const transfer = briefTo("+14155550199", { transferTo: SHOP_PHONE });
    expect(() => bench.desk.placeCall(visitor, transfer, null)).toThrow(coded("do_not_call"));
  });

  it("is refused to everybody after the business objected during a call; the demo business cannot object", async () => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    for (const phone of [SHOP_PHONE, DEMO_PHONE]) {
      const callId = await bench.talk(caller, briefTo(phone));
      bench.conversations.tell(callId, "heard", { text: "Please don't call here again.", atMs: 900 });
      bench.conversations.tell(callId, "objected", { quotes: ["don't call here again"] });
      bench.conversations.finish(callId, "completed");
    }
    const other = bench.fund(1000).caller;
    expect(() => bench.desk.placeCall(other, brief, null)).toThrow(coded("do_not_call"));
    expect(bench.desk.placeCall(other, briefTo(DEMO_PHONE), null).kind).toBe("calling");
  });

  it.each([
    ["a condition", ["If you don't call back by five we give the table away."], ["don't call back"]],
    ["words that nobody said", ["Good evening."], ["please don't call again"]],
    ["one sentence that may mean it", ["We are not interested."], ["not interested"]],
    ["nothing at all", ["Please call again."], []],
  ])("is still accepted after a claim of an objection that rests on %s", async (_, heard, quotes) => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller, brief);
    for (const text of heard) bench.conversations.tell(callId, "heard", { text, atMs: 900 });
    bench.conversations.tell(callId, "objected", { quotes });
    bench.conversations.finish(callId, "completed");
    expect(bench.desk.placeCall(caller, brief, null).kind).toBe("calling");
  });

  it.each([
    ["en-US", "Please don't call again."],
    ["de-DE", "Rufen Sie hier nie wieder an."],
    ["es-ES", "Take this number off your list."],
    ["es-MX", "Ya les dije que no nos vuelvan a marcar."],
    ["es-ES", "No autorizo que me llame una máquina."],
    ["fr-CA", "Je vous ai demandé de ne plus nous téléphoner."],
    ["de-AT", "Nehmen Sie uns aus Ihrem Verteiler, bitte."],
  ])("is refused after a plain objection, though nobody told of it (%s)", async (language, text) => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller, { ...brief, language });
    bench.conversations.tell(callId, "heard", { text, atMs: 900 });
    bench.pbx.ended(callId, "hangup_business");
    bench.conversations.finish(callId, "hangup_business");
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("do_not_call"));
  });

  it.each(["ivr", "voicemail", "hold", "screening"] as const)(
    "is not refused for what a recording says (%s)",
    async (state) => {
      bench = new DeskBench();
      const { caller } = bench.fund(1000);
      const callId = await bench.talk(caller, brief);
      bench.conversations.tell(callId, "line_state", { state });
      bench.conversations.tell(callId, "heard", {
        text: "If you are selling something, do not call this number again.",
        atMs: 900,
      });
      bench.conversations.finish(callId, "completed");
      expect(bench.desk.placeCall(caller, brief, null).kind).toBe("calling");
    },
  );

  it("is refused after the same thing was hinted at twice", async () => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller, brief);
    bench.conversations.tell(callId, "heard", { text: "We don't accept sales calls.", atMs: 900 });
    bench.conversations.tell(callId, "heard", { text: "Yes, please do that.", atMs: 9000 });
    bench.conversations.tell(callId, "objected", { quotes: ["don't accept sales calls", "Yes, please do that"] });
    bench.conversations.finish(callId, "completed");
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("do_not_call"));
  });

  it("is refused to a frozen account", () => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    bench.store.accounts.freeze(caller.accountId, "A payment was disputed.");
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("account_suspended"));
  });

  it("is refused above the calls under way at once, and accepted again after one has ended", async () => {
    bench = new DeskBench(limits({ concurrentCallsPerAccount: 2 }));
    const { caller } = bench.fund(1000);
    const first = await bench.talk(caller);
    await bench.talk(caller);
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("too_many_concurrent_calls"));
    bench.conversations.finish(first, "completed");
    expect(bench.desk.placeCall(caller, brief, null).kind).toBe("calling");
  });

  it("is refused above the calls of a minute, of a day, and to one number", async () => {
    bench = new DeskBench(limits({ callsPerMinute: 2, callsPerAccountPerDay: 4, callsPerNumberPerDay: 3 }));
    const { caller } = bench.fund(1000);
    const place = async (phone = SHOP_PHONE): Promise<void> =>
      bench.conversations.finish(await bench.talk(caller, briefTo(phone)), "completed");
    await place();
    await place();
    await expect(place()).rejects.toMatchObject({ code: "rate_limited", details: { retryAfterSeconds: 60 } });
    bench.clock.advance(60_000);
    await place();
    await expect(place()).rejects.toMatchObject({ code: "too_many_calls" });
    await place("+14155550199");
    bench.clock.advance(60_000);
    await expect(place("+14155550199")).rejects.toMatchObject({ code: "daily_call_limit" });
    bench.clock.advance(24 * 60 * 60 * 1000);
    await place();
  });

  it("is told the limit before the lack of money, and the lack of money before the lack of a trunk", () => {
    bench = new DeskBench({
      settings: { trunkConfigured: false, limits: { ...SETTINGS.limits, callsPerAccountPerDay: 0 } },
    });
    const { caller } = bench.fund(0);
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("daily_call_limit"));
    expect(bench.desk.placeCall(visitor, brief, null)).toMatchObject({ kind: "needs_setup" });
  });

  it("a trunk that has not accepted our registration keeps nobody from the demo number", async () => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    bench.pbx.trunkReason = "The trunk has not accepted our registration.";
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("pbx_unavailable"));
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
    expect(bench.desk.notReady()).toEqual(["The trunk has not accepted our registration."]);
    await bench.place(caller, briefTo(DEMO_PHONE));
    expect(bench.pbx.dialled).toHaveLength(1);
  });

  it("leaves no row and no hold behind when the exchange is down, the trunk missing or the appliance stopping", () => {
    bench = new DeskBench({ settings: { trunkConfigured: false } });
    const { caller } = bench.fund(1000);
    const nothing = (): void => {
      expect(bench.desk.listCalls(caller, { limit: 20, cursor: null, status: null }).calls).toEqual([]);
      expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
    };
    expect(() => bench.desk.placeCall(caller, brief, null)).toThrow(coded("trunk_not_configured"));
    nothing();
    bench.pbx.reason = "Asterisk is not running.";
    expect(() => bench.desk.placeCall(caller, briefTo(DEMO_PHONE), null)).toThrow(coded("pbx_unavailable"));
    expect(bench.desk.notReady()).toEqual(["Asterisk is not running."]);
    bench.pbx.reason = null;
    bench.conversations.reason = "The embedded voice is being started.";
    expect(() => bench.desk.placeCall(caller, briefTo(DEMO_PHONE), null)).toThrow(coded("engines_unavailable"));
    expect(bench.desk.notReady()).toEqual(["The embedded voice is being started."]);
    nothing();
    void bench.desk.drain();
    expect(() => bench.desk.placeCall(caller, briefTo(DEMO_PHONE), null)).toThrow(coded("draining"));
    nothing();
    expect(bench.store.demoUse.count(caller.accountId, "2026-03-02")).toBe(0);
  });

  it("can still be the demo number when there is no trunk", async () => {
    bench = new DeskBench({ settings: { trunkConfigured: false } });
    const { caller } = bench.fund(1000);
    for (let nth = 1; nth <= 6; nth += 1) await bench.place(caller, briefTo(DEMO_PHONE));
    expect(bench.pbx.dialled).toHaveLength(6);
    expect(bench.balance(caller).heldCents).toBe(100);
  });
});

describe("the list of calls", () => {
  let bench: DeskBench;
  afterEach(() => bench.end());

  it("is newest first, page by page, filtered by status, and only one's own", async () => {
    bench = new DeskBench();
    const { caller } = bench.fund(1000);
    const stranger = bench.fund(1000).caller;
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) ids.unshift(await bench.talk(caller));
    bench.conversations.finish(ids[4] ?? "", "completed");
    const foreign = await bench.place(stranger);
    const list = (page: { limit?: number; cursor?: string | null; status?: "ended" | null }, who: KeyHolder = caller) =>
      bench.desk.listCalls(who, { limit: 2, cursor: null, status: null, ...page });
    const first = list({});
    expect(first.calls.map(({ callId }) => callId)).toEqual(ids.slice(0, 2));
    const second = list({ cursor: first.nextCursor });
    const third = list({ cursor: second.nextCursor });
    expect([...second.calls, ...third.calls].map(({ callId }) => callId)).toEqual(ids.slice(2));
    expect(third.nextCursor).toBeNull();
    expect(list({ status: "ended" }).calls).toMatchObject([{ callId: ids[4], success: false, costCents: 100 }]);
    expect(() => list({ cursor: foreign })).toThrow(coded("not_found"));
    expect(() => list({ cursor: "nonsense" })).toThrow(coded("not_found"));
    expect(list({}, stranger).calls.map(({ callId }) => callId)).toEqual([foreign]);
  });
});
