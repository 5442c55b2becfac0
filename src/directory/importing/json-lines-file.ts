/** A file with one business a line, as JSON under the names of the columns of CSV: what the export writes. */
import { fileText } from "../../lib/file-text.ts";
import { readJsonLines } from "../../lib/json-lines.ts";
import { businessOfRow, unknownColumns } from "./csv-businesses.ts";
import type { Finding } from "./import-file.ts";

export async function* readJsonLinesFile(
  path: string,
  source: string,
  onShare: (share: number) => void,
): AsyncIterable<Finding> {
  const unknown = new Set<string>();
  for await (const { line, record } of readJsonLines(fileText(path, onShare))) {
    if (record === null) {
      yield { type: "error", row: line, message: "this line is no JSON object" };
      continue;
    }
    const header = Object.keys(record);
    for (const name of unknownColumns(header)) {
      if (unknown.has(name)) continue;
      unknown.add(name);
      yield { type: "warning", message: `this name means nothing here: ${name}` };
    }
    yield { type: "business", row: line, raw: businessOfRow(header, Object.values(record).map(textOf), source) };
  }
}

/** How many lines are looked at to tell whose they are. */
const LOOKED_AT = 100;

/** Foursquare publishes lines of JSON too. */
export async function holdsFoursquare(path: string): Promise<boolean> {
  let looked = 0;
  for await (const { record } of readJsonLines(fileText(path, () => undefined))) {
    if (record !== null && "fsq_place_id" in record) return true;
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  return false;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? value.filter((one) => typeof one === "string").join(";") : "";
}
