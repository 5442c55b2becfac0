/**
 * The main thread's end of the engine process: starts it, watches that it answers, and replaces it when it has died or
 * hung. Conversation threads reach it by its socket, whose path stays the same.
 */
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Env } from "../../lib/installation.ts";
import { OWN_MODELS } from "./birth.ts";
import type { EngineModels, FromProcess, MeasuredLoad, ToProcess } from "./birth.ts";

export type NeuralEngine = {
  readonly socketPath: string;
  /** Settles when it serves for the first time; rejects with what keeps it from serving. */
  readonly ready: Promise<void>;
  /** Null when it serves, else why not just now. */
  notReady(): string | null;
  memoryBytes(): number;
  /** As it was measured when it started; null before that. */
  load(): MeasuredLoad | null;
  close(): Promise<void>;
};

export type NeuralEngineOptions = {
  readonly decodings: number;
  /** Left out: its own, for both. */
  readonly models?: EngineModels;
  /** The environment of the appliance, of which the process gets to see the folders of its models only. */
  readonly env: Env;
  readonly log: Logger;
};

const PROGRAM = fileURLToPath(new URL("./process.ts", import.meta.url));
/**
 * It takes three to five seconds. On a machine that is busy with other things, ten times as long: ended then, it would
 * begin from the beginning, again and again, and be one more of those that keep the machine busy.
 */
const READY_WITHIN_MS = 120_000;
const PING_EVERY_MS = 500;
/** Its event loop only passes messages on; one that says nothing for so long is frozen. */
const SILENT_MOST_MS = 1500;
/** Its program is being read first; its models are loaded beside the event loop, which answers meanwhile. */
const SILENT_AT_START_MS = 20_000;
const LEAVE_WITHIN_MS = 2000;
const RESTART_AFTER_MS = { first: 10, most: 5000 };
const LIVED_WELL_MS = 30_000;
const PASSED_ON = ["PATH", "OUTDIAL_MODELS_FROM", "OUTDIAL_ESPEAK_DATA", "NODE_COMPILE_CACHE"];

export function beginNeuralEngine(options: NeuralEngineOptions): NeuralEngine {
  return new Supervisor(options);
}

class Supervisor implements NeuralEngine {
  readonly socketPath: string;
  readonly ready: Promise<void>;
  readonly #options: NeuralEngineOptions;
  readonly #folder: string;
  readonly #prefix: readonly string[];
  #child: ChildProcess | null = null;
  #serves = false;
  #memoryBytes = 0;
  #load: MeasuredLoad | null = null;
  #heardMs = 0;
  /** Why we have ended it ourselves. */
  #endedFor: string | null = null;
  #restart: NodeJS.Timeout | null = null;
  #failures = 0;
  #closing = false;
  readonly #beat: NodeJS.Timeout;

  constructor(options: NeuralEngineOptions) {
    this.#options = options;
    this.#folder = mkdtempSync(join(tmpdir(), "outdial-engine-"));
    this.socketPath = join(this.#folder, "engine.sock");
    this.#prefix = confinement();
    this.ready = this.#start();
    this.#beat = setInterval(() => this.#look(), PING_EVERY_MS);
  }

  notReady(): string | null {
    return this.#serves ? null : "The engine that hears and speaks is being started again.";
  }

  memoryBytes(): number {
    return this.#memoryBytes;
  }

  load(): MeasuredLoad | null {
    return this.#load;
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#beat);
    if (this.#restart !== null) clearTimeout(this.#restart);
    const child = this.#child;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const left = new Promise<void>((resolve) => {
        child.once("exit", () => resolve());
      });
      // One that is only starting has nothing to finish, and takes a core that others need to end.
      if (!this.#serves) child.kill("SIGKILL");
      else if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill("SIGKILL"), LEAVE_WITHIN_MS);
      await left;
      clearTimeout(force);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): Promise<void> {
    const { env, decodings, models = OWN_MODELS, log } = this.#options;
    const passed = Object.fromEntries(
      PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    );
    const [command, ...words] = [...this.#prefix, process.execPath, PROGRAM] as const;
    const startedMs = performance.now();
    const child = spawn(command, words, {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...passed, MALLOC_ARENA_MAX: "2" },
    });
    this.#child = child;
    this.#heardMs = startedMs;
    this.#endedFor = null;
    let complaints = "";
    child.stderr?.on("data", (piece: Buffer) => {
      complaints = (complaints + piece.toString("utf8")).slice(-2000);
    });
    return new Promise((resolve, reject) => {
      const late = `it was not ready within ${READY_WITHIN_MS / 1000} s`;
      const deadline = setTimeout(() => this.#kill(child, late), READY_WITHIN_MS);
      child.on("message", (message: FromProcess) => {
        this.#heardMs = performance.now();
        if (message.type === "unfit") return reject(new Error(message.message));
        this.#memoryBytes = message.memoryBytes;
        if (message.type === "pong") return;
        clearTimeout(deadline);
        this.#serves = true;
        this.#load ??= message.load;
        log.info({ memory_bytes: message.memoryBytes, ...message.load }, "the engine process serves");
        resolve();
      });
      // A process that is gone has no use for what is sent to it; its end is told by "exit".
      child.on("error", (error) => reject(error));
      child.once("exit", (code, signal) => {
        clearTimeout(deadline);
        this.#child = null;
        this.#serves = false;
        const how = this.#endedFor ?? signal ?? `code ${code}`;
        const why = new Error(`the engine process ended (${how}) ${complaints.trim()}`.trim());
        reject(why);
        if (this.#closing) return;
        if (performance.now() - startedMs > LIVED_WELL_MS) this.#failures = 0;
        this.#replaceSoon(why);
      });
      const birth = { socketPath: this.socketPath, models, decodings, load: this.#load, env: passed };
      this.#tell({ type: "begin", birth });
    });
  }

  #replaceSoon(cause: Error): void {
    const afterMs = Math.min(RESTART_AFTER_MS.most, RESTART_AFTER_MS.first * 4 ** this.#failures);
    this.#failures += 1;
    this.#options.log.error({ err: cause, afterMs }, "the engine process died and is replaced");
    this.#restart = setTimeout(() => {
      this.#restart = null;
      // Its end brings the next try.
      this.#start().catch(() => undefined);
    }, afterMs);
  }

  /** Ends one that does not answer. What it said while we were busy ourselves has been read by the second look. */
  #look(): void {
    const child = this.#child;
    if (child === null) return;
    const mostMs = this.#serves ? SILENT_MOST_MS : SILENT_AT_START_MS;
    const isSilent = (): boolean => this.#child === child && performance.now() - this.#heardMs > mostMs;
    if (isSilent()) {
      setTimeout(() => {
        if (!isSilent()) return;
        this.#options.log.error("the engine process does not answer and is ended");
        this.#kill(child, "it did not answer");
      }, 50);
    }
    this.#tell({ type: "ping" });
  }

  #kill(child: ChildProcess, why: string): void {
    this.#endedFor ??= why;
    child.kill("SIGKILL");
  }

  #tell(message: ToProcess): void {
    if (this.#child?.connected === true) this.#child.send(message, () => undefined);
  }
}

/** The words before the program's own: nothing to gain, and no network where the system lets us take it away. */
function confinement(): readonly string[] {
  const words = [
    ["unshare", "--net", "--"],
    ["setpriv", "--no-new-privs", "--"],
  ];
  return words.flatMap((prefix) => {
    const [command, ...rest] = [...prefix, "true"] as const;
    return spawnSync(command, rest, { stdio: "ignore", timeout: 2000 }).status === 0 ? prefix : [];
  });
}
