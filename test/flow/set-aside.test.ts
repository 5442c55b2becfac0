import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { DeskBench } from "../fakes/desk.ts";

const EVERYTHING = { limit: 100, cursor: null, status: null };

describe("a call whose record cannot be completed", () => {
  let bench: DeskBench;
  let caller: KeyHolder;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  /** What the disk has made of a column while nobody looked. */
  async function restartWith(sql: string, callId: string): Promise<void> {
    await bench.desk.close();
    bench.store.close();
    const db = new Database(join(bench.folder, "outdial.db"));
    db.prepare(sql).run(callId);
    db.close();
    bench.reopen();
  }

  /** From now on, whoever reads this call's transcript fails. */
  function spoil(callId: string): void {
    const { calls } = bench.store;
    const lines = calls.lines.bind(calls);
    calls.lines = (id, after) => {
      if (id === callId) throw new Error("the transcript is damaged");
      return lines(id, after);
    };
  }

  const told = (message: string): unknown[] =>
    bench.logged.filter((line) => line.message === message).map(({ fields }) => fields["call_id"]);
  const listed = (): string[] => bench.desk.listCalls(caller, EVERYTHING).calls.map(({ callId }) => callId);

  it.each(["brief", "questions"])(
    "(its %s are damaged) does not keep the appliance from starting, nor the other calls from being ended",
    async (column) => {
      const [before, bad, after] = [await bench.talk(caller), await bench.talk(caller), await bench.talk(caller)];
      await restartWith(`UPDATE call SET ${column} = '{"' WHERE call_id = ?`, bad);
      for (const callId of [before, after])
        expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "service_restart", costCents: 100 });
      expect(told("the end of a call could not be written: it is set aside")).toEqual([bad]);
      // It is charged nothing, reserves nothing, and is in nobody's way.
      expect(bench.balance(caller)).toEqual({ balanceCents: 800, heldCents: 0 });
      expect(bench.store.calls.countUnended(caller.kind === "account" ? caller.accountId : "")).toBe(0);
      expect(listed()).toEqual([after, before]);
      expect(bench.store.verify()).toEqual([]);
      expect(bench.pbx.hungUp).toContain(bad);
      await bench.restart();
      expect(told("the end of a call could not be written: it is set aside")).toEqual([bad]);
    },
  );

  it("is set aside when it ends, which neither holds up the drain nor the other calls", async () => {
    const [bad, good] = [await bench.talk(caller), await bench.talk(caller)];
    spoil(bad);
    bench.conversations.finish(bad, "completed");
    const drained = bench.desk.drain();
    bench.conversations.finish(good, "completed");
    await drained;
    expect(told("the end of a call could not be written: it is set aside")).toEqual([bad]);
    expect(bench.store.calls.read(bad)).toMatchObject({ status: "ended", endReason: "completed", reservedCents: 0 });
    expect(bench.read(good)).toMatchObject({ status: "ended", endReason: "completed", costCents: 100 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 900, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("costs the others no sign of life", async () => {
    const [bad, good] = [await bench.talk(caller), await bench.talk(caller)];
    const { calls } = bench.store;
    const saveLife = calls.saveLife.bind(calls);
    calls.saveLife = (id, life, visible) => {
      if (id === bad) throw new Error("the row is damaged");
      saveLife(id, life, visible);
    };
    for (const callId of [bad, good]) bench.conversations.tell(callId, "alive", { atMs: 4_000 });
    bench.clock.advance(5_000);
    expect(calls.read(good)?.aliveMs).toBe(4_000);
  });
});

it("a disk that stays full holds up the drain for a while, not for ever: the next start ends what is left", async () => {
  const bench = new DeskBench({ settings: { drainSeconds: 30 } });
  const { caller } = bench.fund(1000);
  const callId = await bench.talk(caller);
  bench.diskFull = true;
  let drained = false;
  const draining = bench.desk.drain().then(() => {
    drained = true;
  });
  bench.clock.advance(54_000);
  await Promise.resolve();
  expect(drained).toBe(false);
  bench.clock.advance(1_000);
  await draining;
  expect(bench.pbx.hungUp).toEqual([callId]);
  await bench.restart();
  expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "service_restart" });
  await bench.end();
});
