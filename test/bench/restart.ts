/**
 * How long the whole program takes from its start to its first acceptable call with years of use in its database, beside
 * an empty one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeCalls } from "../crashes/many-calls.ts";
import { DeskBench } from "../fakes/desk.ts";
import { runAppliance } from "../support/running-appliance.ts";
import { percentile, result } from "./result.ts";
import type { Result } from "./result.ts";

const CALLS = 100_000;
const LINES = 20;
const TIMES = 3;
const DAY_MS = 86_400_000;

export async function run(): Promise<readonly Result[]> {
  const empty = mkdtempSync(join(tmpdir(), "outdial-restart-"));
  const bench = new DeskBench({ startsAt: new Date().toISOString() });
  const { accountId } = bench.fund(1000).caller;
  await bench.desk.close();
  bench.store.close();
  try {
    storeCalls(bench.folder, accountId, CALLS, Date.now() - DAY_MS, LINES);
    // The first one looks at everything that nobody has looked at yet.
    await startMs(bench.folder, "SIGTERM");
    const full: number[] = [];
    const none: number[] = [];
    for (let nth = 0; nth < TIMES; nth += 1) {
      full.push(await startMs(bench.folder, "SIGKILL"));
      none.push(await startMs(empty, "SIGKILL"));
    }
    const middle = (all: readonly number[]): number =>
      percentile(
        all.toSorted((a, b) => a - b),
        0.5,
      );
    return [
      result("ready_after_kill_with_100000_calls", "ms", middle(full), ["with no call", middle(none)]),
      result("ready_after_kill_with_100000_calls_worst", "ms", Math.max(...full), ["with no call", Math.max(...none)]),
    ];
  } finally {
    rmSync(bench.folder, { recursive: true, force: true });
    rmSync(empty, { recursive: true, force: true });
  }
}

/** Until the line that says it is ready; then it ends so. */
async function startMs(folder: string, end: "SIGTERM" | "SIGKILL"): Promise<number> {
  const startedMs = performance.now();
  const appliance = await runAppliance({ data_dir: folder });
  const readyMs = performance.now() - startedMs;
  process.stderr.write(`  ready after ${Math.round(readyMs)} ms\n`);
  appliance.process.kill(end);
  await appliance.stop();
  return readyMs;
}
