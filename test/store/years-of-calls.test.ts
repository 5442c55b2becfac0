/** An account with years of calls: what is asked of it again and again takes no longer than of a young one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { storeCalls } from "../crashes/many-calls.ts";
import { briefTo, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";

const DAY_MS = 86_400_000;
const [MANY, FEW] = [12_000, 20];

type Account = KeyHolder & { readonly kind: "account" };
const benches: DeskBench[] = [];
let old: { readonly bench: DeskBench; readonly caller: Account };
let young: typeof old;
beforeAll(() => {
  [old, young] = [aged(MANY), aged(FEW)];
}, 60_000);
afterAll(async () => {
  for (const bench of benches.splice(0)) await bench.end();
});

function aged(calls: number): typeof old {
  const bench = new DeskBench();
  benches.push(bench);
  const { caller } = bench.fund(100_000);
  storeCalls(bench.folder, caller.accountId, calls, bench.clock.wallMs() - 30 * DAY_MS, 0);
  return { bench, caller };
}

/** The median: a machine that does something else now and then does not count. */
function medianMs(run: () => unknown): number {
  const took = Array.from({ length: 41 }, () => {
    const startedMs = performance.now();
    run();
    return performance.now() - startedMs;
  });
  return took.toSorted((a, b) => a - b)[20] ?? Number.NaN;
}

const listed = ({ bench, caller }: typeof old, page: object) =>
  bench.desk.listCalls(caller, { limit: 20, cursor: null, status: null, ...page });

it.each([
  ["the first page", {}],
  ["a page of calls under way", { status: "in_progress" }],
  ["a page of calls that wait", { status: "queued" }],
  ["a page of ended calls", { status: "ended" }],
] as const)("%s is listed as fast", (_, page) => {
  const [ours, theirs] = [medianMs(() => listed(old, page)), medianMs(() => listed(young, page))];
  expect(ours).toBeLessThan(5 * theirs + 0.3);
});

it("a page deep inside is listed as fast as the first", () => {
  const deep = medianMs(() => listed(old, { cursor: "call_old500" }));
  expect(deep).toBeLessThan(5 * medianMs(() => listed(old, {})) + 0.3);
});

it("what is counted before a call is placed is counted as fast", () => {
  const counted = ({ bench, caller }: typeof old) =>
    medianMs(() => [
      bench.store.calls.countUnended(caller.accountId),
      bench.store.calls.countAllUnended(),
      bench.store.calls.unended(),
      bench.store.calls.countSince(caller.accountId, bench.clock.wallMs() - 60_000),
    ]);
  expect(counted(old)).toBeLessThan(5 * counted(young) + 0.3);
});

it("the pages of each status hold the calls of that status, the newest first, and nobody else's", async () => {
  const { bench, caller } = old;
  const talking = await bench.talk(caller, briefTo(SHOP_PHONE));
  const waiting = await bench.place(caller, briefTo("+14155550124"));
  await bench.place(bench.fund(1000).caller, briefTo("+14155550125"));
  const ids = (page: object) => listed(old, page).calls.map(({ callId }) => callId);
  expect(ids({ status: "in_progress" })).toEqual([talking]);
  expect(ids({ status: "queued" })).toEqual([waiting]);
  expect(ids({ status: "queued", cursor: waiting })).toEqual([]);
  expect(ids({ status: "in_progress", cursor: waiting })).toEqual([talking]);
  expect(ids({ limit: 3 })).toEqual([waiting, talking, `call_old${MANY}`]);
  expect(ids({ status: "ended", limit: 2 })).toEqual([`call_old${MANY}`, `call_old${MANY - 1}`]);
});
