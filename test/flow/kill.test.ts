import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { DeskBench } from "../fakes/desk.ts";

type Fact = {
  ready?: true;
  placed?: string;
  key?: string;
  body?: string;
  line?: string;
  count?: number;
  ended?: string;
  broken?: string;
};

const SCRIPT = join(import.meta.dirname, "../fakes/desk-process.ts");

/** Lets a process work for so many facts, then kills it without a warning. */
async function workAndDie(folder: string, accountId: string, after: number): Promise<readonly Fact[]> {
  const child = spawn(process.execPath, [SCRIPT, folder, accountId], { stdio: ["ignore", "pipe", "inherit"] });
  const facts: Fact[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    facts.push(JSON.parse(line) as Fact);
    if (facts.length === after) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return facts;
}

describe("a process that is killed while calls are placed, talk and end", () => {
  let bench: DeskBench;
  afterEach(() => bench.end());

  it("has lost nothing that it told anybody, six times in a row", { timeout: 60_000 }, async () => {
    bench = new DeskBench();
    const { caller } = bench.fund(100_000);
    await bench.desk.close();
    bench.store.close();
    const facts: Fact[] = [];
    for (let nth = 1; nth <= 6; nth += 1) facts.push(...(await workAndDie(bench.folder, caller.accountId, 37 * nth)));
    bench.reopen();
    expect(facts.filter(({ broken }) => broken !== undefined)).toEqual([]);
    expect(facts.filter(({ ended }) => ended !== undefined).length).toBeGreaterThan(20);
    for (const { placed, line, count = 0, ended, key = "", body } of facts) {
      if (placed !== undefined) {
        expect(bench.read(placed)).toMatchObject({ status: "ended", outcome: expect.anything() });
        const replay = bench.desk.idempotent(
          { caller, path: "/v1/calls", key, fingerprint: key, setupCode: null },
          () => ({
            status: 500,
            body: "",
          }),
        );
        expect(replay).toEqual({ status: 201, body, replayed: true });
      }
      if (line !== undefined) expect(bench.read(line).transcript.length).toBeGreaterThanOrEqual(count);
      if (ended !== undefined) expect(bench.read(ended)).toMatchObject({ endReason: "completed", costCents: 100 });
    }
    expect(bench.store.verify()).toEqual([]);
  });
});
