/** What can be said of the image without building it; scripts/container-check.mjs builds and runs it. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");

/** Instructions, each on one line. */
const steps = read("asterisk/Dockerfile")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => /^[A-Z]+ /.test(line));
const place = (pattern: RegExp) => steps.findIndex((step) => pattern.test(step));
const setUp = steps.find((step) => step.includes("outdial set-up")) ?? "";

it("installs by name every Debian package that the set-up would install to run", () => {
  const [, list = ""] =
    /speechStep[\s\S]*?installPackages\(\[([^\]]*)\]/.exec(read("set-up/debian-packages.mjs")) ?? [];
  const packages = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(packages).toContain("espeak-ng-data");
  const first = steps[place(/apt-get install/)] ?? "";
  expect(packages.filter((name) => !first.split(/\s+/).includes(name))).toEqual([]);
});

it("sets up as root, with pip that is gone from the layer it came in", () => {
  expect(place(/outdial set-up/)).toBeLessThan(place(/^USER /));
  const [before = "", after = ""] = setUp.split("./bin/outdial set-up");
  expect(before).toContain("install -y --no-install-recommends python3-pip");
  expect(after).toMatch(/purge -y --auto-remove python3-pip .*rm -rf .*\/root\/\.npm .*\/root\/\.cache/);
});

it("sets up from what changes seldom: its own files and the lockfile, before the program is copied", () => {
  expect(place(/outdial set-up/)).toBeLessThan(place(/^COPY \. \./));
  const before = steps.slice(0, place(/outdial set-up/)).filter((step) => step.startsWith("COPY "));
  const copied = before.flatMap((step) => step.split(" ").slice(1, -1));
  expect(copied.sort()).toEqual([".npmrc", "bin", "package-lock.json", "package.json", "set-up"]);
  const files = readdirSync(join(PROJECT_ROOT, "set-up"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => read(`set-up/${name}`));
  expect(files.filter((text) => /from "\.\.\//.test(text))).toEqual([]);
});

it("runs as a user without rights, who may write the data and nothing else", () => {
  expect(steps.filter((step) => step.startsWith("USER "))).toEqual(["USER node"]);
  expect(place(/^USER node/)).toBeLessThan(place(/^CMD /));
  expect(steps.filter((step) => /chown|chmod/.test(step))).toEqual([
    "RUN mkdir -p var/data && chown node:node var/data",
  ]);
});

it("carries the licences along, and no machine's own installation", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["node_modules", "var", ".env"]));
  expect(ignored.filter((name) => ["NOTICE", "LICENSE"].includes(name))).toEqual([]);
});
