/**
 * Sees to it that an Asterisk hangs up its calls when nobody else can any more: `asterisk/farewell.sh` in a process of
 * its own, which outlives the appliance by a few seconds. It is no child of Asterisk and in no group of ours, so that
 * what kills us does not kill it; the kernel closes our end of its pipe however we end.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AsteriskInstallation } from "../lib/installation.ts";
import { PROJECT_ROOT } from "../lib/installation.ts";
import { asteriskCommand, CLEAN_ENVIRONMENT } from "./asterisk-command.ts";
import { startTimeOf } from "./process-record.ts";
import { dropPrivileges, type RunAs } from "./run-as.ts";

export type FarewellOrder = {
  readonly installation: AsteriskInstallation;
  /** The exchange's. */
  readonly folder: string;
  readonly owner: RunAs | null;
  /** Asterisk's process id. */
  readonly pid: number;
};

export type Farewell = {
  /** Asterisk is gone: there is nothing left to do. Resolves when the process is gone too. */
  release(): Promise<void>;
};

/** Waits for our end, or for `release`. */
export function keepFarewell(order: FarewellOrder): Farewell {
  const started = start(order, "pipe");
  started?.child.unref();
  return {
    async release() {
      if (started === null) return;
      const { child, exited } = started;
      child.ref();
      child.stdin?.end();
      await exited;
    },
  };
}

/** Hangs up every call of that Asterisk and ends it, within some ten seconds; what is frozen is killed. */
export async function sayFarewell(order: FarewellOrder): Promise<void> {
  await start(order, "ignore")?.exited;
}

type Started = { readonly child: ChildProcess; readonly exited: Promise<void> };

/** Null when that Asterisk is gone already. */
function start({ installation, folder, owner, pid }: FarewellOrder, stdin: "pipe" | "ignore"): Started | null {
  const ticks = startTimeOf(pid)?.split(":")[1];
  if (ticks === undefined) return null;
  const script = readFileSync(join(PROJECT_ROOT, "asterisk/farewell.sh"), "utf8");
  const words = [
    ...dropPrivileges(owner),
    ...["/bin/sh", "-c", script, "farewell", String(pid), ticks],
    ...asteriskCommand(installation),
  ];
  const root = openSync(installation.root, "r");
  const home = openSync(folder, "r");
  try {
    const child = spawn("/usr/bin/env", words, {
      stdio: [stdin, "ignore", "ignore", root, home],
      cwd: "/",
      env: CLEAN_ENVIRONMENT,
      detached: true,
    });
    const exited = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      // The machine will start nothing more.
      child.once("error", () => resolve());
    });
    return { child, exited };
  } finally {
    closeSync(root);
    closeSync(home);
  }
}
