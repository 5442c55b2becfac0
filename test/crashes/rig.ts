/** A world that is broken on purpose: a funded account in an empty data folder, processes that die there, a start after. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DeskBench } from "../fakes/desk.ts";
import { before, cutPower, TRACED } from "./power-loss.ts";
import { lostOf, type Fact } from "./facts.ts";

const WORKER = join(import.meta.dirname, "worker.ts");
/** For a place that is never come by. */
const DIES_WITHIN_MS = 120_000;
/** A payment that was under way is taken up again by the start. */
const SETTLED_WITHIN_MS = 2000;

/** One fault that was caused, and what came of it. */
export type Trial = {
  /** From the start after it to the first moment at which calls are accepted. */
  readonly recoveredMs: number;
  /** Several at once; left out: one. Each of what was lost is one that was not survived. */
  readonly tries?: number;
  /** Sentences; empty when nothing was lost. */
  readonly lost: readonly string[];
};

export type Death =
  | { readonly at: string; readonly nth: number }
  /** From outside, once so many facts were told. */
  | { readonly afterFacts: number }
  | { readonly when: (fact: Fact) => "go on" | "die" };

export class World {
  readonly facts: Fact[] = [];
  readonly bench: DeskBench;
  readonly accountId: string;

  private constructor(bench: DeskBench, accountId: string) {
    this.bench = bench;
    this.accountId = accountId;
  }

  static async create(): Promise<World> {
    const bench = new DeskBench({ startsAt: new Date().toISOString() });
    const { accountId } = bench.fund(1000).caller;
    bench.store.accounts.saveCard(accountId, { customer: "house", method: "house" });
    await bench.desk.close();
    bench.store.close();
    return new World(bench, accountId);
  }

  get folder(): string {
    return this.bench.folder;
  }

  /** Works until it dies as ordered. Rejects when it does not. */
  async work(death: Death): Promise<void> {
    await this.#run("work", death, this.accountId);
  }

  /** Works on a disk of this folder's until it dies, tolerating that nothing can be written; each fact is shown. */
  async suffer(folder: string, onFact: (fact: Fact) => "go on" | "die"): Promise<void> {
    await this.#run("suffer", { when: onFact }, this.accountId, folder);
  }

  /** Works on a disk that fails to write through at the nth time, once; ends by itself. */
  async workOnFailingDisk(nth: number): Promise<void> {
    const inject = `fsync,fdatasync:error=EIO:when=${nth}`;
    const trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", `inject=${inject}`];
    const how = await this.#run("work", { at: "never", nth: 1 }, this.accountId, this.folder, trace);
    if (how !== "gave up") throw new Error(`a disk that fails made no difference: it ${how}`);
  }

  /** Is killed in the middle of its nth writing through to the disk, inside the call of the system. */
  async dieWritingThrough(nth: number): Promise<void> {
    const inject = `fsync,fdatasync:signal=KILL:when=${nth}`;
    const trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", `inject=${inject}`];
    const how = await this.#run("work", { at: "never", nth: 1 }, this.accountId, this.folder, trace);
    if (how !== "died") throw new Error(`it was not killed at its ${nth}th write: it ${how}`);
  }

  /** The power is cut behind its nth commit: of what nobody had written through so much is on the disk, from 0 to 1. */
  async losePower(nth: number, kept: number): Promise<void> {
    const names = ["outdial.db", "outdial.db-wal", "commits.count"];
    const had = before(this.folder, names);
    const trace = join(this.folder, "trace");
    const how = await this.#run("work", { at: "commit.after", nth }, this.accountId, this.folder, [
      ...["strace", "-o", trace, ...TRACED],
    ]);
    if (how !== "died") throw new Error(`it did not come to its ${nth}th commit: it ${how}`);
    cutPower(this.folder, had, readFileSync(trace, "utf8"), kept);
    rmSync(trace);
  }

  /** A start that dies as ordered; what it does not come by it survives. */
  async start(death: Death): Promise<string> {
    return await this.#run("open", death, this.accountId);
  }

  async restore(death: Death, file: string): Promise<string> {
    return await this.#run("restore", death, file);
  }

  /** The start after it all, in this process, and the look at what everybody was told. */
  async recover(): Promise<Trial> {
    const startedMs = performance.now();
    this.bench.reopen();
    const recoveredMs = performance.now() - startedMs;
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    while (this.bench.store.payments.openReloads().length > 0 && performance.now() < deadline) await delay(5);
    return { recoveredMs, lost: lostOf(this.facts, this.bench, this.accountId) };
  }

  async end(): Promise<void> {
    // Of a world that could not be started again everything is closed already.
    await this.bench.end().catch(() => undefined);
  }

  async #run(
    task: "work" | "suffer" | "open" | "restore",
    death: Death,
    more: string,
    folder = this.folder,
    under: readonly string[] = [],
  ): Promise<"died" | "lived" | "gave up"> {
    const order = "at" in death ? `${death.at}:${death.nth}` : "never";
    const [command, ...words] = [...under, process.execPath, WORKER, task, folder, order, more];
    const child = spawn(command, words, {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [errors, told] = ["", 0];
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const late = setTimeout(() => child.kill("SIGTERM"), DIES_WITHIN_MS);
    const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
      child.once("close", (code, signal) => resolve(signal ?? code));
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const fact = JSON.parse(line) as Fact;
      this.facts.push(fact);
      if ("when" in death && death.when(fact) === "die") child.kill("SIGKILL");
      told += 1;
      if ("afterFacts" in death && told === death.afterFacts) child.kill("SIGKILL");
    }
    const how = await ended;
    clearTimeout(late);
    if (how === "SIGKILL") return "died";
    if (how === 0) return "lived";
    if (how === 70) return "gave up";
    throw new Error(`${task} ${order} ended by ${how}: ${errors}`);
  }
}

/** One trial in a world of its own. */
export async function inWorld(cause: (world: World) => Promise<void>): Promise<Trial> {
  const world = await World.create();
  try {
    await cause(world);
    return await world.recover();
  } finally {
    await world.end();
  }
}
