/**
 * `outdial records import`: takes what `outdial export` has written of calls, transcripts and ledger into an empty
 * installation. On the data folder of the configuration that OUTDIAL_CONFIG names, while no appliance runs on it.
 */
import type { Command } from "commander";
import { cellText } from "../lib/csv-rows.ts";
import { readCsv } from "../lib/csv-reading.ts";
import { fileText } from "../lib/file-text.ts";
import { readJsonLines } from "../lib/json-lines.ts";
import { importRecords } from "../store/imported.ts";
import type { Numbered, Source } from "../store/imported.ts";
import { dataFolder } from "./data-folder.ts";
import { UsageError } from "./exit.ts";
import { withJson } from "./reach.ts";
import { progressBar } from "./terminal/progress-bar.ts";

type Options = {
  readonly calls: string;
  readonly transcripts: string;
  readonly ledger: string;
  readonly json: boolean;
};

export function addRecords(program: Command): void {
  const records = program.command("records").description("What was exported of another installation.");
  withJson(
    records
      .command("import")
      .description("Take calls, transcripts and ledger of an export into an empty installation, all or nothing."),
  )
    .requiredOption("--calls <file>", "of `outdial export calls`, JSONL or CSV by its name")
    .requiredOption("--transcripts <file>", "of `outdial export transcripts`")
    .requiredOption("--ledger <file>", "of `outdial export ledger`")
    .action(run);
}

async function run({ calls, transcripts, ledger, json }: Options): Promise<void> {
  const sources = { calls: sourceOf(calls), transcripts: sourceOf(transcripts), ledger: sourceOf(ledger) };
  const bar = progressBar(process.stderr);
  const done = await importRecords(dataFolder(), sources, ({ calls: many, lines, transfers }) =>
    bar.show(null, `${many} calls, ${lines} lines, ${transfers} transfers`),
  ).finally(() => bar.end());
  if (json) return console.log(JSON.stringify(done));
  console.log(`${done.calls} calls, ${done.lines} lines and ${done.transfers} transfers were imported and verified.`);
}

function sourceOf(path: string): Source {
  const text = (): AsyncIterable<string> => fileText(path, () => undefined);
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(path)) return () => readJsonLines(text());
  if (/\.csv(\.gz)?$/i.test(path)) return () => csvRecords(text());
  throw new UsageError(`what ${path} is cannot be told from its name: it has to end in .jsonl or .csv`);
}

/** An empty cell is null. */
async function* csvRecords(text: AsyncIterable<string>): AsyncIterable<Numbered> {
  let header: readonly string[] | null = null;
  for await (const { cells, line } of readCsv(text)) {
    if (header === null) header = cells;
    else if (cells.length !== header.length) yield { line, record: null };
    else yield { line, record: Object.fromEntries(header.map((name, at) => [name, valueOf(cells[at])])) };
  }
}

function valueOf(cell: string | undefined): string | null {
  return cell === undefined || cell === "" ? null : cellText(cell);
}
