/** What settings differ in from the defaults, for people to read: secrets are named, never shown. */
import { isGroup } from "./tree.ts";

export type Difference = {
  readonly key: string;
  /** Undefined: there is no such key in the defaults. */
  readonly usual: unknown;
  readonly set: unknown;
};

const SECRET = /(^|_)(password|passphrase|secret|key|token)s?$/;
export const HIDDEN = "(not shown)";

/** By dotted key, in the order of the settings. Lists are compared as a whole, except lists of engines. */
export function differences(settings: unknown, defaults: unknown): readonly Difference[] {
  const usual = new Map(leaves(defaults, ""));
  return leaves(settings, "")
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(key)))
    .map(([key, value]) => ({ key, usual: usual.get(key), set: shown(key, value) }));
}

function leaves(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  if (isGroup(value)) return Object.entries(value).flatMap(([name, inner]) => leaves(inner, joined(key, name)));
  if (Array.isArray(value) && value.some(isGroup))
    // A list of one engine reads as it is usually written: without a list.
    return value.flatMap((item, index) => leaves(item, value.length === 1 ? key : joined(key, String(index))));
  return [[key, value]];
}

function joined(key: string, name: string): string {
  return key === "" ? name : `${key}.${name}`;
}

function shown(key: string, value: unknown): unknown {
  if (value === null) return null;
  if (SECRET.test(key.split(".").at(-1) ?? "")) return HIDDEN;
  if (typeof value !== "string" || !/^[a-z]+:\/\//.test(value)) return value;
  // A login, and whatever is asked with: there are services that take their key there.
  return value.replace(/^([a-z]+:\/\/)[^/@]+@/, `$1${HIDDEN}@`).replaceAll(/([?&][^=&#]+=)[^&#]*/g, `$1${HIDDEN}`);
}
