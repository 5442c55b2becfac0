/**
 * `outdial verify`: whether anything is lost or wrong in what the appliance has stored, also while it runs. Of the
 * appliance whose configuration OUTDIAL_CONFIG names. Exit 1 when something is wrong.
 */
import type { Command } from "commander";
import { loadSettings } from "../config/load.ts";
import { verifyBeside } from "../store/beside.ts";
import { EXIT } from "./exit.ts";
import { withJson } from "./reach.ts";

type Options = { readonly all: boolean; readonly json: boolean; readonly noted: boolean };

/** Besides ringing and talking: the set-up of a call, its goodbye, its last findings. */
const AROUND_A_CALL_MS = 10 * 60_000;

export function addVerify(program: Command): void {
  withJson(
    program
      .command("verify")
      .description("Say whether anything is lost or wrong in what is stored, in what is new.")
      .option("--all", "everything, and the database file itself", false)
      .option("--noted", "you have taken note of commits that were lost: they are named no more", false),
  ).action(run);
}

function run({ all, json, noted }: Options): void {
  const { data_dir: folder, assistant } = loadSettings({ env: process.env });
  const longestCallMs = (assistant.ring_seconds + assistant.max_call_seconds) * 1000 + AROUND_A_CALL_MS;
  const found = verifyBeside(folder, { all, noted, longestCallMs, nowMs: Date.now() });
  const ok = found.problems.length === 0;
  if (!ok) process.exitCode = EXIT.failure;
  if (json) return console.log(JSON.stringify({ ok, ...found }));
  for (const problem of found.problems) console.log(problem);
  if (ok) console.log(`Nothing is lost: ${found.calls} calls and ${found.transfers} transfers were looked at.`);
}
