/** JSON that came from elsewhere, looked into without trusting it. */

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under this name; an empty one when there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  let found = value;
  for (const step of path) found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return isObject(found) ? found : {};
}

/** The text under this name; null when there is none. */
export function textAt(object: JsonObject, name: string): string | null {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" ? value : null;
}

export function listAt(object: JsonObject, name: string): readonly unknown[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value : [];
}
