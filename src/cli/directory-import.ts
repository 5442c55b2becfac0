/** `outdial directory import`, also as `outdial import`: businesses from files, also while the appliance runs. */
import { Option } from "commander";
import type { Command } from "commander";
import { startImport } from "../directory/importing/importer.ts";
import type { ImportFormat, ImportReport, Progress } from "../directory/importing/importer.ts";
import { dataFolder } from "./data-folder.ts";
import { interruptSignal } from "./interrupt.ts";
import { withJson } from "./reach.ts";
import { progressBar } from "./terminal/progress-bar.ts";

type Options = {
  readonly dataDir?: string;
  readonly format?: ImportFormat;
  readonly source?: string;
  readonly attribution?: string;
  readonly replace: boolean;
  readonly json: boolean;
};

const FORMATS: readonly ImportFormat[] = ["csv", "jsonl", "osm", "foursquare"];
const PURPOSE = "Put the businesses of a file into the directory that calls are planned from.";

export function addDirectory(program: Command): void {
  addImport(program.command("directory").description("The directory of businesses."));
}

/** The name it had first. */
export function addImport(parent: Command): void {
  withJson(parent.command("import").description(PURPOSE))
    .argument("<file>", "CSV, JSONL, OpenStreetMap (.osm, .pbf) or Foursquare (.parquet)")
    .option("--data-dir <folder>", "the appliance's data folder (default: as the configuration says)")
    .addOption(new Option("--format <format>", "what the file is (default: by its name)").choices(FORMATS))
    .option("--source <name>", "name of the data set; another import of that name replaces it (default: the format)")
    .option("--attribution <text>", "what the licence of the data wants to be shown")
    .option("--replace", "remove what the source had before and the file does not have", false)
    .action(run);
}

async function run(path: string, options: Options): Promise<void> {
  const bar = progressBar(process.stderr);
  const request = {
    path,
    format: options.format ?? null,
    source: options.source ?? null,
    attribution: options.attribution ?? null,
    replace: options.replace,
  };
  const signal = interruptSignal(() => process.exit(130));
  signal.addEventListener("abort", () => console.error("\nInterrupted: what has been imported so far stays."));
  const report = await startImport(
    options.dataDir ?? dataFolder(),
    request,
    (progress) => show(bar, progress),
    signal,
  ).done.finally(() => bar.end());
  if (options.json) console.log(JSON.stringify(snake(report), null, 2));
  else process.stdout.write(describe(report));
}

function show(bar: ReturnType<typeof progressBar>, { phase, rows, errors, share }: Progress): void {
  const count = `${rows} businesses, ${errors} errors`;
  if (phase === "reading") bar.show(share, count);
  else bar.show(null, `building the index: ${count}`);
}

function snake({ errorCount, ...report }: ImportReport): unknown {
  return { ...report, error_count: errorCount };
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
