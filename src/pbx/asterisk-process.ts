/**
 * One run of Asterisk: in the foreground, as our child, until it exits. Its root file system and its folder are handed
 * over as open descriptors 3 and 4 and its configuration names nothing else, so that both may lie below a folder that
 * the unprivileged user cannot enter (`/root`, a private temporary folder), with a name of any characters and length.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import type { AsteriskInstallation } from "../lib/installation.ts";
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
  owner: RunAs | null,
  onLine: (line: string) => void,
): Promise<AsteriskProcess> {
  const program = installation.command.map((word) => throughDescriptor(installation.root, word));
  const [command, ...words] = [...dropPrivileges(owner), ...program, "-C", "/proc/self/fd/4/etc/asterisk.conf", "-f"];
  const root = openSync(installation.root, "r");
  const home = openSync(folder, "r");
  let child: ChildProcess;
  try {
    // The environment stays here: it may hold other people's keys.
    const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" };
    child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe", root, home], cwd: "/", env });
  } finally {
    closeSync(root);
    closeSync(home);
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
  child.once("close", (code, signal) => resolve(signal === null ? `exit status ${code}` : `signal ${signal}`));
  await new Promise<void>((started, failed) => {
    child.once("spawn", started);
    child.once("error", failed);
  });
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => gone,
    lastLines: () => lines,
    kill: (signal) => {
      if (!gone) child.kill(signal);
    },
  };
}

/** Paths within the root by way of the open descriptor; everything else as it is. */
function throughDescriptor(root: string, word: string): string {
  const path = relative(root, word);
  return word.startsWith("/") && !path.startsWith("..") ? join("/proc/self/fd/3", path) : word;
}
