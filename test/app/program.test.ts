import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

const { OUTDIAL_CONFIG: _, ...env } = process.env;
const run = (...parameters: readonly string[]) =>
  spawnSync(process.execPath, ["test/fakes/failing-program.ts", ...parameters], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    timeout: 15_000,
    killSignal: "SIGKILL",
    env,
  });

it("lets the calls under way end when something failed that nobody caught, and ends with code 1", () => {
  const ended = run();
  expect(ended.stdout).toBe("Outdial is ready at http://127.0.0.1:1\ndrained\nstopped\n");
  expect(ended.stderr).toMatch(/"level":60.*nobody caught this/);
  expect(ended.stderr).toMatch(/"level":60.*nor this/);
  expect(ended.status).toBe(1);
});

it("ends at once, with a sentence and code 70, when the database has failed for good", () => {
  const ended = run("database");
  expect(ended.stdout).toBe("Outdial is ready at http://127.0.0.1:1\nstopped\n");
  expect(ended.stderr).toMatch(/^outdial: The database failed\. It ends now/m);
  expect(ended.status).toBe(70);
});

it("ends all the same when not everything can be ended in order, and names what could not", () => {
  const ended = run("disk");
  expect(ended.stdout).toBe("Outdial is ready at http://127.0.0.1:1\nstopped\n");
  expect(ended.stderr.match(/EROFS: [a-z ]+ could not be removed","stack/g)).toHaveLength(2);
  expect(ended.status).toBe(70);
});

it("ends all the same when the calls under way cannot be waited for", () => {
  const ended = run("drain");
  expect(ended.stdout).toBe("Outdial is ready at http://127.0.0.1:1\nstopped\n");
  expect(ended.stderr).toMatch(/"message":"the drain failed".*could not be waited for/);
  expect(ended.status).toBe(1);
});

it("ends all the same when something never ends, and says so", () => {
  const ended = run("stop");
  expect(ended.stdout).toBe("Outdial is ready at http://127.0.0.1:1\ndrained\n");
  expect(ended.stderr).toMatch(/not everything has ended after 0\.5 s/);
  expect(ended.status).toBe(1);
});
