/**
 * How a refusal reads on the wire: one table from every code to its status and type, checked for completeness by the
 * compiler (contract section 3). The fixed messages are those that must be the same bytes whatever the cause was:
 * a call that is not there and a call of somebody else, a key that never was and a key that was revoked.
 */
import type { Refusal, RefusalCode } from "../../calls/refusal.ts";
import { PAGE_PATHS } from "../pages/paths.ts";

export const ERROR_TYPES = [
  "invalid_request",
  "authentication",
  "payment_required",
  "blocked",
  "not_found",
  "conflict",
  "rate_limit",
  "idempotency",
  "unavailable",
  "internal",
] as const;
type ErrorType = (typeof ERROR_TYPES)[number];

/** What only HTTP can meet: bytes that are no request at all. */
export const WIRE_CODES = ["malformed_request", "headers_too_large", "request_timeout", "forbidden_origin"] as const;
type WireCode = (typeof WIRE_CODES)[number];
export type ErrorCode = RefusalCode | WireCode;

type Rule = {
  readonly status: number;
  readonly type: ErrorType;
  /** The same request may succeed later, and when to try: `Retry-After` unless the refusal itself knows better. */
  readonly retryAfterSeconds?: number;
  /** Said in place of the refusal's own message, parameters and hints. */
  readonly fixed?: string;
};

export const ERROR_RULES = {
  invalid_json: { status: 400, type: "invalid_request" },
  invalid_field: { status: 400, type: "invalid_request" },
  too_complex: { status: 400, type: "invalid_request" },
  invalid_phone: { status: 400, type: "invalid_request" },
  unsupported_language: { status: 400, type: "invalid_request" },
  setup_code_mismatch: { status: 400, type: "invalid_request" },
  conflicting_credentials: { status: 400, type: "invalid_request" },
  malformed_request: { status: 400, type: "invalid_request" },
  missing_key: {
    status: 401,
    type: "authentication",
    fixed:
      "This operation needs a key: send the header Authorization: Bearer svc_… with the account_key that a set-up call returned or one made on the account page.",
  },
  invalid_key: {
    status: 401,
    type: "authentication",
    fixed:
      "This key is not valid (unknown, revoked, or not one for this operation): use another, or make a new one on the account page.",
  },
  insufficient_funds: { status: 402, type: "payment_required" },
  emergency_number: { status: 403, type: "blocked" },
  premium_number: { status: 403, type: "blocked" },
  destination_not_allowed: { status: 403, type: "blocked" },
  blocked_number: { status: 403, type: "blocked" },
  own_number: { status: 403, type: "blocked" },
  do_not_call: { status: 403, type: "blocked" },
  too_many_calls: { status: 403, type: "blocked" },
  quiet_hours: { status: 403, type: "blocked" },
  goal_not_allowed: { status: 403, type: "blocked" },
  account_suspended: { status: 403, type: "blocked" },
  forbidden_origin: { status: 403, type: "invalid_request" },
  call_not_found: {
    status: 404,
    type: "not_found",
    fixed:
      "No call with this id belongs to this key: check the call_id, and that the key is the one it was placed with.",
  },
  webhook_not_found: { status: 404, type: "not_found" },
  not_found: { status: 404, type: "not_found" },
  method_not_allowed: { status: 405, type: "invalid_request" },
  request_timeout: { status: 408, type: "invalid_request", retryAfterSeconds: 1 },
  no_pending_question: { status: 409, type: "conflict" },
  question_already_answered: { status: 409, type: "conflict" },
  question_expired: { status: 409, type: "conflict" },
  call_ended: { status: 409, type: "conflict" },
  call_not_ended: { status: 409, type: "conflict" },
  setup_code_used: { status: 409, type: "conflict" },
  webhook_limit: { status: 409, type: "conflict" },
  idempotency_key_in_flight: { status: 409, type: "idempotency", retryAfterSeconds: 1 },
  body_too_large: { status: 413, type: "invalid_request" },
  unsupported_media_type: { status: 415, type: "invalid_request" },
  unknown_host: { status: 421, type: "invalid_request" },
  idempotency_key_reused: { status: 422, type: "idempotency" },
  rate_limited: { status: 429, type: "rate_limit", retryAfterSeconds: 60 },
  too_many_waits: { status: 429, type: "rate_limit", retryAfterSeconds: 5 },
  too_many_concurrent_calls: { status: 429, type: "rate_limit", retryAfterSeconds: 30 },
  daily_call_limit: { status: 429, type: "rate_limit", retryAfterSeconds: 3600 },
  headers_too_large: { status: 431, type: "invalid_request" },
  internal: { status: 500, type: "internal" },
  trunk_not_configured: { status: 503, type: "unavailable", retryAfterSeconds: 300 },
  pbx_unavailable: { status: 503, type: "unavailable", retryAfterSeconds: 5 },
  engines_unavailable: { status: 503, type: "unavailable", retryAfterSeconds: 5 },
  database_unavailable: { status: 503, type: "unavailable", retryAfterSeconds: 10 },
  directory_unavailable: { status: 503, type: "unavailable", retryAfterSeconds: 30 },
  draining: { status: 503, type: "unavailable", retryAfterSeconds: 30 },
  at_capacity: { status: 503, type: "unavailable", retryAfterSeconds: 15 },
} as const satisfies Record<ErrorCode, Rule>;

type ErrorObject = {
  readonly type: ErrorType;
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly errors?: readonly { readonly param: string; readonly code: string; readonly message: string }[];
  readonly hint?: string;
  readonly docs_url: string;
  readonly retryable: boolean;
  readonly request_id: string;
};

export type ErrorAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly status?: "blocked"; readonly error: ErrorObject };
};

type Told = Pick<Refusal, "message" | "details"> & { readonly code: ErrorCode };

/** The whole answer to a refusal. `baseUrl` is where the code's page is. */
export function errorAnswer(refusal: Told, requestId: string, baseUrl: string): ErrorAnswer {
  const rule: Rule = ERROR_RULES[refusal.code];
  const details = rule.fixed === undefined ? refusal.details : {};
  const retryAfterSeconds = details.retryAfterSeconds ?? rule.retryAfterSeconds;
  const error: ErrorObject = {
    type: rule.type,
    code: refusal.code,
    message: rule.fixed ?? refusal.message,
    ...(details.param === undefined ? {} : { param: details.param }),
    ...(details.errors === undefined ? {} : { errors: details.errors }),
    ...(details.hint === undefined ? {} : { hint: details.hint }),
    docs_url: baseUrl + PAGE_PATHS.docsError(refusal.code),
    retryable: retryAfterSeconds !== undefined,
    request_id: requestId,
  };
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["Retry-After"] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  if (rule.status === 401) headers["WWW-Authenticate"] = "Bearer";
  return { status: rule.status, headers, body: rule.type === "blocked" ? { status: "blocked", error } : { error } };
}
