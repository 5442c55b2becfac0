/** The counts that are asked before every call: the same as counting anew would tell. */
import Database from "better-sqlite3";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { storeCalls } from "../crashes/many-calls.ts";
import { briefTo, DeskBench, ProcessDied, SHOP_PHONE } from "../fakes/desk.ts";

const DAY_MS = 86_400_000;
const OTHER = "+14155550124";

let bench: DeskBench;
let caller: KeyHolder & { readonly kind: "account" };
beforeEach(() => {
  bench = new DeskBench({ startsAt: "2026-03-02T23:59:00.000Z" });
  caller = bench.fund(10_000).caller;
});
afterEach(() => bench.end());

const day = (): number => bench.clock.wallMs() - (bench.clock.wallMs() % DAY_MS);
const counts = (dayMs = day()) =>
  [null, SHOP_PHONE, OTHER].map((phone) => bench.store.calls.countOfDay(caller.accountId, dayMs, phone));

it("count an account's calls of a day, in all and to each number, and nobody else's", async () => {
  const other = bench.fund(1000).caller;
  expect(counts()).toEqual([0, 0, 0]);
  await bench.place(caller);
  await bench.place(caller);
  await bench.place(caller, briefTo(OTHER));
  await bench.place(other);
  expect(counts()).toEqual([3, 2, 1]);
  await bench.restart();
  expect(counts()).toEqual([3, 2, 1]);
});

it("begin anew at midnight UTC, and what is long over is forgotten", async () => {
  await bench.place(caller);
  const first = day();
  bench.clock.advance(60_000);
  expect(counts()).toEqual([0, 0, 0]);
  await bench.place(caller);
  expect([counts(first), counts()]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ]);
  bench.clock.advance(2 * DAY_MS);
  await bench.place(caller);
  expect([counts(first), counts()]).toEqual([
    [0, 0, 0],
    [1, 1, 0],
  ]);
});

it("do not count a call that was refused after all", async () => {
  bench.dies = "before commit";
  await expect(bench.place(caller)).rejects.toThrow(ProcessDied);
  bench.dies = null;
  expect(counts()).toEqual([0, 0, 0]);
});

it("are looked up, not counted, also among a day's thousands", async () => {
  await bench.desk.close();
  bench.store.close();
  storeCalls(bench.folder, caller.accountId, 2000, day());
  bench.reopen();
  expect(counts()[0]).toBe(2000);
  expect(bench.store.verify()).toEqual([]);
  const db = new Database(join(bench.folder, "outdial.db"), { readonly: true });
  const plan = db
    .prepare("EXPLAIN QUERY PLAN SELECT calls FROM calls_of_day WHERE account_id = ? AND day = ? AND phone = ?")
    .all("a", 1, "");
  db.close();
  expect(JSON.stringify(plan)).toMatch(
    /SEARCH calls_of_day USING PRIMARY KEY \(account_id=\? AND day=\? AND phone=\?\)/,
  );
});
