/** The machine's clock is set by an hour in the middle of everything: what lasts and what it costs does not notice. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { briefTo, DEMO_PHONE, DeskBench, settled, SHOP_PHONE } from "../fakes/desk.ts";

const HOUR_MS = 3_600_000;

describe.each([
  ["forward", HOUR_MS],
  ["back", -HOUR_MS],
])("a clock that is set an hour %s", (_way, jumpMs) => {
  let bench: DeskBench;
  let caller: KeyHolder;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  it("in mid-call changes neither its length nor its price, and further minutes are charged when they begin", async () => {
    const callId = await bench.talk(caller);
    bench.clock.advance(30_000);
    bench.clock.jump(jumpMs);
    bench.clock.advance(331_000);
    expect(bench.read(callId)).toMatchObject({ status: "in_progress", durationS: 361, costCents: 150 });
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId)).toMatchObject({ status: "ended", durationS: 361, costCents: 150 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("while it rings gives it neither more time nor less, and the answer that is waited for neither", async () => {
    const ringing = await bench.place(caller);
    bench.pbx.ringing(ringing);
    const talking = await bench.talk(caller);
    bench.conversations.tell(talking, "asked", { questionId: "q_1", question: "Inside or outside?" });
    bench.clock.jump(jumpMs);
    bench.clock.advance(1000);
    expect(bench.read(ringing).status).toBe("ringing");
    bench.desk.answerQuestion(caller, talking, "Outside");
    expect(bench.read(talking).transcript.at(-1)?.text).toContain("Outside");
    bench.pbx.ended(ringing, "no_answer");
    bench.conversations.finish(talking, "completed");
    expect(bench.read(talking)).toMatchObject({ status: "ended", durationS: 1 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("neither forgets nor repeats what was asked with an Idempotency-Key, and its answer is still gone a day later", async () => {
    const request = { caller, path: "/v1/calls", key: "k-1", fingerprint: "f-1", setupCode: null };
    const place = () => {
      const reply = bench.desk.placeCall(caller, briefTo(SHOP_PHONE), null);
      return { status: 201, body: JSON.stringify(reply) };
    };
    const first = bench.desk.idempotent(request, place);
    await settled();
    bench.clock.jump(jumpMs);
    bench.clock.advance(60_000);
    expect(bench.desk.idempotent(request, place)).toEqual({ ...first, replayed: true });
    expect(bench.pbx.dialled).toHaveLength(1);
    bench.clock.jump(25 * HOUR_MS);
    expect(bench.desk.idempotent(request, () => ({ status: 200, body: "anew" }))).toMatchObject({ replayed: false });
  });

  it("lets a key of one call open that call as before", async () => {
    const placed = bench.desk.placeCall({ kind: "anonymous", address: "203.0.113.9" }, briefTo(DEMO_PHONE), null);
    if (placed.kind !== "calling" || placed.callKey === null) throw new Error("expected a call with a key of its own");
    bench.clock.jump(jumpMs);
    expect(bench.desk.authenticate(placed.callKey)).toMatchObject({ kind: "call", callId: placed.callId });
  });

  it("before a crash is recovered from bills no further than before, never a negative time", async () => {
    const callId = await bench.talk(caller);
    for (let second = 1; second <= 20; second += 1) {
      bench.clock.advance(1000);
      bench.conversations.tell(callId, "alive", { atMs: second * 1000 });
    }
    bench.clock.jump(jumpMs);
    await bench.restart();
    const { durationS, endReason } = bench.read(callId);
    expect(endReason).toBe("service_restart");
    expect(durationS).toBeGreaterThanOrEqual(14);
    expect(durationS).toBeLessThanOrEqual(21);
    expect(bench.store.verify()).toEqual([]);
  });
});
