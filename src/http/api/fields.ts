/**
 * The rules that hold for every field a client sends (contract section 4), as zod schemas that validate and describe
 * at once: `openapi.json` is made from these very objects. Lengths count code points, as JSON Schema does.
 */
import * as z from "zod";
import type { FieldError, RefusalCode } from "../../calls/refusal.ts";
import { REFUSAL_CODES, Refusal } from "../../calls/refusal.ts";
import type { JsonObject } from "../body.ts";
import { SOME_TEXT, TEXT } from "./patterns.ts";

/** What `TEXT` leaves out, as it is found quickest. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;

/** How a string is kept: CR LF as LF, composed (NFC), without space around it. */
export function tidy(raw: string): string {
  return raw.replaceAll("\r\n", "\n").normalize("NFC").trim();
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export const hasControl = (raw: string): boolean => CONTROL.test(raw);

/** True for what counts as absent in an optional field: nothing, or only space. */
export function isBlank(raw: string | null | undefined): boolean {
  return raw == null || (tidy(raw) === "" && !hasControl(raw));
}

/** What is wrong with a string before anything is known about its meaning; null when nothing is. */
function textFault(raw: string, least: number, most: number): { code: string; message: string } | null {
  if (hasControl(raw)) {
    return {
      code: "control_character",
      message: "must not contain control characters other than line breaks and tabs",
    };
  }
  if (!raw.isWellFormed()) return { code: "not_unicode", message: "must be well-formed Unicode text" };
  const kept = tidy(raw);
  if (kept === "" && least > 0) return { code: "blank", message: "must not be blank" };
  // Composing makes a few rare letters longer: what was short enough as it was sent is short enough.
  const length = Math.min(codePoints(kept), codePoints(raw));
  if (length > most) return { code: "too_long", message: `must have at most ${most} characters; it has ${length}` };
  return null;
}

function checked(least: number, most: number): z.ZodString {
  return z.string().check((context) => {
    const fault = textFault(context.value, least, most);
    if (fault !== null) context.issues.push(issue(context.value, fault.code, fault.message));
  });
}

/** An issue of our own kind, with the code it is told under. `code` may be that of a refusal. */
export function issue(input: unknown, code: string, message: string): z.core.$ZodRawIssue {
  return { code: "custom", input, message, params: { code }, continue: false };
}

/** A text that must be there. */
export function text(most: number) {
  return checked(1, most).overwrite(tidy).meta({ minLength: 1, maxLength: most, pattern: SOME_TEXT });
}

/** A text that must be there and is kept as it was sent: it will be a key of `answers`. */
export function verbatim(most: number) {
  return checked(1, most).meta({ minLength: 1, maxLength: most, pattern: SOME_TEXT });
}

/** A text that may be left away; null, "" and blanks are the same as absent. */
export function optionalText(most: number) {
  return checked(0, most)
    .overwrite(tidy)
    .meta({ maxLength: most, pattern: TEXT })
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));
}

/**
 * For what is described otherwise than it is read. A query parameter is read as a list, so that one given twice is seen,
 * and described as the one value it must be.
 */
export function shownAs(schema: Readonly<Record<string, unknown>>) {
  return ({ jsonSchema }: { jsonSchema: object }): void => {
    for (const keyword of ["items", "anyOf"]) Reflect.deleteProperty(jsonSchema, keyword);
    Object.assign(jsonSchema, schema);
  };
}

/** A whole number in a query, written in decimal digits and given once. */
export function wholeNumber(least: number, most: number) {
  const range = `must be a whole number from ${least} to ${most}, written in digits and given once`;
  return z
    .array(z.string())
    .transform((given, context) => {
      const written = given.length === 1 ? (given[0] ?? "") : "";
      const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
      if (value >= least && value <= most) return value;
      context.issues.push(issue(given, "out_of_range", range));
      return z.NEVER;
    })
    .meta({ override: shownAs({ type: "integer", minimum: least, maximum: most }) });
}

/** A word in a query, given once. */
export function onceText(most: number) {
  return z
    .array(z.string())
    .transform((given, context) => {
      const fault =
        given.length === 1 ? textFault(given[0] ?? "", 1, most) : { code: "repeated", message: "must be given once" };
      if (fault === null) return given[0] ?? "";
      context.issues.push(issue(given, fault.code, fault.message));
      return z.NEVER;
    })
    .meta({ override: shownAs({ type: "string", minLength: 1, maxLength: most, pattern: SOME_TEXT }) });
}

/** A word in a query that may be left blank, given once at most. */
export function onceTextOrNone(most: number) {
  return z
    .array(z.string())
    .transform((given, context): string | null => {
      const fault =
        given.length === 1 ? textFault(given[0] ?? "", 0, most) : { code: "repeated", message: "must be given once" };
      if (fault === null) return tidy(given[0] ?? "") === "" ? null : tidy(given[0] ?? "");
      context.issues.push(issue(given, fault.code, fault.message));
      return z.NEVER;
    })
    .meta({ override: shownAs({ type: "string", maxLength: most, pattern: TEXT }) });
}

/** A word of this form in a query, given once; `message` says what to send. */
export function onceLike(pattern: string, message: string) {
  const form = new RegExp(pattern);
  return z
    .array(z.string())
    .transform((given, context) => {
      const [word = ""] = given;
      if (given.length === 1 && form.test(word)) return word;
      context.issues.push(issue(given, "malformed", message));
      return z.NEVER;
    })
    .meta({ override: shownAs({ type: "string", pattern }) });
}

/** One of a few words in a query, given once. */
export function onceOf<Word extends string>(words: readonly [Word, ...Word[]]) {
  return z
    .array(z.string())
    .transform((given, context): Word => {
      const word = words.find((one) => given.length === 1 && one === given[0]);
      if (word !== undefined) return word;
      context.issues.push(issue(given, "unknown_value", `must be one of ${words.join(", ")}, given once`));
      return z.NEVER;
    })
    .meta({ override: shownAs({ type: "string", enum: [...words] }) });
}

/** The value that the schema makes of the input, or one refusal with everything that is wrong with it. */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw fieldRefusal(result.error.issues.map((one) => fieldError(one, input)));
}

/** All parameters of a query as lists, so that one given twice can be told from one given once. */
export function queryLists(query: string): JsonObject {
  const lists = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of new URLSearchParams(query)) (lists[name] ??= []).push(value);
  return lists;
}

function fieldRefusal(errors: readonly FieldError[]): Refusal {
  const [first = { param: "", code: "invalid_field", message: "is not valid" }] = errors;
  const more = errors.length > 1 ? ` (${errors.length - 1} more: see errors)` : "";
  const known = REFUSAL_CODES.find((code): code is RefusalCode => code === first.code);
  return new Refusal(known ?? "invalid_field", `${first.message}${more}`, { param: first.param, errors });
}

function fieldError(found: z.core.$ZodIssue, input: unknown): FieldError {
  const param = found.path.reduce<string>(
    (path, step) =>
      typeof step === "number" ? `${path}[${step}]` : path === "" ? String(step) : `${path}.${String(step)}`,
    "",
  );
  const [code, message] = codeAndMessage(found, input);
  return { param, code, message: `\`${param}\` ${message}` };
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  array: "a list",
  boolean: "true or false",
  object: "an object",
};

function codeAndMessage(found: z.core.$ZodIssue, input: unknown): readonly [string, string] {
  switch (found.code) {
    case "custom":
      return [String(found.params?.["code"] ?? "invalid"), found.message];
    case "invalid_type":
      return valueAt(input, found.path) === undefined
        ? ["required", `is required: send ${KINDS[found.expected] ?? found.expected}`]
        : ["wrong_type", `must be ${KINDS[found.expected] ?? found.expected}`];
    case "too_big":
      return ["too_many", `may have at most ${String(found.maximum)} entries`];
    default:
      return ["invalid", "is not valid"];
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
