/**
 * What the appliance has kept, for other programs and for spreadsheets; also while it runs:
 *
 *   node src/cli/export.ts calls|transcripts|ledger|directory [--format jsonl|csv] [--output file]
 *
 * Of the appliance whose configuration OUTDIAL_CONFIG names. Telephone numbers and what was said are in it: a file is
 * made for its owner only, and one that is there is not overwritten. Exit 1 when something was left out or nothing
 * could be done.
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { ConfigError } from "../config/problem.ts";
import { loadSettings } from "../config/load.ts";
import { BUSINESS_COLUMNS, exportedBusinesses } from "../directory/exported.ts";
import { csvRow } from "../lib/csv-rows.ts";
import type { Cell } from "../lib/csv-rows.ts";
import { EXPORTED_COLUMNS, openExported } from "../store/exported.ts";

const USAGE = "usage: export calls|transcripts|ledger|directory [--format jsonl|csv] [--output file]";
const KINDS = ["calls", "transcripts", "ledger", "directory"] as const;
const FORMATS = ["jsonl", "csv"] as const;
const EX_USAGE = 64;
const EX_CONFIG = 78;

const { kind, format, output } = readArguments();
let leftOut = 0;

try {
  const folder = loadSettings({ env: process.env }).data_dir;
  const lines = Readable.from(format === "csv" ? csv(records(folder)) : jsonLines(records(folder)));
  if (output === undefined) await pipeline(lines, process.stdout, { end: false });
  else await pipeline(lines, createWriteStream(output, { flags: "wx", mode: 0o600 }));
} catch (error) {
  // Whoever reads has read enough.
  if (isCode(error, "EPIPE")) process.exit(0);
  if (isCode(error, "EEXIST")) fail(`${output} is there already: name another file, or remove it first.`, 1);
  fail(error instanceof Error ? error.message : String(error), error instanceof ConfigError ? EX_CONFIG : 1);
}
if (leftOut > 0) fail(`Left out because their record is damaged: ${leftOut}. The others are complete.`, 1);

function* records(folder: string): Iterable<object> {
  if (kind === "directory") {
    yield* exportedBusinesses(folder);
    return;
  }
  const exported = openExported(folder, (callId) => {
    leftOut += 1;
    process.stderr.write(`${callId} is damaged.\n`);
  });
  try {
    yield* exported[kind]();
  } finally {
    exported.close();
  }
}

function* jsonLines(all: Iterable<object>): Iterable<string> {
  for (const record of all) yield `${JSON.stringify(record)}\n`;
}

function* csv(all: Iterable<object>): Iterable<string> {
  const columns: readonly string[] = kind === "directory" ? BUSINESS_COLUMNS : EXPORTED_COLUMNS[kind];
  yield csvRow(columns);
  for (const record of all) {
    const cells = new Map<string, Cell | null>(Object.entries(record));
    yield csvRow(columns.map((column) => cells.get(column) ?? null));
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { format: { type: "string", default: "jsonl" }, output: { type: "string" } },
    });
    const asked = KINDS.find((one) => one === positionals[0]);
    const written = FORMATS.find((one) => one === values.format);
    if (asked === undefined || positionals.length > 1 || written === undefined) return fail(USAGE, EX_USAGE);
    return { kind: asked, format: written, output: values.output };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, EX_USAGE);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
