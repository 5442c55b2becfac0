/** The tools as a client lists them: the table joined with the appliance's description of itself and its prices. */
import type * as z from "zod";
import type { pricingBody } from "../http/api/shapes.ts";
import { isObject, listAt, objectAt, textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { anyOfShapes, asArgument, inlined } from "./schemas.ts";
import { TOOLS } from "./tools.ts";
import type { KeyArgument, Tool } from "./tools.ts";

export type Prices = z.output<typeof pricingBody>;

export type DescribedTool = Tool & {
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & JsonObject;
  readonly outputSchema: { readonly type: "object" } & JsonObject;
  /** Arguments that go into the query. */
  readonly query: readonly string[];
  /** Arguments that go into the body, in the order in which they are sent. */
  readonly body: readonly string[];
  /** It takes an idempotency_key. */
  readonly repeatable: boolean;
};

const KEY_ARGUMENTS: Readonly<Record<KeyArgument, string>> = {
  call_key:
    "The call_key that place_call returned for a demo call without a key. Used in place of the client's own key.",
  account_key: "The account_key that place_call returned after a set-up. Used in place of the client's own key.",
};

const NEXT_ACTION = { type: "string", description: "What to do now, in one sentence." };

export function describeTools(document: JsonObject, prices: Prices): readonly DescribedTool[] {
  const schemas = objectAt(document, "components", "schemas");
  return TOOLS.map((tool) => {
    const operation = objectAt(document, "paths", tool.path, tool.method.toLowerCase());
    const parameters = listAt(operation, "parameters").filter(isObject);
    const named = (place: string): readonly JsonObject[] => parameters.filter((one) => one["in"] === place);
    const body = objectAt(inlined(bodySchema(objectAt(operation, "requestBody")), schemas));
    const repeatable = !tool.hints.readOnlyHint && named("header").some((one) => one["name"] === "Idempotency-Key");
    const query = named("query");
    const properties: Record<string, unknown> = {
      ...(tool.path.includes("{id}") ? { call_id: { type: "string", description: "As place_call returned it." } } : {}),
      ...Object.fromEntries(
        Object.entries(objectAt(body, "properties")).map(([name, one]) => [name, asArgument(objectAt(one))]),
      ),
      ...Object.fromEntries(
        query.map((one) => [textAt(one, "name") ?? "", asArgument(objectAt(inlined(one["schema"], schemas)))]),
      ),
      ...Object.fromEntries(tool.keys.map((name) => [name, { type: "string", description: KEY_ARGUMENTS[name] }])),
      ...(repeatable
        ? {
            idempotency_key: {
              type: "string",
              description:
                "Any text that nobody can guess, such as a UUID: the same arguments sent again with it happen once.",
            },
          }
        : {}),
    };
    const required = [
      ...(tool.path.includes("{id}") ? ["call_id"] : []),
      ...listAt(body, "required"),
      ...query.filter((one) => one["required"] === true).map((one) => one["name"]),
    ];
    return {
      ...tool,
      description: `${tool.does} ${moneyOf(tool, prices)}`,
      inputSchema: { type: "object", properties, ...(required.length === 0 ? {} : { required }) },
      outputSchema: { ...outputOf(operation, schemas), type: "object" },
      query: query.map((one) => textAt(one, "name") ?? ""),
      body: Object.keys(objectAt(body, "properties")),
      repeatable,
    };
  });
}

function moneyOf({ costs }: Tool, prices: Prices): string {
  if (!costs) return "Costs nothing.";
  const { answered_call_usd: call, included_minutes: minutes, extra_minute_usd: extra, demo } = prices;
  return `COSTS MONEY: ${call.toFixed(2)} USD for a call that is answered, ${minutes} minutes included, then ${extra.toFixed(2)} USD for each further minute; nothing when nobody answers. The demo number ${demo.phone} is free, ${demo.calls_per_day} calls a day, and needs no key.`;
}

function bodySchema(holder: JsonObject): unknown {
  return objectAt(holder, "content", "application/json")["schema"];
}

/** What comes with 201 and 402 for a placed call, with 200 for everything else, or what was refused; and what to do next. */
function outputOf(operation: JsonObject, schemas: JsonObject): JsonObject {
  const shapes = ["200", "201", "402"]
    .map((status) => objectAt(inlined(bodySchema(objectAt(operation, "responses", status)), schemas)))
    .filter((shape) => "properties" in shape);
  const { properties, anyOf } = anyOfShapes([...shapes, "403" in objectAt(operation, "responses") ? BLOCKED : REFUSED]);
  return {
    properties: { ...objectAt({ properties }, "properties"), next_action: NEXT_ACTION },
    required: ["next_action"],
    anyOf,
  };
}

const ERROR = {
  type: "object",
  description:
    "Why it was refused: type, code, message, and param, errors, hint where there are; retryable; request_id.",
};
const REFUSED = { properties: { error: ERROR }, required: ["error"] };
const BLOCKED = { properties: { status: { type: "string", const: "blocked" }, error: ERROR }, required: ["error"] };
