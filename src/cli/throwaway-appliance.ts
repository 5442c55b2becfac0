/**
 * An appliance that lives for one command: free ports, an empty data folder, default settings. It runs in a process
 * group of its own, so that Ctrl-C reaches us first, and is told by the kernel when we are gone without a word.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { within } from "../lib/abort.ts";
import { PROJECT_ROOT } from "../lib/installation.ts";
import type { Env } from "../lib/installation.ts";
import { freeTelephonePorts } from "./free-ports.ts";

export type ThrowawayAppliance = {
  readonly base: string;
  /** Settles when it ends by itself, with a sentence. Never rejects. */
  readonly died: Promise<string>;
  /** Ends it and all it started, and removes its folder. May be called twice. */
  stop(): Promise<void>;
};

export type ThrowawayParts = {
  readonly env: Env;
  /** What it logs, line by line. */
  readonly onLog: (line: string) => void;
  /** What to run; for tests. */
  readonly command?: readonly string[];
  readonly readyWithinMs?: number;
  readonly stopWithinMs?: number;
};

const READY_LINE = /^Outdial is ready at (\S+)/;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;
const RTP_PORTS = 60;
/** Followed by our process id: what a killed demo could not remove, the next one does. */
const FOLDER = "outdial-demo-";
const LAST_LINES = 15;

/** Rejects with one sentence, nothing left running, when it does not come up; aborting gives it up. */
export async function startThrowawayAppliance(parts: ThrowawayParts, signal: AbortSignal): Promise<ThrowawayAppliance> {
  signal.throwIfAborted();
  const ports = await freeTelephonePorts(RTP_PORTS);
  signal.throwIfAborted();
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  const config = join(folder, "outdial.yaml");
  writeFileSync(config, settings(folder, ports));
  const command = parts.command ?? [process.execPath, join(PROJECT_ROOT, "src/main.ts")];
  const child = spawn("setpriv", ["--pdeathsig", "TERM", ...command], {
    cwd: PROJECT_ROOT,
    env: { ...parts.env, OUTDIAL_CONFIG: config },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const life = new ChildLife(child, folder, parts);
  try {
    const base = await life.ready(parts.readyWithinMs ?? READY_WITHIN_MS, signal);
    return { base, died: life.died, stop: () => life.stop() };
  } catch (error) {
    await life.stop();
    throw error;
  }
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER))) {
    const [pid = ""] = name.slice(FOLDER.length).split("-");
    if (existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Somebody else's.
    }
  }
}

function settings(folder: string, ports: { readonly sip: number; readonly rtp: string }): string {
  return [
    "server: { host: 127.0.0.1, port: 0, drain_seconds: 0 }",
    `data_dir: ${JSON.stringify(join(folder, "data"))}`,
    `asterisk: { sip_port: ${ports.sip}, rtp_ports: "${ports.rtp}" }`,
    "",
  ].join("\n");
}

class ChildLife {
  readonly died: Promise<string>;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #stopWithinMs: number;
  readonly #readyLine = Promise.withResolvers<string>();
  readonly #lastLines: string[] = [];
  readonly #killOnExit: () => void;
  #gone = false;

  constructor(child: ChildProcess, folder: string, { onLog, stopWithinMs = STOP_WITHIN_MS }: ThrowawayParts) {
    this.#child = child;
    this.#folder = folder;
    this.#stopWithinMs = stopWithinMs;
    const died = Promise.withResolvers<string>();
    this.died = died.promise;
    const end = (how: string) => {
      this.#gone = true;
      died.resolve(`the appliance ended by itself (${how})${this.#lastWords()}`);
    };
    child.once("error", (error) => end(error.message));
    child.once("close", (code, signal) => end(signal ?? `exit status ${code}`));
    // Whatever happens to us, even an exception nobody caught, nothing of it stays.
    this.#killOnExit = () => {
      this.#kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    };
    process.once("exit", this.#killOnExit);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on("line", (line) => this.#read(line, onLog));
    }
  }

  async ready(withinMs: number, signal: AbortSignal): Promise<string> {
    const died = this.died.then((sentence) => Promise.reject(new Error(sentence)));
    const late = (): string => `the appliance was not ready within ${withinMs / 1000} s${this.#lastWords()}`;
    return within(Promise.race([this.#readyLine.promise, died]), withinMs, late, signal);
  }

  async stop(): Promise<void> {
    if (!this.#gone) {
      this.#child.kill("SIGTERM");
      const force = setTimeout(() => this.#kill("SIGKILL"), this.#stopWithinMs);
      await this.died;
      clearTimeout(force);
    }
    process.off("exit", this.#killOnExit);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The whole group: Asterisk goes with its parent, but whatever else is left goes too. */
  #kill(signal: NodeJS.Signals): void {
    if (this.#gone || this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // It has just ended.
    }
  }

  #read(line: string, onLog: (line: string) => void): void {
    const base = READY_LINE.exec(line)?.[1];
    if (base !== undefined) this.#readyLine.resolve(base);
    this.#lastLines.push(line);
    if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift();
    onLog(line);
  }

  #lastWords(): string {
    return this.#lastLines.length === 0 ? "" : `. It said:\n  ${this.#lastLines.join("\n  ")}`;
  }
}
