/**
 * Engines that go wrong in a call, each fault with each engine at each stage: the longest silence that the callee heard.
 * The baseline is the longest silence of the same call when nothing goes wrong. Every call is printed on standard error.
 * Asked for by its name it runs the whole table, which takes about eight minutes; among all the others a third of it, each
 * fault with each engine at one of the stages.
 */
import { faultyCall, STAGES } from "../faults/faulty-call.ts";
import { allCases, runTable } from "../faults/table.ts";
import type { Case, Row } from "../faults/table.ts";
import { percentile, result } from "./result.ts";
import type { Result } from "./result.ts";

const AT_ONCE = 24;

export async function run(): Promise<readonly Result[]> {
  const unharmed = await Promise.all([1, 2, 3].map(() => faultyCall({ faults: new Map(), stage: "ringing" })));
  const silences = unharmed.map(({ silenceMs }) => silenceMs).toSorted((one, other) => one - other);
  const rows = await runTable(process.argv.includes("engine-faults") ? allCases() : aThird(), {
    atOnce: AT_ONCE,
    onRow: show,
  });
  const baseline = ["the same call without a fault, median of three", percentile(silences, 0.5)] as const;
  const groups = Map.groupBy(rows, ({ engine, fault }) => `${engine}: ${fault}`);
  const longest = [...groups].map(([name, group]) =>
    result(`longest silence, ${name}`, "ms (worst stage)", most(group), baseline),
  );
  return [
    result("engine_faults_longest_silence_ms", "ms", most(rows), baseline),
    result("engine_faults_calls", "calls", rows.length, null),
    result(
      "engine_faults_wrong",
      "calls that are silent too long, do not end, claim or cost wrongly",
      wrong(rows),
      null,
    ),
    result("engine_faults_errand_done", "calls that reached their goal all the same", done(rows), null),
    ...longest,
  ];
}

function aThird(): readonly Case[] {
  return allCases().filter((_, at) => at % STAGES.length === Math.floor(at / STAGES.length) % STAGES.length);
}

function show({ engine, fault, stage, suffered, wrong: sentences }: Row): void {
  const { silenceMs, reason, success, free } = suffered;
  const cells = [
    engine.padEnd(26),
    fault.padEnd(28),
    stage.padEnd(8),
    `${silenceMs} ms`.padStart(8),
    reason.padEnd(17),
    success ? "done" : "    ",
    free ? "free" : "    ",
    ...sentences.map((sentence) => `WRONG: ${sentence}`),
  ];
  process.stderr.write(`  ${cells.join(" ").trimEnd()}\n`);
}

function most(rows: readonly Row[]): number {
  return Math.max(...rows.map(({ suffered }) => suffered.silenceMs));
}

function wrong(rows: readonly Row[]): number {
  return rows.filter((row) => row.wrong.length > 0).length;
}

function done(rows: readonly Row[]): number {
  return rows.filter(({ suffered }) => suffered.success).length;
}
