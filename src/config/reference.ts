/**
 * The settings told to people: read out of the schema that validates them, so that no name, range or default can be
 * told wrong; only what a setting is for stands beside it, in `words.ts`.
 */
import * as z from "zod";
import { settingsSchema } from "./schema.ts";
import { WORDS } from "./words.ts";

export type SettingTold = {
  /** Dotted, as the file nests it. */
  readonly path: string;
  /** For which provider of its group it is; null: for all. */
  readonly provider: string | null;
  /** Its kind and range, in words. */
  readonly type: string;
  /** As YAML writes it; null: it has to be given. */
  readonly fallback: string | null;
  /** Empty when nobody has said what it is for; a test finds those. */
  readonly description: string;
  readonly secret: boolean;
};
export type SettingsGroup = { readonly name: string; readonly settings: readonly SettingTold[] };

type Schema = z.core.JSONSchema.BaseSchema & { readonly secret?: boolean };

export function settingsReference(): readonly SettingsGroup[] {
  const whole = z.toJSONSchema(settingsSchema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      // What is transformed once it is read loses its default on the way.
      const { def } = zodSchema._zod;
      if (def.type === "default") jsonSchema.default = def.defaultValue;
    },
  });
  return Object.entries(whole.properties ?? {}).map(([name, schema]) => ({
    name,
    settings: toldOf(name, asSchema(schema), null),
  }));
}

function toldOf(path: string, schema: Schema, provider: string | null): readonly SettingTold[] {
  const engine = schema.items === undefined ? null : asSchema(schema.items as Schema);
  const choices = schema.oneOf ?? engine?.oneOf;
  if (choices !== undefined) {
    const list = engine === null ? [] : [setting(path, schema, provider, "an engine, or a list of engines")];
    return [...list, ...choices.flatMap((choice) => membersOf(path, asSchema(choice)))];
  }
  const group = [schema, ...(schema.anyOf ?? []).map(asSchema)].find(({ properties }) => properties !== undefined);
  if (group === undefined) return [setting(path, schema, provider, typeOf(schema))];
  const itself = group === schema ? [] : [setting(path, schema, provider, typeOf(schema))];
  return [...itself, ...membersOf(path, group)];
}

function membersOf(path: string, group: Schema): readonly SettingTold[] {
  const members = Object.entries(group.properties ?? {}).map(([key, value]) => [key, asSchema(value)] as const);
  const provider = members.find(([key]) => key === "provider")?.[1].const;
  return members.flatMap(([key, schema]) =>
    toldOf(`${path}.${key}`, schema, provider === undefined ? null : String(provider)),
  );
}

function setting(path: string, schema: Schema, provider: string | null, type: string): SettingTold {
  const secret = schema.secret === true || (schema.anyOf ?? []).some((one) => asSchema(one).secret === true);
  const fallback = schema.default === undefined ? null : inYaml(schema.default);
  return { path, provider, type, fallback, description: WORDS[path] ?? "", secret };
}

function typeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(asSchema(one))).join(", or ");
  if (schema.const !== undefined) return inYaml(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(inYaml).join(", ");
  if (schema.items !== undefined) return `list of ${typeOf(asSchema(schema.items as Schema))}`;
  if (schema.type === "integer") return `whole number from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "object") return "group of keys";
  if (schema.type === "null") return "null";
  if ((schema.minLength ?? 0) > 1) return `text of at least ${schema.minLength} characters`;
  return Array.isArray(schema.type)
    ? (schema.type as string[]).map((type) => (type === "null" ? "null" : "text")).join(", or ")
    : "text";
}

/** In one line, quoted where YAML would read a plain word as something else. */
function inYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${inYaml(one)}`)
      .join(", ")} }`;
  }
  return typeof value === "string" && !/^[A-Za-z][\w/.-]*$/.test(value) ? JSON.stringify(value) : String(value);
}

/** JSON Schema also knows true and false; this one has neither. */
function asSchema(schema: z.core.JSONSchema._JSONSchema): Schema {
  return typeof schema === "boolean" ? {} : schema;
}
