/**
 * Everything that can be refused, as one closed set of codes (contract sections 3 and 4). The domain throws a Refusal;
 * `http/api/errors.ts` maps each code to its status and type in one table that the compiler checks for completeness.
 * A failed call is not a refusal: it is an outcome.
 */
export const REFUSAL_CODES = [
  // 400
  "invalid_json",
  "invalid_field",
  "too_complex",
  "invalid_phone",
  "unsupported_language",
  "setup_code_mismatch",
  "conflicting_credentials",
  // 401
  "missing_key",
  "invalid_key",
  // 402
  "insufficient_funds",
  // 403
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
  // 404, 405
  "call_not_found",
  "webhook_not_found",
  "not_found",
  "method_not_allowed",
  // 409
  "no_pending_question",
  "question_already_answered",
  "question_expired",
  "call_ended",
  "call_not_ended",
  "setup_code_used",
  "webhook_limit",
  "idempotency_key_in_flight",
  // 413, 415, 421, 422
  "body_too_large",
  "unsupported_media_type",
  "unknown_host",
  "idempotency_key_reused",
  // 429
  "rate_limited",
  "too_many_waits",
  "too_many_concurrent_calls",
  "daily_call_limit",
  // 500, 503
  "internal",
  "trunk_not_configured",
  "pbx_unavailable",
  "engines_unavailable",
  "database_unavailable",
  "directory_unavailable",
  "draining",
  "at_capacity",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export type FieldError = { readonly param: string; readonly code: string; readonly message: string };

export type RefusalDetails = {
  /** The field it is about, when it is about one. */
  readonly param?: string;
  readonly errors?: readonly FieldError[];
  readonly hint?: string;
  /** Seconds until the same request may succeed; set for everything that is retryable. */
  readonly retryAfterSeconds?: number;
};

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  /** `message` says what to do next, so that a model can repair the request. */
  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
