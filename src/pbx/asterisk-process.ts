/**
 * One run of Asterisk: as our child, until it exits, but in no group of ours: a Ctrl-C is for us, who let the calls end
 * first. Beside it runs what hangs up its calls should we be gone before it (`farewell.ts`).
 */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import type { AsteriskInstallation } from "../lib/installation.ts";
import { asteriskCommand, CLEAN_ENVIRONMENT } from "./asterisk-command.ts";
import { keepFarewell, type Farewell } from "./farewell.ts";
import { dropPrivileges, type RunAs } from "./run-as.ts";

export type AsteriskProcess = {
  readonly pid: number;
  /** Settles when it is gone, with how. Never rejects. */
  readonly exited: Promise<string>;
  hasExited(): boolean;
  /** What it last wrote on the console: warnings and errors. */
  lastLines(): readonly string[];
  kill(signal: NodeJS.Signals): void;
};

const KEPT_LINES = 12;
const LAST_WORDS_MS = 100;

/** Rejects when the operating system will not start it. */
export async function runAsterisk(
  installation: AsteriskInstallation,
  folder: string,
  /** What Asterisk may play. */
  sounds: string,
  owner: RunAs | null,
  onLine: (line: string) => void,
): Promise<AsteriskProcess> {
  const [command, ...words] = [...dropPrivileges(owner), ...asteriskCommand(installation), "-f"];
  const root = openSync(installation.root, "r");
  const home = openSync(folder, "r");
  const heard = openSync(sounds, "r");
  let child: ChildProcess;
  try {
    const stdio = ["ignore", "pipe", "pipe", root, home, heard] as const;
    child = spawn(command, words, { stdio: [...stdio], cwd: "/", env: CLEAN_ENVIRONMENT, detached: true });
  } finally {
    closeSync(root);
    closeSync(home);
    closeSync(heard);
  }
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() === "") return;
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine(line);
    });
  }
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  let gone = false;
  child.once("exit", () => {
    gone = true;
    // Its last words may still be on their way, but a process of its own could hold the other end open for ever.
    setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, LAST_WORDS_MS).unref();
  });
  let farewell: Farewell | null = null;
  child.once("close", (code, signal) => {
    const how = signal === null ? `exit status ${code}` : `signal ${signal}`;
    void (farewell?.release() ?? Promise.resolve()).then(() => resolve(how));
  });
  await new Promise<void>((started, failed) => {
    child.once("spawn", started);
    child.once("error", failed);
  });
  const pid = child.pid ?? 0;
  farewell = keepFarewell({ installation, folder, owner, pid });
  return {
    pid,
    exited,
    hasExited: () => gone,
    lastLines: () => lines,
    kill: (signal) => {
      if (!gone) child.kill(signal);
    },
  };
}
