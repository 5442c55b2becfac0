/** A tool's arguments as the request they stand for. Nothing is checked here: the interface that is asked does that. */
import type { Ask } from "./rest.ts";
import type { DescribedTool } from "./describe-tools.ts";
import { textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** `bearer` is the client's own key. */
export function askFor(tool: DescribedTool, args: JsonObject, bearer: string | null): Ask {
  const { method } = tool;
  const given = Object.keys(args).filter((name) => args[name] !== undefined);
  const path = `/v1${tool.path.replace("{id}", encodeURIComponent(callIdIn(args)))}`;
  const key = tool.keys.map((name) => keyIn(args[name])).find((one) => one !== null) ?? bearer;
  if (method === "GET") {
    const query = new URLSearchParams(
      tool.query.filter((name) => args[name] != null).map((name): [string, string] => [name, inQuery(args[name])]),
    ).toString();
    return { method, path: query === "" ? path : `${path}?${query}`, key };
  }
  const notInBody = [...(tool.path.includes("{id}") ? ["call_id", "id"] : []), ...tool.keys, "idempotency_key"];
  // In an order of ours, so that the same arguments in another order are the same request to an idempotency key.
  const names = [
    ...tool.body.filter((name) => given.includes(name)),
    ...given.filter((name) => !tool.body.includes(name) && !notInBody.includes(name)).sort(),
  ];
  return {
    method,
    path,
    key,
    idempotencyKey: tool.repeatable ? idempotencyKeyIn(args["idempotency_key"]) : null,
    ...(tool.body.length === 0 ? {} : { body: Object.fromEntries(names.map((name) => [name, args[name]])) }),
  };
}

/** `id` is what the REST interface calls it, and what some models send. A call without an id is one that is not there. */
export function callIdIn(args: JsonObject): string {
  return textAt(args, "call_id") ?? textAt(args, "id") ?? "none";
}

/** Null when there is none. What could not stand in a header is sent as a key that is refused, never left away. */
function keyIn(value: unknown): string | null {
  if (value == null || (typeof value === "string" && value.trim() === "")) return null;
  return typeof value === "string" && /^[!-~]+$/.test(value.trim()) ? value.trim() : "malformed";
}

function idempotencyKeyIn(value: unknown): string | null {
  if (value == null) return null;
  return typeof value === "string" && /^[ -~]+$/.test(value) ? value : "";
}

function inQuery(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
