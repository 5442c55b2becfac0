/** What the operator's commands on an appliance's data have in common: whose it is, and how they fail. */
import { ConfigError } from "../config/problem.ts";
import { loadSettings } from "../config/load.ts";
import type { Settings } from "../config/schema.ts";

const EX_USAGE = 64;
const EX_CONFIG = 78;

/** Does the work on the appliance whose configuration OUTDIAL_CONFIG names; a sentence and exit 1 when it cannot. */
export async function operate(work: (settings: Settings) => void | Promise<void>): Promise<void> {
  // Every file that is made is for its owner's eyes only.
  process.umask(0o077);
  try {
    await work(loadSettings({ env: process.env }));
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error), error instanceof ConfigError ? EX_CONFIG : 1);
  }
}

export function wrongUsage(usage: string): void {
  complain(usage, EX_USAGE);
}

function complain(message: string, code: number): void {
  process.stderr.write(`outdial: ${message}\n`);
  process.exitCode = code;
}
