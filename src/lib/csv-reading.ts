/** CSV as RFC 4180 has it, from a text or piece by piece; comma, semicolon or tab, whichever the first line uses most. */
import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { Options } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";

export type CsvRow = { readonly cells: readonly string[]; readonly line: number };

/** In bytes. A quote that is never closed makes a row of all the rest of the file. */
const LONGEST_ROW = 1 << 20;

/** Yields rows as they come out of pieces of any length. Throws when one does not end. */
export async function* readCsv(text: AsyncIterable<string>): AsyncIterable<CsvRow> {
  const pieces = text[Symbol.asyncIterator]();
  let beginning = "";
  while (beginning.length < LONGEST_ROW && !/[\r\n]/.test(beginning)) {
    const next = await pieces.next();
    if (next.done) break;
    beginning += next.value;
  }
  async function* whole(): AsyncIterable<string> {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  const number = numbering();
  try {
    // What goes wrong with the text arrives through the parser; the callback has nothing to add.
    const rows: AsyncIterable<string[]> = pipeline(
      Readable.from(whole()),
      parse(dialectOf(beginning)),
      () => undefined,
    );
    for await (const cells of rows) yield* number.rowsOf(cells);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`the row in line ${number.line()} does not end: is a quote missing?`, { cause: error });
  }
}

export function* parseCsv(text: string): Iterable<CsvRow> {
  const number = numbering();
  for (const cells of parseAtOnce(text, dialectOf(text))) yield* number.rowsOf(cells);
}

function dialectOf(beginning: string): Options {
  const header = /^[^\r\n]*/.exec(beginning)?.[0] ?? "";
  const count = (mark: string): number => header.split(mark).length;
  return {
    delimiter: [",", ";", "\t"].toSorted((a, b) => count(b) - count(a)).slice(0, 1),
    record_delimiter: ["\r\n", "\n", "\r"],
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  };
}

/** Gives each row the number of the line that it begins in, and leaves out the empty ones. */
function numbering(): { rowsOf(cells: readonly string[]): CsvRow[]; line(): number } {
  let line = 1;
  return {
    rowsOf(cells) {
      const row = { cells, line };
      line += cells.reduce((lines, cell) => lines + cell.split("\n").length - 1, 1);
      return cells.some((cell) => cell !== "") ? [row] : [];
    },
    line: () => line,
  };
}
