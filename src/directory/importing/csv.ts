/** CSV as RFC 4180 has it, from a text or piece by piece; comma, semicolon or tab, whichever the first line uses most. */

export type CsvRow = { readonly cells: readonly string[]; readonly line: number };

/** Takes the text in pieces of any length and yields the rows that are complete; `end` yields the last one. */
export function csvReader(): { push(piece: string): Iterable<CsvRow>; end(): Iterable<CsvRow> } {
  let rest = "";
  let separator: string | null = null;
  let line = 1;

  function* read(isLast: boolean): Iterable<CsvRow> {
    if (separator === null) {
      const end = rest.search(/[\r\n]/);
      if (end < 0 && !isLast) return;
      rest = rest.replace(/^\ufeff/, "");
      separator = likeliestSeparator(end < 0 ? rest : rest.slice(0, end));
    }
    let at = 0;
    while (at < rest.length) {
      const row = readRow(rest, at, separator, isLast);
      if (row === null) break;
      const firstLine = line;
      line += row.lines;
      at = row.end;
      if (row.cells.some((cell) => cell !== "")) yield { cells: row.cells, line: firstLine };
    }
    rest = rest.slice(at);
  }

  return {
    *push(piece) {
      rest += piece;
      yield* read(false);
    },
    *end() {
      yield* read(true);
    },
  };
}

export function* parseCsv(text: string): Iterable<CsvRow> {
  const reader = csvReader();
  yield* reader.push(text);
  yield* reader.end();
}

function likeliestSeparator(header: string): string {
  const count = (mark: string): number => header.split(mark).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}

type Row = { readonly cells: string[]; readonly end: number; readonly lines: number };

/** The row that begins at `at`; null when its end has not come yet. */
function readRow(text: string, at: number, separator: string, isLast: boolean): Row | null {
  const cells: string[] = [];
  let lines = 0;
  for (;;) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; ;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) {
          if (!isLast) return null;
          cell += text.slice(at);
          at = text.length;
          break;
        }
        cell += text.slice(at, quote);
        at = quote + 1;
        // Whether a quote at the very end is doubled is seen with the next piece only.
        if (at === text.length && !isLast) return null;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      lines += cell.split("\n").length - 1;
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
    cell += text.slice(at, end);
    if (end === text.length && !isLast) return null;
    cells.push(cell);
    if (text[end] === separator) {
      at = end + 1;
      continue;
    }
    if (text[end] === "\r" && end + 1 === text.length && !isLast) return null;
    const next = text.startsWith("\r\n", end) ? end + 2 : end + 1;
    return { cells, end: Math.min(next, text.length), lines: lines + 1 };
  }
}
