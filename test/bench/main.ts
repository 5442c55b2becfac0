/**
 * `npm run bench [name ...]`: runs the benchmarks (every other module of this folder, each exporting `run`) and prints
 * one JSON document on standard output; what it is doing goes to standard error.
 */
import { readdirSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { findAsterisk } from "../../src/lib/installation.ts";
import type { Result } from "./result.ts";

/** Not benchmarks themselves. */
const PARTS = ["main", "result"];

const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => basename(name, ".ts"))
  .filter((name) => !PARTS.includes(name))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`there is no benchmark ${unknown.join(", ")}; there are: ${all.join(", ")}\n`);
  process.exit(2);
}

const results: Result[] = [];
for (const name of wanted.length > 0 ? wanted : all) {
  process.stderr.write(`bench ${name}\n`);
  try {
    results.push(...(await benchmark(name)));
  } catch (error) {
    process.stderr.write(
      `bench ${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
process.stdout.write(`${JSON.stringify({ machine: machine(), results }, null, 2)}\n`);

async function benchmark(name: string): Promise<readonly Result[]> {
  const url = pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href;
  const found: { run?: () => Promise<readonly Result[]> } = await import(url);
  if (found.run === undefined) throw new Error(`${name}.ts exports no run()`);
  return found.run();
}

function machine(): object {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.versions.node,
    asterisk: findAsterisk(process.env)?.version ?? null,
  };
}
