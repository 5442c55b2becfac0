/**
 * Holds every answer of a suite against `openapi.json`: the status must be listed for the operation, and the body must
 * fit its schema, with nothing in it that the schema does not name.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Json = { [key: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const child = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

/** The document with every object closed: what is not described must not be sent. */
export function strictly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictly);
  if (!isObject(value)) return value;
  const copy: Json = {};
  for (const [key, inner] of Object.entries(value))
    copy[key] = key === "example" || key === "examples" ? inner : strictly(inner);
  if (isObject(copy["properties"]) && copy["additionalProperties"] === undefined) copy["additionalProperties"] = false;
  return copy;
}

export function ajvOver(document: unknown): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "doc:/openapi.json", ...(document as Json) });
  return ajv;
}

export class Described {
  readonly #document: Json;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    this.#document = strictly(document) as Json;
    this.#ajv = ajvOver(this.#document);
  }

  /** Null when an event of a call's stream is as described, its payload included, else what is wrong. */
  eventFault(event: { readonly id: string; readonly event: string; readonly data: string }): string | null {
    const kinds = child(child(child(this.#document["components"], "schemas"), "ProgressEvent"), "anyOf") as Json[];
    const properties = kinds.map((kind) => child(kind, "properties"));
    const own = properties.find((one) => child(child(one, "event"), "const") === event.event);
    const payload = child(child(child(own, "data"), "contentSchema"), "$ref");
    for (const [schema, value] of [
      ["#/components/schemas/ProgressEvent", event],
      [String(payload), JSON.parse(event.data)],
    ] as const) {
      const validate = this.#ajv.compile({ $ref: `doc:/openapi.json${schema}` });
      if (!validate(value)) return `${event.event}: ${this.#ajv.errorsText(validate.errors)}`;
    }
    return null;
  }

  /** Null when the answer is as described, else what is wrong. */
  fault(method: string, url: string, status: number, contentType: string | null, text: string): string | null {
    const path = new URL(url).pathname;
    if (!path.startsWith("/v1/")) return null;
    const template = Object.keys((this.#document["paths"] ?? {}) as Json).find((one) =>
      new RegExp(`^/v1${one.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
    );
    const operation =
      template === undefined ? undefined : child(child(this.#document["paths"], template), method.toLowerCase());
    if (operation === undefined || template === undefined) return null;
    const where = `${method} ${template} ${status}`;
    const response = child(child(operation, "responses"), String(status));
    if (response === undefined) return `${where} is not described`;
    const type = contentType?.split(";")[0] ?? "";
    if (type !== "application/json") return null;
    const pointer = ["paths", template, method.toLowerCase(), "responses", String(status), "content", type, "schema"]
      .map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const validate = this.#compiled.get(where) ?? this.#ajv.compile({ $ref: `doc:/openapi.json#/${pointer}` });
    this.#compiled.set(where, validate);
    return validate(JSON.parse(text)) ? null : `${where}: ${this.#ajv.errorsText(validate.errors)} in ${text}`;
  }
}
