/**
 * An Asterisk of our own: started with the appliance, watched, started again when it dies, ended with the appliance.
 * A clean end stops it. Should we be killed it lives on for the few seconds in which its calls are hung up
 * (`farewell.ts`); what slips through is found at the next start (`process-record.ts`).
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { randomToken } from "../lib/ids.ts";
import { probeAri } from "./ari-probe.ts";
import { runAsterisk, type AsteriskProcess } from "./asterisk-process.ts";
import { boundLog } from "./bounded-log.ts";
import { sayFarewell } from "./farewell.ts";
import { writeLastWords, type LastWords } from "./last-words.ts";
import { prepareExchange, type PreparedExchange } from "./prepare-exchange.ts";
import { removeProcessRecord, writeProcessRecord } from "./process-record.ts";
import { AsteriskStartError } from "./start-error.ts";
import { TIMING, type AriAddress, type ExchangeSettings, type Timing } from "./settings.ts";

export interface ManagedAsterisk {
  /** Stays the same when Asterisk is started again. */
  readonly ari: AriAddress;
  readonly sip: { readonly host: string; readonly port: number };
  /** Where it has its own command line's socket. */
  readonly runFolder: string;
  /** The process that runs now; null while there is none. For diagnosis. */
  pid(): number | null;
  /** Null while it runs, else one sentence. */
  notReady(): string | null;
  /** What it says to those on the line when we are gone. Never throws: the calls are none the worse without. */
  keepLastWords(words: LastWords): void;
  /** Ends it: politely, after three seconds by force. May be called any number of times. */
  stop(): Promise<void>;
}

const READY_POLL_MS = 20;
const FIRST_RESTART_MS = 250;
const LAST_RESTART_MS = 10_000;
/** After this long without a fall the next restart is quick again. */
const STEADY_MS = 60_000;
const PORT_ATTEMPTS = 3;

/** Rejects with AsteriskStartError, leaving nothing running. Aborting the signal stops it at any time. */
export async function startManagedAsterisk(settings: ExchangeSettings, signal: AbortSignal): Promise<ManagedAsterisk> {
  const log = settings.log.child({ exchange: settings.role });
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const prepared = await prepareExchange(settings, newAriLogin());
    const supervisor = new Supervisor(settings, prepared, log);
    try {
      await supervisor.start(signal);
      return supervisor;
    } catch (error) {
      await supervisor.stop();
      const again = error instanceof AsteriskStartError && error.retryable && attempt < PORT_ATTEMPTS;
      if (!again) throw error;
      log.warn({ attempt }, "asterisk did not get its port, trying another");
    }
  }
}

function newAriLogin(): { username: string; password: string } {
  return { username: "outdial", password: randomToken(32) };
}

class Supervisor implements ManagedAsterisk {
  readonly ari: AriAddress;
  readonly sip: { readonly host: string; readonly port: number };
  readonly runFolder: string;
  readonly #settings: ExchangeSettings;
  readonly #prepared: PreparedExchange;
  readonly #log: Logger;
  readonly #timing: Timing;
  readonly #ending = new AbortController();
  #process: AsteriskProcess | null = null;
  #problem: string | null = "Asterisk is starting.";
  #watching: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | null = null;

  constructor(settings: ExchangeSettings, prepared: PreparedExchange, log: Logger) {
    this.#settings = settings;
    this.#prepared = prepared;
    this.#log = log;
    this.#timing = { ...TIMING, ...settings.timing };
    this.ari = prepared.ari;
    this.sip = prepared.sip;
    this.runFolder = join(prepared.folder, "run");
  }

  async start(signal: AbortSignal): Promise<void> {
    const process = await this.#run(AbortSignal.any([signal, this.#ending.signal]));
    this.#watching = this.#watch(process);
    const end = (): void => void this.stop();
    signal.addEventListener("abort", end, { once: true });
    this.#ending.signal.addEventListener("abort", () => signal.removeEventListener("abort", end), { once: true });
    if (signal.aborted) end();
  }

  pid(): number | null {
    return this.#process === null || this.#process.hasExited() ? null : this.#process.pid;
  }

  notReady(): string | null {
    return this.#problem;
  }

  keepLastWords(words: LastWords): void {
    try {
      writeLastWords(this.#prepared.sounds, words);
    } catch (error) {
      this.#log.warn({ err: error }, "the last words could not be kept");
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#problem = "Asterisk is stopped.";
    this.#ending.abort(new Error("the exchange is being stopped"));
    const process = this.#process;
    if (process !== null) await end(process, this.#timing);
    await this.#watching;
    removeProcessRecord(this.#prepared.recordPath);
  }

  /** Starts Asterisk and waits until ARI answers. */
  async #run(signal: AbortSignal): Promise<AsteriskProcess> {
    const startedAt = performance.now();
    const { folder, sounds, owner, recordPath } = this.#prepared;
    this.#prepared.makeFolder();
    const process = await runAsterisk(this.#settings.installation, folder, sounds, owner, (line) =>
      this.#log.debug({ line }, "asterisk says"),
    ).catch((error: Error) => {
      throw new AsteriskStartError(`Asterisk cannot be started: ${error.message}; is util-linux (setpriv) installed?`);
    });
    this.#process = process;
    writeProcessRecord(recordPath, process.pid);
    try {
      await untilReady(process, this.ari, this.#timing, signal);
    } catch (error) {
      await end(process, this.#timing);
      throw error;
    }
    this.#problem = null;
    const readyMs = Math.round(performance.now() - startedAt);
    this.#log.info({ pid: process.pid, readyMs, sipPort: this.sip.port }, "asterisk is ready");
    return process;
  }

  /** Lives as long as the exchange: waits for each process to fall, and starts the next. */
  async #watch(first: AsteriskProcess): Promise<void> {
    let process: AsteriskProcess | null = first;
    let pauseMs = FIRST_RESTART_MS;
    while (!this.#ending.signal.aborted) {
      if (process !== null) {
        const startedAt = performance.now();
        const how = await this.#untilFallen(process);
        if (this.#ending.signal.aborted) return;
        if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_RESTART_MS;
        this.#problem = "Asterisk has died and is being started again.";
        this.#log.error({ how, pauseMs }, "asterisk has died, see asterisk.log");
      }
      try {
        await delay(pauseMs, undefined, { signal: this.#ending.signal });
        pauseMs = Math.min(pauseMs * 2, LAST_RESTART_MS);
        process = await this.#run(this.#ending.signal);
      } catch (error) {
        process = null;
        if (!this.#ending.signal.aborted) this.#log.error({ err: error }, "asterisk could not be started again");
      }
    }
  }

  /** Waits for the end of the process, and makes an end of one that has stopped answering. */
  async #untilFallen(process: AsteriskProcess): Promise<string> {
    let silent = 0;
    for (;;) {
      const pause = new AbortController();
      const how = await Promise.race([
        process.exited,
        delay(this.#timing.watchEveryMs, null, { signal: pause.signal }).catch(() => null),
      ]);
      pause.abort();
      if (how !== null) return how;
      this.#boundLog();
      silent = (await probeAri(this.ari, this.#timing.watchTimeoutMs)) === "ready" ? 0 : silent + 1;
      if (!process.hasExited()) this.#problem = silent === 0 ? null : "Asterisk does not answer just now.";
      if (silent >= 2 && !process.hasExited()) {
        this.#problem = "Asterisk has stopped answering and is replaced.";
        this.#log.error("asterisk has stopped answering and is ended");
        await this.#endFrozen(process);
      }
    }
  }

  #boundLog(): void {
    try {
      const { folder, owner } = this.#prepared;
      if (boundLog(join(folder, "log"), owner)) this.#log.warn("asterisk has much to say, its log begins anew");
    } catch (error) {
      this.#log.warn({ err: error }, "asterisk's log could not be shortened");
    }
  }

  /** One that was only stopped for a while can still hang up its calls; one that is stuck for good cannot. */
  async #endFrozen(process: AsteriskProcess): Promise<void> {
    const { folder, owner } = this.#prepared;
    process.kill("SIGCONT");
    await sayFarewell({ installation: this.#settings.installation, folder, owner, pid: process.pid });
    process.kill("SIGKILL");
  }
}

async function untilReady(
  process: AsteriskProcess,
  ari: AriAddress,
  { readyWithinMs }: Timing,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    signal.throwIfAborted();
    if (process.hasExited()) {
      throw new AsteriskStartError(`Asterisk ended at once (${await process.exited}): ${lastWords(process)}`);
    }
    const result = await probeAri(ari, 1000);
    if (result === "ready" && !process.hasExited()) return;
    if (result === "stranger") throw new AsteriskStartError("another program took the port meant for ARI", true);
    if (performance.now() > deadline) {
      throw new AsteriskStartError(`Asterisk was not ready within ${readyWithinMs / 1000} s: ${lastWords(process)}`);
    }
    await delay(READY_POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

async function end(process: AsteriskProcess, { stopWithinMs }: Timing): Promise<void> {
  process.kill("SIGTERM");
  const force = setTimeout(() => process.kill("SIGKILL"), stopWithinMs);
  await process.exited;
  clearTimeout(force);
}

function lastWords(process: AsteriskProcess): string {
  const lines = process.lastLines().slice(-4);
  return lines.length === 0 ? "it wrote nothing" : `its last lines were: ${lines.join(" | ")}`;
}
