/** Values that fit a schema of `openapi.json`, made from nothing but that schema. */
import fc from "fast-check";
import type { Arbitrary } from "fast-check";

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
};

/** `resolve` finds what a reference points at. Throws for a keyword that it would have to ignore. */
export function fitting(schema: Schema, resolve: (ref: string) => Schema): Arbitrary<unknown> {
  const inner = (one: Schema): Arbitrary<unknown> => fitting(one, resolve);
  if (schema.$ref !== undefined) return inner(resolve(schema.$ref));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(inner));
  const types = [schema.type ?? "anything"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, inner)));
}

function ofType(type: string, schema: Schema, inner: (one: Schema) => Arbitrary<unknown>): Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 });
    case "string":
      return stringOf(schema);
    case "array":
      return fc.uniqueArray(inner(schema.items ?? {}), { maxLength: schema.maxItems ?? 5, selector: JSON.stringify });
    case "object": {
      const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)] as const);
      const requiredKeys = [...(schema.required ?? [])];
      return fc.record(Object.fromEntries(properties), { requiredKeys });
    }
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

function stringOf({ pattern, minLength = 0, maxLength = Infinity }: Schema): Arbitrary<string> {
  const any = pattern === undefined ? fc.string({ unit: "grapheme" }) : fc.stringMatching(new RegExp(pattern, "u"));
  const long = any.map((text) => (text === "" ? "" : text.repeat(Math.floor(maxLength / [...text].length))));
  const fits = (text: string): boolean =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    text.isWellFormed() &&
    (pattern === undefined || new RegExp(pattern, "u").test(text));
  const some = any.filter(fits);
  return Number.isFinite(maxLength) ? fc.oneof({ weight: 4, arbitrary: some }, long.filter(fits)) : some;
}
