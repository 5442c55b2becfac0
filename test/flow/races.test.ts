import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { NO_FINDINGS } from "../fakes/conversations.ts";
import { briefTo, DeskBench, SHOP_PHONE, settled } from "../fakes/desk.ts";

describe("who wins", () => {
  let bench: DeskBench;
  let caller: KeyHolder;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  it("a queued call that is hung up never dials", async () => {
    const placed = bench.desk.placeCall(caller, briefTo(SHOP_PHONE), null);
    if (placed.kind !== "calling") throw new Error("expected a call");
    expect(bench.desk.hangUp(caller, placed.callId)).toEqual({ status: "ended", alreadyEnded: false });
    await settled();
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.conversations.closed).toContain(placed.callId);
    expect(bench.read(placed.callId)).toMatchObject({ status: "ended", endReason: "canceled", answeredAtMs: null });
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
  });

  it("an answer that crosses our cancel leaves the call unanswered and free", async () => {
    bench.pbx.confirmHangUpWith = null;
    const callId = await bench.place(caller);
    bench.pbx.ringing(callId);
    expect(bench.desk.hangUp(caller, callId)).toEqual({ status: "ringing", alreadyEnded: false });
    bench.pbx.answered(callId);
    expect(bench.conversations.answeredCalls).toEqual([]);
    bench.pbx.ended(callId, "canceled");
    expect(bench.read(callId)).toMatchObject({ endReason: "canceled", answeredAtMs: null, costCents: 0 });
  });

  it("a hang-up right after the answer is an answered call", async () => {
    const callId = await bench.place(caller);
    bench.pbx.answered(callId);
    bench.desk.hangUp(caller, callId);
    expect(bench.read(callId)).toMatchObject({ endReason: "hangup_api", durationS: 0, costCents: 100 });
  });

  it("hanging up twice, and an ended call, changes nothing", async () => {
    bench.pbx.confirmHangUpWith = null;
    const callId = await bench.talk(caller);
    bench.desk.hangUp(caller, callId);
    bench.desk.hangUp(caller, callId);
    expect(bench.pbx.hungUp).toEqual([callId]);
    bench.pbx.ended(callId, "hangup_api");
    const before = bench.read(callId);
    expect(bench.desk.hangUp(caller, callId)).toEqual({ status: "ended", alreadyEnded: true });
    expect(bench.read(callId)).toEqual(before);
  });

  it("a conversation that is over is hung up, with its own reason", async () => {
    bench.pbx.confirmHangUpWith = null;
    const callId = await bench.talk(caller);
    bench.clock.advance(10_000);
    bench.conversations.finish(callId, "completed");
    expect(bench.pbx.hungUp).toEqual([callId]);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(1_500);
    bench.pbx.ended(callId, "hangup_business");
    expect(bench.read(callId)).toMatchObject({ endReason: "completed", durationS: 10 });
  });

  it("a business that hangs up first gives the conversation time to tell what it found", async () => {
    bench.conversations.finishOnClose = null;
    const callId = await bench.talk(caller, briefTo(SHOP_PHONE, { questions: ["Open?"] }));
    bench.conversations.tell(callId, "answered_by", { by: "human" });
    bench.clock.advance(20_000);
    bench.pbx.ended(callId, "hangup_business");
    expect(bench.conversations.closed).toEqual([callId]);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(1_000);
    bench.conversations.tell(callId, "heard", { text: "We are open.", atMs: 19_000 });
    bench.conversations.findings.set(callId, {
      ...NO_FINDINGS,
      questions: [{ question: "Open?", status: "answered", answer: "yes", quote: "we are open" }],
    });
    bench.conversations.finish(callId, "hangup_business");
    const call = bench.read(callId);
    expect(call).toMatchObject({ status: "ended", endReason: "hangup_business", durationS: 20 });
    expect(call.questions[0]).toMatchObject({ status: "answered", answer: "yes", seq: 1 });
  });

  it("a conversation that tells nothing is not waited for longer than 3 s", async () => {
    bench.conversations.finishOnClose = null;
    const callId = await bench.talk(caller);
    bench.pbx.ended(callId, "hangup_business");
    bench.clock.advance(2_999);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(1);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "hangup_business" });
  });

  it("a conversation that was done when the business hung up makes the call completed", async () => {
    bench.conversations.finishOnClose = "completed";
    const callId = await bench.talk(caller);
    bench.pbx.ended(callId, "hangup_business");
    expect(bench.read(callId).endReason).toBe("completed");
  });

  it("a request to hang up, made while the last findings come in, does not change why the call ended", async () => {
    bench.conversations.finishOnClose = null;
    const callId = await bench.talk(caller);
    bench.pbx.ended(callId, "hangup_business");
    bench.desk.hangUp(caller, callId);
    bench.clock.advance(3_000);
    expect(bench.read(callId).endReason).toBe("hangup_business");
  });

  it("an exchange that never confirms a hang-up does not keep the call alive", async () => {
    bench.pbx.confirmHangUpWith = null;
    const callId = await bench.talk(caller);
    bench.clock.advance(7_000);
    bench.desk.hangUp(caller, callId);
    bench.clock.advance(13_000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "hangup_api", durationS: 7 });
  });

  it("an exchange that lets the phone ring for ever is hung up on", async () => {
    const callId = await bench.place(caller);
    bench.pbx.ringing(callId);
    bench.clock.advance(65_000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "no_answer", costCents: 0 });
    const silent = await bench.place(caller);
    bench.clock.advance(65_000);
    expect(bench.read(silent)).toMatchObject({ status: "ended", endReason: "trunk_failure", costCents: 0 });
  });

  it("engines that die while the phone rings end the call as provider_failure, unanswered", async () => {
    const callId = await bench.place(caller);
    bench.pbx.ringing(callId);
    bench.conversations.finish(callId, "provider_failure");
    expect(bench.read(callId)).toMatchObject({ endReason: "provider_failure", answeredAtMs: null, costCents: 0 });
  });

  it("events after the end, of unknown calls, and repeated ones change nothing", async () => {
    const callId = await bench.talk(caller);
    bench.pbx.answered(callId);
    bench.conversations.finish(callId, "completed");
    const before = bench.read(callId);
    bench.pbx.ended(callId, "busy");
    bench.conversations.tell(callId, "heard", { text: "Hello?", atMs: 9_000 });
    bench.pbx.ended("call_unknown", "busy");
    expect(bench.read(callId)).toEqual(before);
    expect(bench.store.verify()).toEqual([]);
  });

  it("draining refuses new calls, says goodbye after the drain time and is over with the last call", async () => {
    bench.conversations.obeysWrapUp = false;
    const talking = await bench.talk(caller);
    const ringing = await bench.place(caller);
    let over = false;
    const drained = bench.desk.drain().then(() => (over = true));
    expect(bench.desk.notReady()).toEqual(["The appliance is shutting down."]);
    expect(() => bench.desk.placeCall(caller, briefTo(SHOP_PHONE), null)).toThrow(
      expect.objectContaining({ code: "draining" }),
    );
    bench.clock.advance(30_000);
    expect(bench.conversations.wrapUps).toEqual([{ callId: talking, reason: "service_restart" }]);
    expect(bench.read(ringing)).toMatchObject({ status: "ended", endReason: "service_restart", costCents: 0 });
    await settled();
    expect(over).toBe(false);
    bench.clock.advance(10_000);
    await drained;
    expect(bench.read(talking)).toMatchObject({ endReason: "service_restart", durationS: 40, costCents: 100 });
  });

  it("draining is over at once when nothing is under way", async () => {
    await expect(bench.desk.drain()).resolves.toBeUndefined();
  });
});

describe("what a reader sees", () => {
  let bench: DeskBench;
  let caller: KeyHolder;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  it("is told after each commit, and finds it on the disk", async () => {
    const callId = await bench.place(caller);
    const seen: string[] = [];
    const unwatch = bench.desk.watch(callId, () => {
      const stored = bench.store.calls.read(callId);
      seen.push(`${stored?.status}/${bench.store.calls.lines(callId).length}`);
      expect(bench.read(callId).version).toBe(stored?.version);
    });
    bench.pbx.ringing(callId);
    bench.pbx.answered(callId);
    bench.conversations.tell(callId, "heard", { text: "Hello.", atMs: 500 });
    bench.conversations.finish(callId, "completed");
    expect(seen).toEqual(["ringing/0", "in_progress/0", "in_progress/1", "ended/1"]);
    unwatch();
    bench.desk.hangUp(caller, callId);
    expect(seen).toHaveLength(4);
  });

  it("finds the version grown with every visible change, and the same record while nothing changes", async () => {
    const callId = await bench.talk(caller);
    const first = bench.read(callId);
    expect(bench.read(callId)).toBe(first);
    bench.conversations.tell(callId, "introduced", {});
    bench.conversations.tell(callId, "alive", { atMs: 100 });
    expect(bench.read(callId).version).toBe(first.version);
    const versions = [first.version];
    const step = (change: () => void): void => {
      change();
      versions.push(bench.read(callId).version);
    };
    step(() => bench.conversations.tell(callId, "line_state", { state: "ivr" }));
    step(() => bench.conversations.tell(callId, "answered_by", { by: "machine" }));
    step(() => bench.conversations.tell(callId, "noted", { text: "Pressed 1.", atMs: 900 }));
    step(() => bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Which size?" }));
    step(() => bench.desk.answerQuestion(caller, callId, "Large"));
    step(() =>
      bench.conversations.tell(callId, "spoke", {
        ...{ text: "Large.", cutOff: null, atMs: 4000 },
        latency: { totalMs: 800, endpointingMs: 300, recogniserMs: 100, brainMs: 200, voiceMs: 100, playoutMs: 100 },
      }),
    );
    step(() => bench.conversations.finish(callId, "completed"));
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    bench.clock.advance(1_000);
    expect(bench.read(callId).version).toBe(versions.at(-1));
  });

  it("finds the median and the 95th percentile of the turns", async () => {
    const callId = await bench.talk(caller);
    expect(bench.read(callId).latencyMs).toBeNull();
    const answer = (totalMs: number): void => {
      const latency = { totalMs, endpointingMs: 0.5, recogniserMs: 0, brainMs: 0, voiceMs: 0, playoutMs: 0 };
      bench.conversations.tell(callId, "spoke", { text: "Yes.", cutOff: null, atMs: 4000, latency });
    };
    for (const totalMs of [900.4, 700, 799.7]) answer(totalMs);
    expect(bench.read(callId).latencyMs).toEqual({ p50: 800, p95: 900 });
    answer(1600);
    expect(bench.read(callId).latencyMs).toEqual({ p50: 800, p95: 1600 });
    bench.conversations.tell(callId, "spoke", { text: "And more.", cutOff: null, atMs: 9000, latency: null });
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId).latencyMs).toEqual({ p50: 800, p95: 1600 });
  });

  it("tells an answer and what it took as one change, the answer first read with its figures", async () => {
    const callId = await bench.talk(caller);
    const seen: unknown[] = [];
    const leave = bench.desk.watch(callId, () => {
      const { version, latencyMs, transcript } = bench.read(callId);
      seen.push([version, latencyMs, transcript.at(-1)?.latency]);
    });
    const before = bench.read(callId).version;
    const latency = { totalMs: 800, endpointingMs: 300, recogniserMs: 100, brainMs: 200, voiceMs: 110, playoutMs: 90 };
    bench.conversations.tell(callId, "heard", { text: "On Friday?", atMs: 3000 });
    bench.conversations.tell(callId, "spoke", { text: "Yes.", cutOff: null, atMs: 4000, latency });
    bench.conversations.tell(callId, "spoke", { text: "At seven.", cutOff: null, atMs: 5000, latency: null });
    leave();
    expect(seen).toEqual([
      [before + 1, null, null],
      [before + 2, { p50: 800, p95: 800 }, latency],
      [before + 3, { p50: 800, p95: 800 }, null],
    ]);
  });
});
