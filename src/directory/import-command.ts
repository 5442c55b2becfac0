/**
 * Imports businesses from the command line, also while the appliance runs:
 *
 *   node src/directory/import-command.ts [--data-dir var/data] [--format csv|osm|foursquare] [--source name]
 *     [--attribution text] [--replace] file
 *
 * Progress goes to standard error, the report to standard output. Exit 1 when nothing could be imported.
 */
import { parseArgs } from "node:util";
import { startImport } from "./importing/importer.ts";
import type { ImportFormat, ImportReport, Progress } from "./importing/importer.ts";

const USAGE =
  "usage: import-command.ts [--data-dir var/data] [--format csv|osm|foursquare] [--source name] [--attribution text] [--replace] file";

const { values, positionals } = readArguments();
const [path, ...others] = positionals;
if (path === undefined || others.length > 0 || !isFormat(values.format)) fail(USAGE, 2);

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("interrupted: what has been imported so far stays")));
process.once("SIGTERM", () => stop.abort(new Error("interrupted: what has been imported so far stays")));

try {
  const request = {
    path,
    format: values.format ?? null,
    source: values.source ?? null,
    attribution: values.attribution ?? null,
    replace: values.replace,
  };
  const report = await startImport(values["data-dir"], request, showProgress, stop.signal).done;
  process.stderr.write("\n");
  process.stdout.write(describe(report));
} catch (error) {
  fail(`\n${error instanceof Error ? error.message : String(error)}`, 1);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        "data-dir": { type: "string", default: "var/data" },
        format: { type: "string" },
        source: { type: "string" },
        attribution: { type: "string" },
        replace: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, 2);
  }
}

function isFormat(format: string | undefined): format is ImportFormat | undefined {
  return format === undefined || format === "csv" || format === "osm" || format === "foursquare";
}

function showProgress({ phase, rows, errors, share }: Progress): void {
  const what = phase === "reading" ? `${Math.floor(share * 100)} %` : "building the index";
  process.stderr.write(`\r${what}: ${rows} businesses, ${errors} errors   `);
}

function describe({
  source,
  added,
  replaced,
  removed,
  skipped,
  errorCount,
  errors,
  warnings,
  seconds,
}: ImportReport): string {
  const lines = [
    `${source}: ${added} added, ${replaced} replaced, ${removed} removed, ${skipped} skipped, ${errorCount} errors, ${seconds.toFixed(1)} s`,
    ...warnings.map((warning) => `warning: ${warning}`),
    ...errors.map(({ row, message }) => `row ${row}: ${message}`),
  ];
  if (errorCount > errors.length) lines.push(`and ${errorCount - errors.length} more errors`);
  return `${lines.join("\n")}\n`;
}

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
