/** The set-up is plain JavaScript for the user's own Node; it is run here as a process of its own. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

/** Takes these steps, JavaScript, on a machine whose only programs are the ones given here, shell. */
async function take(steps: string, programs: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "outdial-test-"));
  cpSync(join(PROJECT_ROOT, "set-up"), join(root, "set-up"), { recursive: true });
  mkdirSync(join(root, "bin"));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(root, "bin", name), 0o755);
  }
  const script = `
    import { browserStep } from "./set-up/debian-packages.mjs";
    import { SetUpError, say } from "./set-up/say.mjs";
    import { takeSteps } from "./set-up/steps.mjs";
    const step = (name, more) => {
      let done = false;
      return { name, promise: "working", isDone: () => done, perform: async () => void (done = true), ...more };
    };
    const fails = async () => { throw new SetUpError("no"); };
    try { await takeSteps([${steps}]); } catch (error) { say("gave up: " + error.message); }`;
  writeFileSync(join(root, "take.mjs"), script);
  const child = spawn(process.execPath, ["take.mjs"], {
    cwd: root,
    env: { PATH: join(root, "bin") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return said.trim().split("\n");
}

it("stops at a step that fails", async () => {
  expect(await take(`step("One", { perform: fails }), step("Two")`)).toEqual([
    "outdial: One: working",
    "outdial: gave up: no",
  ]);
});

it("goes on without what can be done without, and says what will be missing", async () => {
  const said = await take(`step("One", { perform: fails, without: "no pictures." }), step("Two")`);
  expect(said.slice(0, 3)).toEqual(["outdial: One: working", "outdial: One: no pictures.", "outdial: Two: working"]);
  expect(said[3]).toMatch(/^outdial: Two: done in /);
});

it("says in one sentence that tests will be skipped where no browser can be installed", async () => {
  const said = await take("browserStep", { "apt-get": "echo E: no network >&2; exit 100" });
  expect(said.at(0)).toMatch(/^outdial: Browser: installing /);
  expect(said.at(-1)).toBe(
    "outdial: Browser: chromium could not be installed, so the tests of the pages in a browser will be skipped; to run them too, install Debian's package chromium.",
  );
  expect(said.join("\n")).not.toContain("E: no network");
});

it("asks for nothing where a browser is installed", async () => {
  expect(await take("browserStep", { chromium: "exit 0" })).toEqual([""]);
});
