/**
 * The schemas of tools, made from `openapi.json`, which is itself made from the schemas that validate. A tool's schema
 * stands alone, because clients do not follow references, and says in few words what a model needs: what is checked
 * anyway when the request is made (the form of each string, null for what is absent) would only cost it context.
 */
import { isObject, listAt, objectAt, textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** Keywords that a model has no use for, or that other engines read otherwise. */
const LEFT_OUT = ["pattern", "examples", "format"];

/** Without references; `schemas` are those of the document. */
export function inlined(schema: unknown, schemas: JsonObject): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, schemas));
  if (!isObject(schema)) return schema;
  const { $ref: reference, ...rest } = schema;
  const own = Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword, value]) => !LEFT_OUT.includes(keyword) || isObject(value))
      .map(([keyword, value]) => [keyword, inlined(value, schemas)]),
  );
  if (typeof reference !== "string") return oneTypeEach(own);
  const target = inlined(objectAt(schemas, reference.split("/").at(-1) ?? ""), schemas);
  return { ...(isObject(target) ? target : {}), ...own };
}

/** Several types as alternatives of one type each: what every dialect of schemas can say. */
function oneTypeEach(schema: JsonObject): JsonObject {
  const { type, description, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const anyOf = type.map((one: unknown) => (one === "null" ? { type: one } : { ...rest, type: one }));
  return { anyOf, ...(description === undefined ? {} : { description }) };
}

/** A field as a model should fill it in: the same without null and blank, which are only other words for leaving it away. */
export function asArgument(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  const chosen = listAt({ anyOf }, "anyOf").find((one) => isObject(one) && one["type"] !== "null");
  return isObject(chosen) ? { ...rest, ...chosen, ...descriptionOf(schema) } : schema;
}

function descriptionOf(schema: JsonObject): JsonObject {
  const description = textAt(schema, "description");
  return description === null ? {} : { description };
}

/** One object that holds every shape a result may have; which fields come together is told by `anyOf`. */
export function anyOfShapes(shapes: readonly JsonObject[]): JsonObject {
  const properties: Record<string, unknown> = {};
  for (const shape of shapes) {
    for (const [name, schema] of Object.entries(objectAt(shape, "properties"))) {
      const before = properties[name];
      const same = before === undefined || JSON.stringify(before) === JSON.stringify(schema);
      properties[name] = same ? schema : { anyOf: [before, schema] };
    }
  }
  return { properties, anyOf: shapes.map((shape) => ({ required: listAt(shape, "required") })) };
}
