/** `outdial config`: what is wrong with a configuration, and what it changes. Neither shows a secret. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { differences } from "../config/difference.ts";
import { ConfigError, loadSettings, settingsPath } from "../config/load.ts";
import { EXIT } from "./exit.ts";
import { withJson } from "./reach.ts";

type Json = { readonly json: boolean };

export function addConfig(program: Command): void {
  const config = program.command("config").description("Check a configuration, or show what it changes.");
  const file = ["[file]", "the configuration (default: OUTDIAL_CONFIG, else config/outdial.yaml)"] as const;
  withJson(config.command("check").description("Tell every mistake at once, by its key. Exit 78 if there are any."))
    .argument(...file)
    .action(check);
  withJson(config.command("diff").description("Show what differs from the defaults; secrets are named, not shown."))
    .argument(...file)
    .action(diff);
}

function pathOf(file: string | undefined): string | null {
  return file === undefined ? settingsPath(process.env) : resolve(file);
}

function check(file: string | undefined, { json }: Json): void {
  const path = pathOf(file);
  const source = path ?? "the built-in defaults";
  try {
    loadSettings({ env: process.env, path });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (json) console.log(JSON.stringify({ ok: false, source, problems: error.problems }, null, 2));
    else console.log(error.message);
    process.exitCode = EXIT.configuration;
    return;
  }
  console.log(json ? JSON.stringify({ ok: true, source, problems: [] }, null, 2) : `No mistakes in ${source}.`);
}

function diff(file: string | undefined, { json }: Json): void {
  const path = pathOf(file);
  const source = path ?? "the built-in defaults";
  const found = differences(loadSettings({ env: process.env, path }), loadSettings({ env: {}, path: null }));
  if (json) {
    const changed = found.map(({ key, usual, set }) => ({ key, default: usual ?? null, value: set }));
    return console.log(JSON.stringify({ source, changed }, null, 2));
  }
  if (found.length === 0) console.error(`Nothing differs from the defaults in ${source}.`);
  for (const { key, usual, set } of found)
    console.log(`${key}: ${JSON.stringify(set)}${usual === undefined ? "" : `   (default ${JSON.stringify(usual)})`}`);
}
