/**
 * `outdial export`: what the appliance has kept, for other programs and for spreadsheets; also while it runs. Of the
 * appliance whose configuration OUTDIAL_CONFIG names. Telephone numbers and what was said are in it: a file is made for
 * its owner only, and one that is there is not overwritten.
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Argument, Option } from "commander";
import type { Command } from "commander";
import { loadSettings } from "../config/load.ts";
import { BUSINESS_COLUMNS, exportedBusinesses } from "../directory/exported.ts";
import { csvRow } from "../lib/csv-rows.ts";
import type { Cell } from "../lib/csv-rows.ts";
import { EXPORTED_COLUMNS, openExported } from "../store/exported.ts";
import { progressBar } from "./terminal/progress-bar.ts";

/** Fewer are written before anybody has read how far it is. */
const TELL_EVERY = 1000;

const KINDS = ["calls", "transcripts", "ledger", "directory"] as const;
type Kind = (typeof KINDS)[number];
type Options = { readonly format: "jsonl" | "csv"; readonly output?: string; readonly json: boolean };

export function addExport(program: Command): void {
  program
    .command("export")
    .description("Write out what the appliance has kept, one record a line.")
    .addArgument(new Argument("<what>", "which records").choices(KINDS))
    .addOption(new Option("--format <format>", "how they are written").choices(["jsonl", "csv"]).default("jsonl"))
    .option("--output <file>", "a new file, for your eyes only (default: standard output)")
    .option("--json", "tell as JSON what was written to the file; the records themselves are JSON anyway", false)
    .action(write);
}

async function write(kind: Kind, { format, output, json }: Options): Promise<void> {
  const folder = loadSettings({ env: process.env }).data_dir;
  const damaged: string[] = [];
  let written = 0;
  const bar = progressBar(process.stderr);
  const source = records(kind, folder, (callId) => damaged.push(callId));
  const all = counted(source.all, () => {
    written += 1;
    const share = source.share();
    // A log would be filled with how many they are so far.
    const told = output !== undefined && (share !== null || process.stderr.isTTY);
    if (told && written % TELL_EVERY === 0) bar.show(share, `${written} records`);
  });
  const lines = Readable.from(format === "csv" ? csv(kind, all) : jsonLines(all));
  try {
    if (output === undefined) await pipeline(lines, process.stdout, { end: false });
    else await pipeline(lines, createWriteStream(output, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (isCode(error, "EEXIST"))
      throw new Error(`${output} is there already: name another file, or remove it first.`, { cause: error });
    throw error;
  } finally {
    if (output !== undefined && written >= TELL_EVERY) bar.end();
  }
  if (damaged.length === 0) {
    if (json && output !== undefined) console.log(JSON.stringify({ what: kind, format, output, records: written }));
    return;
  }
  throw new Error(
    `Left out because their record is damaged: ${damaged.length} (${damaged.join(", ")}). The others are complete.`,
  );
}

type Source = { readonly all: Iterable<object>; readonly share: () => number | null };

function records(kind: Kind, folder: string, onDamaged: (callId: string) => void): Source {
  if (kind === "directory") return { all: exportedBusinesses(folder), share: () => null };
  const exported = openExported(folder, onDamaged);
  return { all: closedAfter(exported[kind](), exported.close), share: exported.share };
}

function* closedAfter(all: Iterable<object>, close: () => void): Iterable<object> {
  try {
    yield* all;
  } finally {
    close();
  }
}

function* counted(all: Iterable<object>, one: () => void): Iterable<object> {
  for (const record of all) {
    one();
    yield record;
  }
}

function* jsonLines(all: Iterable<object>): Iterable<string> {
  for (const record of all) yield `${JSON.stringify(record)}\n`;
}

function* csv(kind: Kind, all: Iterable<object>): Iterable<string> {
  const columns: readonly string[] = kind === "directory" ? BUSINESS_COLUMNS : EXPORTED_COLUMNS[kind];
  yield csvRow(columns);
  for (const record of all) {
    const cells = new Map<string, Cell | null>(Object.entries(record));
    yield csvRow(columns.map((column) => cells.get(column) ?? null));
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
