/**
 * Breaks the appliance in every way that one machine can cause, and prints what came of it:
 *
 *   npm run faults                       each fault as often as a developer can wait for
 *   npm run faults -- --kills 1000       as many kills at random moments
 *   npm run faults -- --only SIGKILL     those whose name has this in it
 *   npm run faults -- --json
 *
 * Exit 1 when anything was lost. A new area of faults: a list like store-faults.ts, named in FAULTS.
 */
import { Command } from "commander";
import { wholeNumber } from "../support/options.ts";
import type { Fault } from "./fault.ts";
import { LINE_FAULTS } from "./line-faults.ts";
import { STORE_FAULTS } from "./store-faults.ts";
import { TALK_FAULTS } from "./talk-faults.ts";
import { TESTED_FAULTS } from "./tested-faults.ts";
import { WEBHOOK_FAULTS } from "./webhook-faults.ts";
import { causeAll, type Row } from "./table.ts";

const FAULTS: readonly Fault[] = [...STORE_FAULTS, ...WEBHOOK_FAULTS, ...LINE_FAULTS, ...TALK_FAULTS, ...TESTED_FAULTS];
const AT_RANDOM = "SIGKILL at any moment";

const { only, json, kills } = new Command("npm run faults --")
  .description("Breaks the appliance in every way, and says what was lost.")
  .option("--kills <n>", "as many kills at random moments", wholeNumber)
  .option("--only <words>", "the faults whose name has this in it", "")
  .option("--json", "the table as one JSON document", false)
  .parse()
  .opts<{ readonly only: string; readonly json: boolean; readonly kills?: number }>();
const width = Math.max(...FAULTS.map(({ name }) => name.length));

function line(fault: string, ...columns: readonly string[]): string {
  return [fault.padEnd(width), ...columns.map((column) => column.padStart(12))].join(" ");
}

function show({ fault, tried, survived, recoverS: [middle, worst], lost }: Row): void {
  if (json) return;
  const seconds = Number.isNaN(worst) ? "-" : `${middle.toFixed(2)}/${worst.toFixed(2)}`;
  console.log(
    line(fault, String(tried), String(survived), seconds, lost.length === 0 ? "nothing" : String(lost.length)),
  );
  for (const what of lost.slice(0, 3)) console.log(`    ${what}`);
}

if (!json) console.log(line("fault", "tried", "survived", "s to recover", "lost"));
const chosen = FAULTS.filter(({ name }) => name.includes(only));
const rows = await causeAll(chosen, ({ name, times }) => (name === AT_RANDOM ? (kills ?? times) : times), show);
if (json) console.log(JSON.stringify(rows));
else {
  const sum = (pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const lost = sum((row) => row.lost.length);
  const [tried, survived] = [sum((row) => row.tried), sum((row) => row.survived)];
  console.log(line("all", String(tried), String(survived), "", lost === 0 ? "nothing" : String(lost)));
}
process.exitCode = rows.every(({ lost }) => lost.length === 0) ? 0 : 1;
