/**
 * One import from beginning to end. Rows are committed a few thousand at a time, so that searches never wait long and an
 * import that is cut short leaves a directory that works, with part of the data; the next import under the same name
 * completes it.
 */
import { openDirectoryDatabase } from "../schema.ts";
import { createWriter } from "../write.ts";
import { checkBusiness } from "../business.ts";
import type { RawBusiness } from "../business.ts";
import { readCsvFile } from "./csv-file.ts";
import { readFoursquareFile } from "./foursquare.ts";
import type { ImportFormat, ImportReport, ImportRequest, Progress, RowError } from "./importer.ts";
import { holdsFoursquare, readJsonLinesFile } from "./json-lines-file.ts";
import { readOsmFile } from "./osm-file.ts";

/** What a reader finds in a file, in order. */
export type Finding =
  | { readonly type: "business"; readonly row: number; readonly raw: RawBusiness }
  | { readonly type: "error"; readonly row: number; readonly message: string }
  | { readonly type: "skipped"; readonly row: number }
  | { readonly type: "warning"; readonly message: string };

/** Findings, and from time to time how much of the file has been read, 0 to 1. */
type Reader = (path: string, source: string, onShare: (share: number) => void) => AsyncIterable<Finding>;

const READERS: Readonly<Record<ImportFormat, { readonly read: Reader; readonly attribution: string | null }>> = {
  csv: { read: readCsvFile, attribution: null },
  jsonl: { read: readJsonLinesFile, attribution: null },
  osm: { read: readOsmFile, attribution: "© OpenStreetMap contributors (ODbL)" },
  foursquare: { read: readFoursquareFile, attribution: "Foursquare Open Source Places (Apache 2.0)" },
};

const BATCH = 5000;
const MOST_ERRORS_KEPT = 100;
const PROGRESS_EVERY_MS = 250;

export async function importFile(
  folder: string,
  request: ImportRequest,
  nowMs: number,
  onProgress: (progress: Progress) => void,
): Promise<ImportReport> {
  const startedMs = performance.now();
  const format = request.format ?? (await formatOf(request.path));
  const source = request.source ?? format;
  if (source === "seed")
    throw new Error('the source name "seed" belongs to the built-in businesses: choose another one');
  const { read, attribution } = READERS[format];
  const db = openDirectoryDatabase(folder);
  try {
    const writer = createWriter(db, source, nowMs);
    const tally = { added: 0, replaced: 0, skipped: 0, errorCount: 0 };
    const errors: RowError[] = [];
    const warnings: string[] = [];
    let share = 0;
    let toldMs = startedMs;
    let batch: Extract<Finding, { type: "business" }>[] = [];

    const fail = (row: number, message: string): void => {
      tally.errorCount++;
      if (errors.length < MOST_ERRORS_KEPT) errors.push({ row, message });
    };
    const write = db.transaction((rows: typeof batch) => {
      for (const { row, raw } of rows) {
        const business = checkBusiness(raw);
        if (typeof business === "string") fail(row, business);
        else tally[writer.put(business)]++;
      }
    });
    const flush = (): void => {
      write.immediate(batch);
      batch = [];
      if (performance.now() - toldMs < PROGRESS_EVERY_MS) return;
      toldMs = performance.now();
      onProgress({ phase: "reading", rows: tally.added + tally.replaced, errors: tally.errorCount, share });
    };

    for await (const finding of read(request.path, source, (read) => (share = read))) {
      if (finding.type === "business") batch.push(finding);
      else if (finding.type === "error") fail(finding.row, finding.message);
      else if (finding.type === "skipped") tally.skipped++;
      else warnings.push(finding.message);
      if (batch.length >= BATCH) flush();
    }
    flush();
    const rows = tally.added + tally.replaced;
    if (rows === 0) throw new Error(nothingFound(request.path, tally.errorCount, errors));
    onProgress({ phase: "indexing", rows, errors: tally.errorCount, share: 1 });
    const removed = request.replace ? db.transaction(() => writer.dropOthers()).immediate() : 0;
    db.transaction(() => writer.finish({ attribution: request.attribution ?? attribution, digest: null })).immediate();
    db.pragma("wal_checkpoint(TRUNCATE)");
    return { source, ...tally, removed, errors, warnings, seconds: (performance.now() - startedMs) / 1000 };
  } finally {
    db.close();
  }
}

function nothingFound(path: string, errorCount: number, errors: readonly RowError[]): string {
  const first = errors[0];
  const because =
    first === undefined ? "" : `; the first of ${errorCount} errors is in row ${first.row}: ${first.message}`;
  return `${path} holds no business that could be imported${because}`;
}

async function formatOf(path: string): Promise<ImportFormat> {
  if (/\.(csv|tsv|txt)(\.gz)?$/i.test(path)) return "csv";
  if (/\.(osm|xml|pbf|osm\.json)(\.gz)?$/i.test(path)) return "osm";
  if (/\.parquet$/i.test(path)) return "foursquare";
  if (/\.(jsonl|ndjson)(\.gz)?$/i.test(path)) return (await holdsFoursquare(path)) ? "foursquare" : "jsonl";
  throw new Error(`what kind of file ${path} is cannot be told from its name: say csv, jsonl, osm or foursquare`);
}
