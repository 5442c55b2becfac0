import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

it("lets the calls under way end when something failed that nobody caught, and ends with code 1", () => {
  const { OUTDIAL_CONFIG: _, ...env } = process.env;
  const ended = spawnSync(process.execPath, ["test/fakes/failing-program.ts"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    timeout: 15_000,
    env,
  });
  expect(ended.stdout).toBe("Outdial is ready at http://127.0.0.1:1\ndrained\nstopped\n");
  expect(ended.stderr).toMatch(/"level":60.*nobody caught this/);
  expect(ended.stderr).toMatch(/"level":60.*nor this/);
  expect(ended.status).toBe(1);
});
