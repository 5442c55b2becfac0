/** Requests to ARI over its event socket, each with a deadline and an answer that says its HTTP status. */
import type { WebSocket } from "ws";
import { z } from "zod";

export type AriRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/ari/`; its variable parts are encoded by whoever writes it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs?: number;
};

/** Every way in which a request can fail. `status` is null when Asterisk gave no answer. */
export class AriError extends Error {
  override readonly name = "AriError";
  readonly status: number | null;
  readonly code: "refused" | "not_connected" | "connection_lost" | "timeout";
  constructor(code: AriError["code"], message: string, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const DEFAULT_TIMEOUT_MS = 5000;

const restResponse = z.object({
  type: z.literal("RESTResponse"),
  request_id: z.string(),
  status_code: z.number(),
  reason_phrase: z.string().optional(),
  message_body: z.string().optional(),
});

type Waiting = {
  readonly what: string;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: AriError) => void;
};

export class RestOverSocket {
  #socket: WebSocket | null = null;
  #nextId = 1;
  readonly #waiting = new Map<string, Waiting>();

  attach(socket: WebSocket): void {
    this.#socket = socket;
  }

  detach(): void {
    this.#socket = null;
    for (const [id, { what, timer, reject }] of this.#waiting) {
      this.#waiting.delete(id);
      clearTimeout(timer);
      reject(new AriError("connection_lost", `${what}: the connection to Asterisk was lost`));
    }
  }

  request({ method, path, query, body, timeoutMs = DEFAULT_TIMEOUT_MS }: AriRequest): Promise<unknown> {
    const what = `${method} ${path}`;
    const socket = this.#socket;
    if (socket === null) return Promise.reject(new AriError("not_connected", `${what}: not connected to Asterisk`));
    const id = String(this.#nextId++);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      reject(new AriError("timeout", `${what}: no answer from Asterisk within ${timeoutMs} ms`));
    }, timeoutMs);
    this.#waiting.set(id, { what, timer, resolve, reject });
    const encoded = Object.entries(query ?? {}).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    const message = {
      type: "RESTRequest",
      request_id: id,
      method,
      uri: encoded.length === 0 ? path : `${path}?${encoded.join("&")}`,
      ...(body === undefined ? {} : { content_type: "application/json", message_body: JSON.stringify(body) }),
    };
    socket.send(JSON.stringify(message));
    return promise;
  }

  /** Whether the message was an answer to a request, and thus is dealt with. */
  take(message: unknown): boolean {
    const parsed = restResponse.safeParse(message);
    if (!parsed.success) return false;
    const { request_id: id, status_code: status, reason_phrase: reason, message_body: text } = parsed.data;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return true;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (status >= 200 && status < 300) waiting.resolve(parseBody(text));
    else waiting.reject(new AriError("refused", `${waiting.what}: ${status} ${reason ?? ""}`.trim(), status));
    return true;
  }
}

function parseBody(text: string | undefined): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
