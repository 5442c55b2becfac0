/** One JSON object a line, from pieces of any length. */
export type JsonLine = { readonly line: number; readonly record: Readonly<Record<string, unknown>> | null };

/** In characters. A file without line breaks is no file of lines. */
const LONGEST_LINE = 1 << 20;

/** `record` is null for a line that is no JSON object. Throws when a line does not end. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncIterable<JsonLine> {
  let [rest, line] = ["", 0];
  for await (const piece of text) {
    const parts = (rest + piece).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      line += 1;
      if (part.trim() !== "") yield { line, record: objectOf(part) };
    }
    if (rest.length > LONGEST_LINE) throw new Error(`line ${line + 1} does not end: this is no file of JSON lines`);
  }
  if (rest.trim() !== "") yield { line: line + 1, record: objectOf(rest) };
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
