/** What each error means and what to do about it, for its page: the compiler demands both for every code. */
import type { ErrorCode } from "../../api/errors.ts";

type ErrorText = { readonly means: string; readonly remedy: string };

export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_json: {
    means: "The body is not JSON, or it is JSON but not an object.",
    remedy: "Send one JSON object, with the header Content-Type: application/json.",
  },
  invalid_field: {
    means: "A field or parameter is missing, blank, of the wrong type, too long, or not one of the values there are.",
    remedy: "error.param names the first of them and error.errors all: correct them and send the request again.",
  },
  too_complex: {
    means: "The body is nested deeper than 16 levels, or has more than 1,000 keys.",
    remedy: "Send only the fields of the operation; long material belongs into details as text.",
  },
  invalid_phone: {
    means: "The number cannot be a telephone number: its country code or length is not possible, or it is no number.",
    remedy: "Send it with + and the country code, such as +14155550123, without an extension.",
  },
  unsupported_language: {
    means: "The assistant does not speak this language.",
    remedy: "Use one of the languages that the message lists, or leave language out.",
  },
  setup_code_mismatch: {
    means: "The request is not the one that the person was shown and has approved.",
    remedy:
      "Send exactly the request that was answered with needs_setup, and add setup_code. For another call send it without setup_code.",
  },
  conflicting_credentials: {
    means: "account_key in the body and the bearer key are both valid, but belong to different accounts.",
    remedy: "Send only one of them.",
  },
  malformed_request: {
    means: "What arrived is not an HTTP/1.1 request.",
    remedy: "Use an HTTP client, and http or https as the address of this appliance says.",
  },
  missing_key: {
    means: "This operation needs a key, and none was sent.",
    remedy:
      "Send the header Authorization: Bearer svc_… with the account_key of your set-up, a key made on the account page, or the call_key of a demo call for that call.",
  },
  invalid_key: {
    means: "The key is malformed, unknown or revoked, or not one for this operation.",
    remedy: "Use another key, or let the user make a new one on the account page.",
  },
  insufficient_funds: {
    means:
      "The account's available balance is too small for this call. Nothing was dialled and nothing charged. Beside error the body has the four fields of needs_setup.",
    remedy: "Give your user setup_url. Once they have topped up, send the same request with setup_code.",
  },
  emergency_number: {
    means: "The number is an emergency number somewhere. Outdial never calls one.",
    remedy: "Tell your user that they must call it themselves, now, from a telephone.",
  },
  premium_number: {
    means: "The number is premium-rate, shared-cost, personal, a pager or satellite: calling it costs extra.",
    remedy: "Look for an ordinary, mobile or toll-free number of the business.",
  },
  destination_not_allowed: {
    means: "The operator does not allow calls to this country.",
    remedy: "Tell your user. The operator can change policy.allowed_countries.",
  },
  blocked_number: {
    means: "The operator has blocked this number.",
    remedy: "Do not try again; tell your user.",
  },
  own_number: {
    means: "The number is the appliance's own.",
    remedy: "Check the number: an appliance does not call itself.",
  },
  do_not_call: {
    means: "Whoever has this number has asked not to be called.",
    remedy: "Respect it: do not try again, and tell your user.",
  },
  too_many_calls: {
    means: "This number has been called as often as it may be in a day.",
    remedy: "Try again tomorrow, or reach the business in another way.",
  },
  quiet_hours: {
    means: "It is quiet hours where the number is.",
    remedy: "Place the call later, at a time of day at which businesses there answer.",
  },
  goal_not_allowed: {
    means: "Calls with this goal are not placed.",
    remedy: "Do not reword it; tell your user what the message says.",
  },
  account_suspended: {
    means: "A payment of this account was disputed, so it may not place calls.",
    remedy: "Tell your user to speak with the operator, who can lift it.",
  },
  forbidden_origin: {
    means: "A page of another site tried to use the agent tools.",
    remedy: "Ask from a program, or let the operator add the page's host to server.allowed_hosts.",
  },
  webhook_not_found: {
    means: "The account has no webhook with this id, or the webhook no delivery with this id.",
    remedy: "GET /v1/webhooks lists the webhooks of your account, and its deliveries are below each of them.",
  },
  call_not_found: {
    means: "No call with this id belongs to this key. Whether it exists for somebody else is not told.",
    remedy: "Check call_id, and use the key that the call was placed with.",
  },
  not_found: {
    means: "There is nothing at this path or behind this link.",
    remedy: "Check the path against the interface's description; links of set-ups expire.",
  },
  method_not_allowed: {
    means: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the header Allow.",
  },
  request_timeout: {
    means: "The request did not arrive completely in time.",
    remedy: "Send it again, in one piece.",
  },
  no_pending_question: {
    means: "The business is not waiting for an answer.",
    remedy: "Read the call, and answer only when pending_question is set.",
  },
  question_already_answered: {
    means: "The question has been answered, by you or by somebody else.",
    remedy: "Go on following the call.",
  },
  question_expired: {
    means: "The answer came too late: the assistant told the business that it would have to find out.",
    remedy: "Go on following the call. Answer before expires_at next time, or put what you know into details.",
  },
  call_ended: {
    means: "The call is over.",
    remedy: "Read it: the outcome says what was reached.",
  },
  call_not_ended: {
    means: "Only a call that has ended can be shared.",
    remedy: "Follow it until status is ended, then try again.",
  },
  webhook_limit: {
    means: "The account has as many webhooks as the operator allows.",
    remedy: "Remove one that is no longer needed, or have one webhook do the work of two.",
  },
  setup_code_used: {
    means: "This setup_code has placed its call already.",
    remedy: "Follow that call. For another one send a request without setup_code.",
  },
  idempotency_key_in_flight: {
    means: "A request with this Idempotency-Key is being worked on.",
    remedy: "Wait for Retry-After seconds and send the same again: you then get the answer of the first.",
  },
  body_too_large: {
    means: "The body is larger than 64 KiB.",
    remedy: "Shorten it: details may have 4,000 characters.",
  },
  unsupported_media_type: {
    means: "The body is not declared as JSON.",
    remedy: "Send the header Content-Type: application/json.",
  },
  unknown_host: {
    means: "The request was addressed to a host name that is not one of this appliance's.",
    remedy: "Use the address in server.public_url, or let the operator add the name to server.allowed_hosts.",
  },
  idempotency_key_reused: {
    means: "This Idempotency-Key was sent before with another request.",
    remedy: "Use a new key, such as a UUID, for each new request.",
  },
  rate_limited: {
    means: "Too many requests in a short time.",
    remedy: "Wait for Retry-After seconds. With a key the limits are those of its account.",
  },
  too_many_waits: {
    means: "Too many requests with this key wait for news, or too many in all.",
    remedy: "Wait for one call with one request at a time; follow many with their event streams.",
  },
  too_many_concurrent_calls: {
    means: "The account has as many calls under way as it may have.",
    remedy: "Wait until one has ended.",
  },
  daily_call_limit: {
    means: "The account has placed as many calls today as it may.",
    remedy: "Go on tomorrow, or let the operator raise policy.calls_per_account_per_day.",
  },
  headers_too_large: {
    means: "The header fields are larger than 16 KiB together.",
    remedy: "Send fewer or shorter ones.",
  },
  internal: {
    means: "The appliance made a mistake.",
    remedy: "Give request_id to the operator, who finds it in the log. Before you repeat a call, list the recent ones.",
  },
  trunk_not_configured: {
    means: "The appliance has no telephone line yet: only the demo number can be called.",
    remedy: "The operator sets trunk.host. Until then use the demo number.",
  },
  pbx_unavailable: {
    means: "The telephone exchange or its line cannot be used at the moment. Nothing was dialled.",
    remedy: "Wait for Retry-After seconds. If it stays, the operator finds the reason with npm run doctor.",
  },
  engines_unavailable: {
    means: "What hears and speaks is not ready. Nothing was dialled.",
    remedy: "Wait for Retry-After seconds. If it stays, the operator finds the reason with npm run doctor.",
  },
  database_unavailable: {
    means: "The appliance cannot write to its disk. Nothing was dialled.",
    remedy: "Wait for Retry-After seconds. If it stays, the operator should look at the disk.",
  },
  directory_unavailable: {
    means: "The directory of businesses did not answer.",
    remedy: "Wait for Retry-After seconds, or find the number in another way.",
  },
  draining: {
    means: "The appliance is about to stop and takes no new calls.",
    remedy: "Wait for Retry-After seconds, until it has started again.",
  },
  at_capacity: {
    means:
      "As many calls are under way as the machine carries well, or one more would hurt them just now; demo calls without a key get half of the lines.",
    remedy: "Wait for Retry-After seconds. A setup_code has not been used up.",
  },
};
