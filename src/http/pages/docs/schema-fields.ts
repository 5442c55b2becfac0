/** A schema of the interface as a list of its fields, the nested ones under their dotted names. */
import type { Schema, Schemas } from "./described-operations.ts";
import type { Field } from "./fields.ts";

const DEEPEST = 4;

export function fieldsOf(schema: Schema, schemas: Schemas, prefix = "", depth = 0): readonly Field[] {
  const whole = shapeOf(schema, schemas);
  if (whole === null || depth > DEEPEST) return [];
  return Object.entries(whole.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix + key;
    const optional = whole.required?.includes(key) === true ? [] : ["optional"];
    const list = listOf(value, schemas);
    const inner =
      list === null
        ? fieldsOf(value, schemas, `${name}.`, depth + 1)
        : fieldsOf(list, schemas, `${name}[].`, depth + 1);
    return [{ name, facts: [...kindOf(value, schemas), ...optional], description: describe(value, schemas) }, ...inner];
  });
}

/** What a value is, in words. */
export function kindOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { $ref, ...own } = schema;
  const one = { ...($ref === undefined ? {} : resolve($ref, schemas)), ...own };
  const choices = (one.anyOf ?? one.oneOf)?.map((choice) => kindOf(choice, schemas).join(", "));
  if (choices !== undefined) return [told(choices).join(" or ")];
  if (one.const !== undefined) return [JSON.stringify(one.const)];
  if (one.enum !== undefined) return [one.enum.map(String).join(" | ")];
  if (one.items !== undefined) {
    return [
      `list of ${kindOf(one.items, schemas).join(", ")}`,
      ...(one.maxItems === undefined ? [] : [`at most ${one.maxItems}`]),
    ];
  }
  const type = [one.type ?? "anything"].flat().join(" or ");
  return [
    type === "object" && typeof one.additionalProperties === "object" ? "object with keys of your own" : type,
    ...(one.format === undefined ? [] : [one.format]),
    ...(one.maxLength === undefined ? [] : [`up to ${one.maxLength.toLocaleString("en-US")} characters`]),
    ...(one.type === "integer" && (one.maximum ?? Infinity) < 1e6 ? [`${one.minimum ?? 0} to ${one.maximum}`] : []),
    ...(one.default === undefined ? [] : [`default ${JSON.stringify(one.default)}`]),
  ];
}

/** Each once; blank where a field may be absent: the document says it beside the schema. So does a bare `string` there. */
function told(choices: readonly string[]): readonly string[] {
  const all = [...new Set(choices)].filter((kind) => kind !== "");
  return all.filter((kind) => !all.some((other) => other.startsWith(`${kind}, `)));
}

function describe(schema: Schema, schemas: Schemas): string {
  return schema.description ?? (schema.$ref === undefined ? "" : (resolve(schema.$ref, schemas).description ?? ""));
}

/** The object behind references and a null beside it; null when it is none. */
function shapeOf(schema: Schema, schemas: Schemas): Schema | null {
  if (schema.$ref !== undefined) return shapeOf(resolve(schema.$ref, schemas), schemas);
  if (schema.properties !== undefined) return schema;
  const objects = (schema.anyOf ?? []).map((one) => shapeOf(one, schemas)).filter((one) => one !== null);
  return objects.length === 1 ? (objects[0] ?? null) : null;
}

function listOf(schema: Schema, schemas: Schemas): Schema | null {
  if (schema.$ref !== undefined) return listOf(resolve(schema.$ref, schemas), schemas);
  return schema.items ?? schema.anyOf?.find(({ items }) => items !== undefined)?.items ?? null;
}

function resolve(ref: string, schemas: Schemas): Schema {
  return schemas[ref.split("/").at(-1) ?? ""] ?? {};
}
