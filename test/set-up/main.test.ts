/** The set-up as bin/outdial runs it, in a clone that has everything but the speech models. */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

function clone(): string {
  const root = mkdtempSync(join(tmpdir(), "outdial-test-"));
  cpSync(join(PROJECT_ROOT, "set-up"), join(root, "set-up"), { recursive: true });
  writeFileSync(join(root, "package-lock.json"), "{}");
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "node_modules/.outdial-lockfile"), createHash("sha256").update("{}").digest("hex"));
  // Nothing can be written below it.
  writeFileSync(join(root, "var"), "");
  return root;
}

function setUp(root: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ["set-up/main.mjs", "run"], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", OUTDIAL_ASTERISK_ROOT: "/", ...env },
    encoding: "utf8",
  });
  return { status, said: stderr.trim().split("\n") };
}

it("lets a command start where nothing can be written and only the speech models are missing", () => {
  const { status, said } = setUp(clone());
  expect(said).toEqual([
    expect.stringMatching(/^outdial: Speech models: The folder .*\/var cannot be .* Until then the small engines hear/),
  ]);
  expect(status).toBe(0);
});

it("lets no command start where nothing can be written and more than that is missing", () => {
  const root = clone();
  rmSync(join(root, "node_modules"), { recursive: true });
  const { status, said } = setUp(root);
  expect(said).toEqual([expect.stringMatching(/^outdial: The folder .*\/var cannot be /)]);
  expect(status).toBe(1);
});

it("is silent where somebody chose to go without them", () => {
  expect(setUp(clone(), { OUTDIAL_MODELS_FROM: "none" })).toEqual({ status: 0, said: [""] });
});
