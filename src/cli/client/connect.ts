/**
 * The appliance's HTTP interface as the commands use it: like any other client, over the network, by the types that are
 * generated from `openapi.json`.
 */
import createClient from "openapi-fetch";
import type { Client } from "openapi-fetch";
import type { components, paths } from "./appliance.ts";

export type Schemas = components["schemas"];
export type Call = Schemas["Call"];

export type Appliance = { readonly base: string; readonly api: Client<paths> };

/** What a command can do about it; the appliance's own words are for those who make requests. */
const KEY_IS_MISSING = "this needs the account's key: put it into OUTDIAL_KEY, or pass it with --key";

/** What the appliance answered instead of what was asked for; the message is the one it gave. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const message = field(field(body, "error"), "code") === "missing_key" ? KEY_IS_MISSING : messageIn(body);
    super(`the appliance answered ${status}${message === null ? "" : `: ${message}`}`);
    this.status = status;
    this.body = body;
  }
}

/** Nobody answers there, or no longer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  constructor(base: string, cause: unknown) {
    super(`no appliance answers at ${base}`, { cause });
  }
}

/** A whole answer has to be there within this: the longest wait the interface knows, and some. */
const ANSWER_WITHIN_MS = 60_000;

/** `base` without a slash at the end. */
export function connectAppliance(base: string, key: string | null): Appliance {
  const api = createClient<paths>({
    baseUrl: `${base}/v1`,
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    fetch: (request) => fetchWhole(base, request),
  });
  return { base, api };
}

type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** What was asked for; throws ApiError for any other answer. */
export async function got<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (data === undefined) throw new ApiError(response.status, error);
  return data;
}

/** Read to its end here, so that an answer that breaks off is no answer, and one that is no JSON comes from somebody else. */
async function fetchWhole(base: string, request: Request): Promise<Response> {
  const { signal } = request;
  try {
    const response = await fetch(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]) });
    const text = await response.text();
    if (text !== "") JSON.parse(text);
    return new Response(text === "" ? null : text, { status: response.status, headers: response.headers });
  } catch (error) {
    signal.throwIfAborted();
    throw new NoAnswer(base, error);
  }
}

function messageIn(body: unknown): string | null {
  const message = field(field(body, "error"), "message");
  return typeof message === "string" ? message : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
