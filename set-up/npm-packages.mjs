import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demandSpace } from "./disk.mjs";
import { PROJECT } from "./paths.mjs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";

const MODULES = join(PROJECT, "node_modules");
/** Written last: names the lockfile that node_modules was made from. */
const STAMP = join(MODULES, ".outdial-lockfile");
/** The product runs on this Node or newer; the lockfile brings one for machines whose own is older. */
const NODE_MAJOR = 24;

export const npmStep = {
  name: "npm packages",
  promise:
    "installing what package-lock.json names, Node 24 among it (about 250 MB to fetch, 750 MB on disk, 1 minute)",
  isDone: () => (read(STAMP)?.trim() === digest() || adopt()) && hasNode(),
  async perform() {
    demandSpace(PROJECT, 1500e6, "the npm packages");
    // No install scripts: every native part comes prebuilt inside its package.
    const all = ["--include=dev", "--include=optional"];
    // npm's own patience with a dead network is more than two minutes.
    const patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=8000"];
    const install = run(
      "npm",
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...all, ...patience],
      {
        cwd: PROJECT,
        explain:
          "The npm packages could not be installed; check the network (or the npm registry setting) and try again.",
      },
    );
    await progress(() => "npm packages: still installing", install);
    writeFileSync(STAMP, `${digest()}\n`);
  },
};

function digest() {
  return createHash("sha256")
    .update(readFileSync(join(PROJECT, "package-lock.json")))
    .digest("hex");
}

function hasNode() {
  const bundled = join(MODULES, `node-linux-${process.arch}`, "bin/node");
  return existsSync(bundled) || Number(process.versions.node.split(".")[0]) >= NODE_MAJOR;
}

/**
 * Whoever installed by hand (`npm install something`) has the right packages and no stamp: npm's own record of what it
 * installed says so. Compared by name and version; what the record leaves out is for other machines.
 */
function adopt() {
  const [wanted, installed] = [join(PROJECT, "package-lock.json"), join(MODULES, ".package-lock.json")].map(packagesIn);
  if (wanted === null || installed === null) return false;
  const same = Object.entries(wanted).every(([path, { version, optional, os, cpu }]) => {
    const there = installed[path];
    return (
      path === "" ||
      (there === undefined ? optional === true || os !== undefined || cpu !== undefined : there.version === version)
    );
  });
  if (!same) return false;
  writeFileSync(STAMP, `${digest()}\n`);
  return true;
}

function packagesIn(path) {
  const text = read(path);
  return text === undefined ? null : JSON.parse(text).packages;
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
