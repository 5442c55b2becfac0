/**
 * What the operator does about suspended accounts, also while the appliance runs:
 *
 *   npm run account -- suspended            lists them, with the reason
 *   npm run account -- lift <account_id>    lets one place calls again
 *
 * Of the appliance whose configuration OUTDIAL_CONFIG names. Exit 1 with a sentence when nothing could be done.
 */
import { ConfigError } from "../config/problem.ts";
import { loadSettings } from "../config/load.ts";
import { openSuspensions } from "../store/suspensions.ts";
import type { Suspensions } from "../store/suspensions.ts";

const USAGE = "usage: npm run account -- suspended | npm run account -- lift <account_id>";
const EX_USAGE = 64;
const EX_CONFIG = 78;

const [command, accountId, ...more] = process.argv.slice(2);

if (command === "suspended" && accountId === undefined) run(list);
else if (command === "lift" && accountId !== undefined && more.length === 0) run((open) => lift(open, accountId));
else fail(USAGE, EX_USAGE);

function run(work: (suspensions: Suspensions) => void): void {
  try {
    const suspensions = openSuspensions(loadSettings({ env: process.env }).data_dir);
    try {
      work(suspensions);
    } finally {
      suspensions.close();
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), error instanceof ConfigError ? EX_CONFIG : 1);
  }
}

function list(suspensions: Suspensions): void {
  const found = suspensions.list();
  if (found.length === 0) process.stderr.write("No account is suspended.\n");
  for (const one of found) process.stdout.write(`${one.accountId}\t${one.why}\n`);
}

function lift(suspensions: Suspensions, id: string): void {
  switch (suspensions.lift(id)) {
    case "lifted":
      process.stdout.write(`${id} may place calls again.\n`);
      return;
    case "not suspended":
      process.stdout.write(`${id} is not suspended: nothing was changed.\n`);
      return;
    case "unknown":
      throw new Error(`There is no account ${id}: \`npm run account -- suspended\` lists those that are suspended.`);
  }
}

function fail(message: string, code: number): void {
  process.stderr.write(`outdial: ${message}\n`);
  process.exitCode = code;
}
