/** The appliance's HTTP interface as the commands use it: like any other client, over the network. */
import { callBody } from "../http/api/shapes.ts";
import type { CallBody } from "../http/api/shapes.ts";

export type Reply = { readonly status: number; readonly text: string };

export type Request = {
  readonly key?: string | null;
  readonly body?: unknown;
};

/** What the appliance answered instead of what was asked for; the message is the one it gave. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string | null;

  constructor(reply: Reply) {
    const { code, message } = readError(reply.text);
    super(`the appliance answered ${reply.status}${message === null ? "" : `: ${message}`}`);
    this.status = reply.status;
    this.code = code;
  }
}

/** Nobody answers there, or no longer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  constructor(base: string, cause: unknown) {
    super(`no appliance answers at ${base}`, { cause });
  }
}

export type Api = {
  readonly base: string;
  /** Any status; throws only when there is no answer at all. */
  send(method: "GET" | "POST", path: string, request: Request, signal: AbortSignal): Promise<Reply>;
};

/** A whole answer has to be there within this: the longest wait the interface knows, and some. */
const ANSWER_WITHIN_MS = 60_000;

export function connectApi(base: string): Api {
  return {
    base,
    async send(method, path, { key = null, body }, signal) {
      const headers = new Headers();
      if (key !== null) headers.set("authorization", `Bearer ${key}`);
      if (body !== undefined) headers.set("content-type", "application/json");
      try {
        const response = await fetch(`${base}${path}`, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
        });
        return { status: response.status, text: await response.text() };
      } catch (error) {
        signal.throwIfAborted();
        throw new NoAnswer(base, error);
      }
    },
  };
}

/** A call as it was read: checked, and as the bytes that came. */
export type ReadCall = { readonly call: CallBody; readonly text: string };

export async function readCall(
  api: Api,
  callId: string,
  waitSeconds: number,
  key: string | null,
  signal: AbortSignal,
): Promise<ReadCall> {
  const reply = await api.send("GET", `/v1/calls/${callId}?wait=${waitSeconds}`, { key }, signal);
  if (reply.status !== 200) throw new ApiError(reply);
  return { call: callBody.parse(JSON.parse(reply.text)), text: reply.text };
}

function readError(text: string): { readonly code: string | null; readonly message: string | null } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: null, message: null };
  }
  const error = field(body, "error");
  const [code, message] = [field(error, "code"), field(error, "message")];
  return { code: typeof code === "string" ? code : null, message: typeof message === "string" ? message : null };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
