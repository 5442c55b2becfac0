import { describe, expect, it } from "vitest";
import { replacing, startWorker } from "../../src/lib/supervised-worker.ts";
import type { SupervisedWorker } from "../../src/lib/supervised-worker.ts";

/** A program that says what it is told to say; it leaves when it is asked to, or never. */
function start(
  source: string,
  { readyWithinMs = 10_000, mayBeTerminated = true } = {},
): { readonly worker: SupervisedWorker<string>; readonly told: unknown[] } {
  const told: unknown[] = [];
  const program = `import { parentPort as main, workerData as data } from "node:worker_threads"; ${source}`;
  const worker = startWorker<string, unknown>({
    name: "the test's thread",
    entry: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    data: "what it was born with",
    readyWithinMs,
    mayBeTerminated,
    onMessage(message) {
      told.push(message);
      if (message === "ready") return "ready";
      return message === "unfit" ? new Error("a library is missing: run set-up") : undefined;
    },
  });
  return { worker, told };
}

const LEAVES = `main.on("message", (message) => message.type === "leave" ? main.close() : main.postMessage(message));`;
const STAYS = `main.on("message", () => {}); setInterval(() => {}, 1000);`;

describe("a worker that is started", () => {
  it("is ready when it says so, is told things, tells things, and leaves when it is asked to", async () => {
    const { worker, told } = start(`main.postMessage(data); ${LEAVES} main.postMessage("ready");`);
    await worker.ready;
    worker.post("an order");
    await expect.poll(() => told).toEqual(["what it was born with", "ready", "an order"]);
    await worker.leave(10_000);
    expect(await worker.gone).toMatchObject({ wasReady: true, cause: { message: "it ended with code 0" } });
  });

  it.each([
    [`throw new Error("no model");`, "the test's thread could not be started: no model"],
    [`import "./nowhere.mjs";`, /could not be started: .*nowhere/],
    [`process.exit(7);`, "the test's thread could not be started: it ended with code 7"],
    [`main.postMessage("unfit"); ${LEAVES}`, "a library is missing: run set-up"],
  ])("and cannot be says why: %s", async (source, sentence) => {
    const { worker } = start(source);
    await expect(worker.ready).rejects.toThrow(sentence);
    expect(await worker.gone).toMatchObject({ wasReady: false });
  });

  it("is not waited for longer than it may take", async () => {
    const { worker } = start(STAYS, { readyWithinMs: 300 });
    await expect(worker.ready).rejects.toThrow("could not be started: it was not ready within 0.3 s");
    await worker.gone;
  });

  it("and dies later tells what of, and how it lived", async () => {
    const { worker } = start(`main.postMessage("ready"); setTimeout(() => { throw new Error("died"); }, 50);`);
    await worker.ready;
    const { cause, wasReady, livedMs } = await worker.gone;
    expect([cause.message, wasReady]).toEqual(["died", true]);
    expect(livedMs).toBeGreaterThan(50);
  });
});

describe("a worker that does not leave", () => {
  it("is terminated where that is safe", async () => {
    const { worker } = start(`${STAYS} main.postMessage("ready");`);
    await worker.ready;
    await worker.leave(50);
    await worker.gone;
  });

  it("is left to itself where it may be in a call of a C library", async () => {
    const { worker } = start(`${STAYS} main.postMessage("ready");`, { mayBeTerminated: false });
    await worker.ready;
    await worker.leave(50);
    const later = new Promise((resolve) => setTimeout(resolve, 200, "still there"));
    expect(await Promise.race([worker.gone, later])).toBe("still there");
    await worker.terminate();
  });
});

it("is replaced after ever longer while it keeps failing, and soon again once it has lived well", () => {
  const afterMs = replacing({ firstMs: 100, lastMs: 500, livedWellMs: 30_000 });
  expect([0, 10, 10, 10, 31_000, 10].map(afterMs)).toEqual([100, 200, 400, 500, 100, 200]);
});
