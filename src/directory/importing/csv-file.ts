import { cellText } from "../../lib/csv-rows.ts";
import { fileText } from "../../lib/file-text.ts";
import { readCsv } from "../../lib/csv-reading.ts";
import { businessOfRow, hasNameColumn, unknownColumns } from "./csv-businesses.ts";
import type { Finding } from "./import-file.ts";

/** A CSV file of businesses; its first line names the columns. */
export async function* readCsvFile(
  path: string,
  source: string,
  onShare: (share: number) => void,
): AsyncIterable<Finding> {
  let header: readonly string[] | null = null;
  for await (const { cells, line } of readCsv(fileText(path, onShare))) {
    if (header === null) {
      header = cells;
      if (!hasNameColumn(header))
        throw new Error(`the first line of ${path} must name the columns, and one of them must be "name"`);
      const unknown = unknownColumns(header);
      if (unknown.length > 0)
        yield { type: "warning", message: `these columns mean nothing here: ${unknown.join(", ")}` };
    } else if (cells.length > header.length) {
      yield {
        type: "error",
        row: line,
        message: `there are ${cells.length} cells and ${header.length} columns: is a quote missing?`,
      };
    } else yield { type: "business", row: line, raw: businessOfRow(header, cells.map(cellText), source) };
  }
}
