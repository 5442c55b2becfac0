import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { briefTo, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";

describe("a database that cannot be written for a while", () => {
  let bench: DeskBench;
  let caller: KeyHolder;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  it("takes no new call, but does not disturb a running one, which is written in full afterwards", async () => {
    const callId = await bench.place(caller);
    bench.diskFull = true;
    expect(() => bench.desk.placeCall(caller, briefTo(SHOP_PHONE), null)).toThrow(
      expect.objectContaining({ code: "database_unavailable" }),
    );
    bench.pbx.ringing(callId);
    bench.pbx.answered(callId);
    bench.conversations.tell(callId, "introduced", {});
    bench.conversations.tell(callId, "heard", { text: "Good evening.", atMs: 400 });
    expect(bench.conversations.answeredCalls).toEqual([callId]);
    expect(bench.read(callId)).toMatchObject({ status: "queued", transcript: [] });
    bench.clock.advance(310_000);
    bench.conversations.tell(callId, "spoke", { text: "Goodbye.", cutOff: null, atMs: 309_000, latency: null });
    bench.conversations.finish(callId, "completed");
    expect(bench.pbx.hungUp).toEqual([callId]);
    bench.diskFull = false;
    bench.clock.advance(1_000);
    expect(bench.read(callId)).toMatchObject({
      status: "ended",
      endReason: "completed",
      durationS: 310,
      costCents: 125,
    });
    expect(bench.read(callId).transcript.map(({ seq, text }) => [seq, text])).toEqual([
      [1, "Good evening."],
      [2, "Goodbye."],
    ]);
    expect(bench.balance(caller)).toEqual({ balanceCents: 875, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("is no place for calls, says so within 5 s though nobody writes, and within 5 s of being mended no more", () => {
    bench.clock.advance(5_000);
    expect(bench.desk.notReady()).toEqual([]);
    bench.diskFull = true;
    bench.clock.advance(5_000);
    expect(bench.desk.notReady()).toEqual(["The database cannot be written: check its disk and its rights."]);
    bench.diskFull = false;
    bench.clock.advance(5_000);
    expect(bench.desk.notReady()).toEqual([]);
  });

  it("does not stop a hang-up: the line goes down at once, the record follows", async () => {
    const callId = await bench.talk(caller);
    bench.diskFull = true;
    bench.desk.hangUp(caller, callId);
    expect(bench.pbx.hungUp).toEqual([callId]);
    bench.diskFull = false;
    bench.clock.advance(1_000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "hangup_api" });
  });
});
