/**
 * What goes wrong with a language model, as one sentence that names the setting to change. Nothing of what the server
 * wrote goes into it but a short code: servers repeat keys and prompts in their messages.
 */
import { APIConnectionError, APIError } from "openai";
import { BrokenAnswer } from "./chat-chunks.ts";
import { faultIn } from "./http-fault.ts";
import type { HttpFault } from "./http-fault.ts";

export type ChatErrorKind =
  | "unauthorised"
  | "quota"
  | "rate_limited"
  | "unknown_model"
  | "refused"
  | "server"
  | "unreachable"
  | "late"
  | "cut"
  | "foreign"
  | "nothing";

type Where = {
  readonly apiKey: string | null;
  readonly model: string;
  readonly baseUrl: string;
  readonly setting?: string;
};

export class ChatError extends Error {
  readonly kind: ChatErrorKind;
  readonly retryAfterMs: number;

  constructor(kind: ChatErrorKind, where: Where, detail = "", retryAfterMs = 0) {
    super(withoutKey(sentence(kind, where, detail), where));
    this.name = "ChatError";
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }

  /** Another try, or another engine, may do. */
  get retryable(): boolean {
    return /^(rate_limited|server|unreachable|late|cut)$/.test(this.kind);
  }
}

/** The error of a request, from whatever the SDK, the transport or the reader of its chunks threw. */
export function chatError(cause: unknown, where: Where): ChatError {
  if (cause instanceof ChatError) return cause;
  const fault = faultIn(cause);
  if (fault !== null) return ofFault(fault, where);
  if (cause instanceof BrokenAnswer) return new ChatError(cause.what, where);
  if (cause instanceof APIConnectionError) return new ChatError("unreachable", where, codeOf(cause));
  if (isApiError(cause)) return ofStatus(cause, where);
  // The SDK could not read it as JSON.
  if (cause instanceof SyntaxError) return new ChatError("foreign", where);
  return new ChatError("cut", where, codeOf(cause));
}

const WAITED_FOR = {
  unreachable: "no connection",
  no_answer: "no answer",
  stalled: "nothing more of the answer",
} as const;

function ofFault(fault: HttpFault, where: Where): ChatError {
  switch (fault.trouble) {
    case "garbage":
      return new ChatError("foreign", where);
    case "cut":
      return new ChatError("cut", where, codeOf(fault));
    case "unreachable":
    case "no_answer":
    case "stalled":
      return fault.afterMs === null
        ? new ChatError("unreachable", where, codeOf(fault))
        : new ChatError("late", where, `${WAITED_FOR[fault.trouble]} within ${fault.afterMs / 1000} s`);
  }
}

function isApiError(cause: unknown): cause is APIError<number | undefined, Headers | undefined, object | undefined> {
  return cause instanceof APIError;
}

function ofStatus({ status, code, headers }: Pick<APIError, "status" | "code" | "headers">, where: Where): ChatError {
  const known = status === undefined ? "an error in its answer" : `status ${status}`;
  const detail = typeof code === "string" && CODE.test(code) ? `${known}, ${code}` : known;
  if (code === "insufficient_quota" || status === 402) return new ChatError("quota", where, detail);
  if (status === 401 || status === 403) return new ChatError("unauthorised", where, detail);
  if (status === 429) return new ChatError("rate_limited", where, detail, retryAfterOf(headers));
  if (status === 404) return new ChatError("unknown_model", where, detail);
  // Without a status: an error event in the stream. Another try may do, as with any fault of the server.
  if (status === undefined || status >= 500 || status === 408) return new ChatError("server", where, detail);
  return new ChatError("refused", where, detail);
}

const CODE = /^[a-z][a-z0-9_]{1,40}$/;

function retryAfterOf(headers: Headers | undefined): number {
  const ms = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const given = headers?.get("retry-after") ?? null;
  if (given === null) return 0;
  const seconds = Number(given);
  const untilMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(untilMs) ? Math.max(0, untilMs) : 0;
}

function sentence(kind: ChatErrorKind, { model, baseUrl, setting = "llm" }: Where, detail: string): string {
  const at = hostOf(baseUrl, setting);
  const because = detail === "" ? "" : ` (${detail})`;
  switch (kind) {
    case "unauthorised":
      return `${at} does not accept the key${because}: check ${setting}.api_key.`;
    case "quota":
      return `The account at ${at} has no quota left${because}: add some, or set another ${setting}.api_key.`;
    case "rate_limited":
      return `${at} asks for fewer requests${because}: raise the limits of the account of ${setting}.api_key, or add a second engine to llm.`;
    case "unknown_model":
      return `${at} knows no model "${model}", or the path is wrong${because}: check ${setting}.model and ${setting}.base_url.`;
    case "refused":
      return `${at} refuses the request${because}: check that ${setting}.model "${model}" is a chat model that can call tools.`;
    case "server":
      return `${at} reports a fault of its own${because}: if it stays, check ${setting}.base_url, or add a second engine to llm.`;
    case "unreachable":
      return `${at} cannot be reached${because}: check ${setting}.base_url.`;
    case "late":
      return `${at} is too slow, ${detail}: check ${setting}.base_url, or take a faster ${setting}.model.`;
    case "cut":
      return `The answer of ${at} stopped in its middle${because}: if it stays, check ${setting}.base_url.`;
    case "foreign":
      return `What ${at} answers is no chat completion: check ${setting}.base_url.`;
    case "nothing":
      return `${at} answers with nothing at all: check that ${setting}.model "${model}" is a chat model.`;
  }
}

/** Without path, user name and password: an address may hold a key too. */
function hostOf(baseUrl: string, setting: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : `The server of ${setting}.base_url`;
}

function withoutKey(text: string, { apiKey }: Where): string {
  return apiKey === null || apiKey === "" ? text : text.replaceAll(apiKey, "…");
}

/** ECONNREFUSED and the like: what the system says, never what the server says. */
function codeOf(cause: unknown): string {
  const coded = inChain(
    cause,
    (each) => "code" in each && typeof each.code === "string" && SYSTEM_CODE.test(each.code),
  );
  return coded !== null && "code" in coded ? String(coded.code) : "";
}

const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,40}$/;

function inChain(cause: unknown, wanted: (each: Error) => boolean): Error | null {
  for (let each = cause, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1)
    if (wanted(each)) return each;
  return null;
}
