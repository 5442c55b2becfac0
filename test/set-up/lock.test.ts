import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

/** A project with a set-up of its own, whose only work is to tell when it begins and ends. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), "outdial-test-"));
  cpSync(join(PROJECT_ROOT, "set-up"), join(root, "set-up"), { recursive: true });
  const work = `
    import { appendFileSync } from "node:fs";
    import { setTimeout as pause } from "node:timers/promises";
    import { withLock } from "./set-up/lock.mjs";
    await withLock(async () => {
      appendFileSync("log", "begin\\n");
      await pause(Number(process.argv[2]));
      appendFileSync("log", "end\\n");
    });`;
  writeFileSync(join(root, "work.mjs"), work);
  return root;
}

function work(root: string, ms: number) {
  const child = spawn(process.execPath, ["work.mjs", String(ms)], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const done = new Promise<string>((resolve) => child.once("close", () => resolve(said)));
  return { child, done };
}

const log = async (root: string) =>
  (await import("node:fs")).readFileSync(join(root, "log"), "utf8").trim().split("\n");

it("lets several set-ups of one clone work one after the other, and says so", async () => {
  const root = project();
  const all = await Promise.all([1, 2, 3].map(() => work(root, 100).done));
  expect(await log(root)).toEqual(["begin", "end", "begin", "end", "begin", "end"]);
  expect(all.join("")).toContain("Another set-up of this clone is at work");
});

it("takes over the lock of one that was killed", async () => {
  const root = project();
  const first = work(root, 60_000);
  await expect.poll(() => log(root).catch(() => []), { timeout: 10_000 }).toEqual(["begin"]);
  first.child.kill("SIGKILL");
  await first.done;
  expect(await work(root, 0).done).toBe("");
  expect(await log(root)).toEqual(["begin", "begin", "end"]);
});

it("takes over a lock whose process id has been given to somebody else since", async () => {
  const root = project();
  mkdirSync(join(root, "var"));
  writeFileSync(join(root, "var/set-up.lock"), `${process.pid} 1`);
  expect(await work(root, 0).done).toBe("");
});
