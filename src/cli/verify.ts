/**
 * Whether anything is lost or wrong in what the appliance has stored, also while it runs:
 *
 *   npm run verify                 what came since the last check that found nothing wrong
 *   npm run verify -- --all        everything, and the database file itself
 *   npm run verify -- --json       for programs: {"ok", "problems", "calls", "transfers"}
 *   npm run verify -- --noted      the operator has taken note of commits that were lost: they are named no more
 *
 * Of the appliance whose configuration OUTDIAL_CONFIG names. Exit 1 when something is wrong.
 */
import { parseArgs } from "node:util";
import { verifyBeside } from "../store/beside.ts";
import { operate, wrongUsage } from "./operator.ts";

/** Besides ringing and talking: the set-up of a call, its goodbye, its last findings. */
const AROUND_A_CALL_MS = 10 * 60_000;

function given() {
  try {
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({ options: { all: flag, json: flag, noted: flag } }).values;
  } catch {
    return null;
  }
}

const options = given();
if (options === null) wrongUsage("usage: npm run verify -- [--all] [--json] [--noted]");
else {
  await operate(({ data_dir: folder, assistant }) => {
    const { all, json, noted } = options;
    const longestCallMs = (assistant.ring_seconds + assistant.max_call_seconds) * 1000 + AROUND_A_CALL_MS;
    const found = verifyBeside(folder, { all, noted, longestCallMs, nowMs: Date.now() });
    const ok = found.problems.length === 0;
    if (!ok) process.exitCode = 1;
    if (json) return void process.stdout.write(`${JSON.stringify({ ok, ...found })}\n`);
    for (const problem of found.problems) process.stdout.write(`${problem}\n`);
    if (ok) {
      process.stdout.write(`Nothing is lost: ${found.calls} calls and ${found.transfers} transfers were looked at.\n`);
    }
  });
}
