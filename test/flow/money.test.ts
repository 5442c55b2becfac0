import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { briefTo, DEMO_PHONE, DeskBench } from "../fakes/desk.ts";

describe("what a call costs", () => {
  let bench: DeskBench;
  beforeEach(() => void (bench = new DeskBench({ settings: { maxCallSeconds: 7200 } })));
  afterEach(() => bench.end());

  it.each([
    [0, 0, 100],
    [400, 0, 100],
    [1_000, 1, 100],
    [300_000, 300, 100],
    [300_999, 300, 100],
    [301_000, 301, 125],
    [360_000, 360, 125],
    [361_000, 361, 150],
    [420_000, 420, 150],
    [3_600_000, 3600, 1475],
  ])("answered for %i ms: %i s, %i cents", async (talkMs, durationS, costCents) => {
    const { caller } = bench.fund(2000);
    const callId = await bench.talk(caller);
    bench.clock.advance(talkMs);
    expect(bench.read(callId)).toMatchObject({ status: "in_progress", durationS, costCents });
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId)).toMatchObject({ status: "ended", durationS, costCents });
    expect(bench.balance(caller)).toEqual({ balanceCents: 2000 - costCents, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("nothing while it rings, however long and with whatever early media, and nothing unanswered", async () => {
    const { caller } = bench.fund(100);
    const callId = await bench.place(caller);
    bench.pbx.ringing(callId, true);
    bench.clock.advance(40_000);
    expect(bench.read(callId)).toMatchObject({
      status: "ringing",
      lineState: "early_media",
      durationS: 0,
      costCents: 0,
    });
    expect(bench.balance(caller)).toEqual({ balanceCents: 100, heldCents: 100 });
    bench.desk.hangUp(caller, callId);
    expect(bench.read(callId)).toMatchObject({ endReason: "canceled", durationS: 0, costCents: 0 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 100, heldCents: 0 });
  });

  it("1.00 is reserved when it is accepted and posted in the transaction that marks it answered", async () => {
    const { caller } = bench.fund(500);
    const callId = await bench.place(caller);
    expect(bench.balance(caller)).toEqual({ balanceCents: 500, heldCents: 100 });
    bench.pbx.answered(callId);
    expect(bench.balance(caller)).toEqual({ balanceCents: 400, heldCents: 0 });
  });

  it("each further minute is reserved 30 s ahead and posted when it starts; the end releases what is left", async () => {
    const { caller } = bench.fund(500);
    const callId = await bench.talk(caller);
    bench.clock.advance(270_000);
    expect(bench.balance(caller)).toEqual({ balanceCents: 400, heldCents: 25 });
    bench.clock.advance(31_000);
    expect(bench.balance(caller)).toEqual({ balanceCents: 375, heldCents: 0 });
    bench.clock.advance(29_000);
    expect(bench.balance(caller)).toEqual({ balanceCents: 375, heldCents: 25 });
    bench.conversations.finish(callId, "completed");
    expect(bench.balance(caller)).toEqual({ balanceCents: 375, heldCents: 0 });
    expect(bench.read(callId)).toMatchObject({ durationS: 330, costCents: 125 });
  });

  it("with 1.50 two simultaneous calls get one acceptance and one request for money", async () => {
    const { caller } = bench.fund(150);
    const kinds = [1, 2].map(() => bench.desk.placeCall(caller, briefTo("+14155550123"), null).kind);
    expect(kinds).toEqual(["calling", "needs_setup"]);
  });

  it("with 10.00 eleven simultaneous calls get ten acceptances and one request for money", async () => {
    const { caller } = bench.fund(1000);
    const replies = Array.from({ length: 11 }, (_, n) =>
      bench.desk.placeCall(caller, briefTo(`+1415555010${n % 10}`), null),
    );
    expect(replies.map(({ kind }) => kind)).toEqual([...Array.from({ length: 10 }, () => "calling"), "needs_setup"]);
    expect(replies.at(-1)).toMatchObject({ because: "insufficient_funds" });
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 1000 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("0.99 is too little and places nothing", async () => {
    const { caller } = bench.fund(99);
    expect(bench.desk.placeCall(caller, briefTo("+14155550123"), null).kind).toBe("needs_setup");
    expect(bench.desk.listCalls(caller, { limit: 20, cursor: null, status: null }).calls).toEqual([]);
  });

  it("1.00 lasts 300 s: the assistant is told 30 s before, and the line is cut at the boundary", async () => {
    const { caller } = bench.fund(100);
    bench.conversations.obeysWrapUp = false;
    const callId = await bench.talk(caller);
    bench.clock.advance(269_999);
    expect(bench.conversations.wrapUps).toEqual([]);
    bench.clock.advance(1);
    expect(bench.conversations.wrapUps).toEqual([{ callId, reason: "insufficient_funds" }]);
    bench.clock.advance(29_999);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(1);
    expect(bench.read(callId)).toMatchObject({ endReason: "insufficient_funds", durationS: 300, costCents: 100 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 0, heldCents: 0 });
  });

  it("10.00 lasts 41 minutes for one long call", async () => {
    const { caller } = bench.fund(1000);
    bench.conversations.obeysWrapUp = false;
    const callId = await bench.talk(caller);
    bench.clock.advance(7_000_000);
    expect(bench.read(callId)).toMatchObject({ endReason: "insufficient_funds", durationS: 2460, costCents: 1000 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("no more than was paid for, when the network is slow to confirm our hang-up at the boundary", async () => {
    const { caller } = bench.fund(100);
    bench.conversations.obeysWrapUp = false;
    bench.pbx.confirmHangUpWith = null;
    const callId = await bench.talk(caller);
    bench.clock.advance(305_000);
    bench.pbx.ended(callId, "hangup_api");
    expect(bench.read(callId)).toMatchObject({ durationS: 300, costCents: 100 });
  });

  it("a minute that could not be posted in time is posted at the end", async () => {
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller);
    // The process was stalled: no timer ran, and the business hung up at 421 s.
    const stalled = bench.clock.monotonicMs.bind(bench.clock);
    bench.clock.monotonicMs = () => stalled() + 421_000;
    bench.pbx.ended(callId, "hangup_business");
    expect(bench.read(callId)).toMatchObject({ durationS: 421, costCents: 175 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("shows and charges no second that nobody can pay", async () => {
    const { caller } = bench.fund(110);
    const callId = await bench.talk(caller);
    const stalled = bench.clock.monotonicMs.bind(bench.clock);
    bench.clock.monotonicMs = () => stalled() + 421_000;
    bench.pbx.ended(callId, "hangup_business");
    expect(bench.read(callId)).toMatchObject({ durationS: 300, costCents: 100 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 10, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("cuts the line 15 s after the longest allowed duration when the assistant does not come to an end", async () => {
    const short = new DeskBench({ settings: { maxCallSeconds: 60 } });
    const { caller } = short.fund(1000);
    short.conversations.obeysWrapUp = false;
    const callId = await short.talk(caller);
    short.clock.advance(60_000);
    expect(short.conversations.wrapUps).toEqual([{ callId, reason: "max_duration" }]);
    short.clock.advance(15_000);
    expect(short.read(callId)).toMatchObject({ endReason: "max_duration", durationS: 75, costCents: 100 });
    await short.end();
  });

  it("a demo call costs nothing and moves no money, whatever its duration", async () => {
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller, briefTo(DEMO_PHONE));
    bench.clock.advance(3_600_000);
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId)).toMatchObject({ demo: true, durationS: 3600, costCents: 0 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("the sixth demo call of a day with a key is an ordinary call; the next day they are free again", async () => {
    const { caller } = bench.fund(1000);
    for (let nth = 1; nth <= 5; nth += 1)
      bench.conversations.finish(await bench.talk(caller, briefTo(DEMO_PHONE)), "completed");
    expect(bench.balance(caller).balanceCents).toBe(1000);
    const sixth = await bench.talk(caller, briefTo(DEMO_PHONE));
    bench.conversations.finish(sixth, "completed");
    expect(bench.read(sixth)).toMatchObject({ demo: false, costCents: 100 });
    expect(bench.pbx.dialled.at(-1)).toMatchObject({ route: "demo" });
    bench.clock.advance(14 * 60 * 60 * 1000);
    bench.conversations.finish(await bench.talk(caller, briefTo(DEMO_PHONE)), "completed");
    expect(bench.balance(caller).balanceCents).toBe(900);
  });
});
