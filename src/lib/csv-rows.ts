/**
 * Records as CSV (RFC 4180) that a spreadsheet may open: no cell of it is ever taken for a formula. What people and
 * businesses have said stands in them, and may begin with anything.
 */
export type Cell = string | number | boolean | null | object;

/**
 * What spreadsheets take for the beginning of a formula, the wide signs of some of them too. One that has an apostrophe
 * before it already gets one more, so that taking one away gives back what was there.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Numbers, telephone numbers among them, are what they are. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const SPECIAL = /[",\r\n]/;

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** What is neither text nor number is written as JSON. */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The text of a cell that `csvRow` has written. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
