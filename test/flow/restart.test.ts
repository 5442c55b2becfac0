import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { briefTo, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";

describe("an appliance that died and starts again", () => {
  let bench: DeskBench;
  let caller: KeyHolder;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  /** The assistant says every second that it lives, for so long. */
  const live = (callId: string, seconds: number): void => {
    for (let second = 1; second <= seconds; second += 1) {
      bench.clock.advance(1_000);
      bench.conversations.tell(callId, "alive", { atMs: second * 1_000 });
    }
  };

  it("ends the calls under way, dials none again, and clears the exchange of them", async () => {
    const queued = bench.desk.placeCall(caller, briefTo(SHOP_PHONE), null);
    const ringing = await bench.place(caller);
    bench.pbx.ringing(ringing);
    const talking = await bench.talk(caller);
    bench.conversations.tell(talking, "heard", { text: "Good evening.", atMs: 300 });
    await bench.restart();
    const ids = [queued.kind === "calling" ? queued.callId : "", ringing, talking];
    for (const callId of ids)
      expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "service_restart" });
    expect(bench.read(ids[0] ?? "").costCents).toBe(0);
    expect(bench.read(talking)).toMatchObject({ costCents: 100, durationS: 0 });
    expect(bench.read(talking).transcript).toMatchObject([{ seq: 1, text: "Good evening." }]);
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.pbx.hungUp).toEqual(ids);
    expect(bench.balance(caller)).toEqual({ balanceCents: 900, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("bills a call no further than the assistant was provably alive, within 5 s", async () => {
    const callId = await bench.talk(caller);
    live(callId, 363);
    expect(bench.balance(caller).balanceCents).toBe(850);
    await bench.restart();
    expect(bench.read(callId)).toMatchObject({ durationS: 359, costCents: 125 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 875, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("bills nothing when it died before the assistant's first full sentence", async () => {
    const callId = await bench.place(caller);
    bench.pbx.answered(callId);
    await bench.restart();
    expect(bench.read(callId)).toMatchObject({ endReason: "service_restart", costCents: 0 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
  });

  it("changes nothing by starting again and again", async () => {
    const callId = await bench.talk(caller);
    live(callId, 20);
    await bench.restart();
    const [before, money] = [bench.read(callId), bench.balance(caller)];
    for (let nth = 0; nth < 3; nth += 1) await bench.restart();
    expect(bench.read(callId)).toEqual(before);
    expect(bench.balance(caller)).toEqual(money);
  });

  it("keeps the free demo calls of the day counted, and codes, keys and sessions working", async () => {
    const { key } = bench.fund(100);
    const session = bench.desk.signIn({ key });
    const setup = bench.desk.placeCall({ kind: "anonymous", address: "a" }, briefTo(SHOP_PHONE), null);
    await bench.restart();
    expect(bench.desk.authenticate(key)).not.toBeNull();
    expect(bench.desk.readSession(session?.session ?? "")).not.toBeNull();
    if (setup.kind !== "needs_setup") throw new Error("expected a set-up");
    const again = bench.desk.placeCall({ kind: "anonymous", address: "a" }, briefTo(SHOP_PHONE), setup.setupCode);
    expect(again).toEqual(setup);
  });
});
