/** Server-sent events as our own interface writes them: `id`, `event` and one line of `data`. */
import type { Readable } from "node:stream";
import { isObject } from "./json.ts";
import type { JsonObject } from "./json.ts";

export type ServerSent = { readonly id: string | null; readonly event: string; readonly data: JsonObject };

export async function* readEvents(stream: Readable): AsyncIterable<ServerSent> {
  let kept = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    kept += String(chunk);
    for (let end = kept.indexOf("\n\n"); end >= 0; end = kept.indexOf("\n\n")) {
      const found = readEvent(kept.slice(0, end));
      kept = kept.slice(end + 2);
      if (found !== null) yield found;
    }
  }
}

/** Null for a comment, or for what carries no object. */
function readEvent(block: string): ServerSent | null {
  const fields = new Map(block.split("\n").map((line) => [line.split(":", 1)[0] ?? "", line.replace(/^[^:]*: ?/, "")]));
  const [event, data] = [fields.get("event"), fields.get("data")];
  if (event === undefined || data === undefined) return null;
  const value: unknown = JSON.parse(data);
  return isObject(value) ? { id: fields.get("id") ?? null, event, data: value } : null;
}
