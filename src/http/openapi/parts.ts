/** The pieces that every operation in `openapi.json` is put together from: headers, answers, and refusals by status. */
import * as z from "zod";
import type { ZodOpenApiResponsesObject } from "zod-openapi";
import { ERROR_RULES, errorAnswer } from "../api/errors.ts";
import type { ErrorCode } from "../api/errors.ts";
import { CALL_ID, IDEMPOTENCY_KEY } from "../api/patterns.ts";
import * as shapes from "../api/shapes.ts";
import { BASE, REQUEST_ID } from "./examples.ts";

const JSON_TYPE = "application/json";

export const NEEDS_KEY = { security: [{ bearer: [] }] };
export const KEY_OR_NONE = { security: [{}, { bearer: [] }] };
export const NO_KEY = { security: [] };

const idempotencyKey = z.string().optional().meta({
  minLength: 1,
  maxLength: 255,
  pattern: IDEMPOTENCY_KEY,
  description:
    "1 to 255 printable ASCII characters that nobody can guess, such as a UUID: the same request sent again with it happens once (24 h). The answer to a placed call is kept for all of it; of the others the newest 1,000 of an account, 100 of a call_key or of an address without a key, and 10,000 in all.",
});
/** The headers of an operation that happens once, however often it is asked for. */
export const REPEATABLE = z.object({ "Idempotency-Key": idempotencyKey });
export const callPath = z.object({
  id: z.string().meta({
    pattern: CALL_ID,
    description: "The call_id; one of another form is a call that does not exist.",
    examples: ["call_3fJ9aKq2LmN8xYw0ZtBvRc"],
  }),
});

export const requestIdHeader = z.string().meta({
  header: { id: "RequestId" },
  description: "Name of this answer in the operator's log.",
});
const retryAfterHeader = z
  .string()
  .meta({ header: { id: "RetryAfter" }, description: "Seconds until it may succeed." });
const authenticateHeader = z.string().meta({ header: { id: "Authenticate" }, description: "Bearer" });
const replayedHeader = z.string().meta({
  header: { id: "Replayed" },
  description: "true when this is the stored answer to an earlier request with the same Idempotency-Key.",
});

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: "The request is not valid: error.message and error.errors say what to change.",
  401: "The key is missing or not valid.",
  403: "Blocked by policy.",
  404: "There is no such call for this key.",
  409: "The state of the call, of the set-up, or of a request under way does not allow it.",
  413: "The body is over 64 KiB.",
  415: "The body is not application/json.",
  421: "The host name is not one of this appliance's.",
  422: "The Idempotency-Key was used for another request.",
  429: "Too many: try again after Retry-After seconds.",
  500: "A fault of the appliance.",
  503: "Not possible now: try again after Retry-After seconds.",
};

/** One status with every code it can have, each as an example. */
function refusal(status: number, codes: readonly ErrorCode[]) {
  const told = codes.map((code) => {
    const { body } = errorAnswer({ code, message: "Says what to do next.", details: {} }, REQUEST_ID, BASE);
    return [code, { value: body }] as const;
  });
  return {
    description: DESCRIPTIONS[status] ?? "Refused.",
    headers: z.object({
      "X-Request-Id": requestIdHeader,
      ...(status === 401 ? { "WWW-Authenticate": authenticateHeader } : {}),
      ...(status === 429 || status === 503 ? { "Retry-After": retryAfterHeader } : {}),
    }),
    content: {
      [JSON_TYPE]: {
        schema: status === 403 ? shapes.blockedBody : shapes.errorBody,
        examples: Object.fromEntries(told),
      },
    },
  };
}

/** The refusals of an operation, by status, from the codes it can meet. */
export function refusals(...codes: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...codes, "unknown_host", "internal"] as const) {
    const { status } = ERROR_RULES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), refusal(status, same)]));
}

export const SYNTAX = [
  "invalid_json",
  "invalid_field",
  "too_complex",
  "body_too_large",
  "unsupported_media_type",
] as const;
export const KEY = ["missing_key", "invalid_key"] as const;
export const ONCE = ["idempotency_key_in_flight", "idempotency_key_reused"] as const;
export const PLACING = [
  "invalid_phone",
  "unsupported_language",
  "setup_code_mismatch",
  "conflicting_credentials",
  "invalid_key",
  "emergency_number",
  "premium_number",
  "destination_not_allowed",
  "blocked_number",
  "own_number",
  "do_not_call",
  "too_many_calls",
  "quiet_hours",
  "goal_not_allowed",
  "account_suspended",
  "setup_code_used",
  "rate_limited",
  "too_many_concurrent_calls",
  "daily_call_limit",
  "trunk_not_configured",
  "pbx_unavailable",
  "engines_unavailable",
  "database_unavailable",
  "draining",
  "at_capacity",
] as const;

/** A body that has to be there. */
export function jsonBody(schema: z.ZodType, told: Readonly<Record<string, unknown>>) {
  return { required: true, content: { [JSON_TYPE]: { schema, examples: valued(told) } } };
}

export function ok(
  description: string,
  schema: z.ZodType,
  told: Readonly<Record<string, unknown>>,
  repeatable = false,
) {
  return {
    description,
    headers: z.object({
      "X-Request-Id": requestIdHeader,
      ...(repeatable ? { "Idempotent-Replayed": replayedHeader.optional() } : {}),
    }),
    content: {
      [JSON_TYPE]: {
        schema,
        examples: valued(told),
      },
    },
  };
}

function valued(told: Readonly<Record<string, unknown>>): Record<string, { value: unknown }> {
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, { value }]));
}
