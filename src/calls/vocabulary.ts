/** The closed sets of words in which a call is told, as the contract (section 5) spells them. */

export const CALL_STATUSES = ["queued", "ringing", "in_progress", "ended"] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export const END_REASONS = [
  "completed",
  "hangup_business",
  "no_response",
  "no_answer",
  "busy",
  "rejected",
  "invalid_number",
  "canceled",
  "hangup_api",
  "voicemail",
  "max_duration",
  "insufficient_funds",
  "no_media",
  "provider_failure",
  "trunk_failure",
  "service_restart",
] as const;
export type EndReason = (typeof END_REASONS)[number];

export const LINE_STATES = [
  "ringing",
  "early_media",
  "ivr",
  "hold",
  "human",
  "voicemail",
  "screening",
  "silence",
] as const;
export type LineState = (typeof LINE_STATES)[number];

export type AnsweredBy = "human" | "machine" | "unknown";

export const QUESTION_STATUSES = ["answered", "refused", "unknown", "not_asked"] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

export type Role = "assistant" | "business" | "system";
