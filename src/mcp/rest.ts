/**
 * The REST interface as the tools ask it: a request like anybody's, so that every check, limit, price and error of REST
 * holds for the tools too, and none is written twice. Inside the appliance it goes through a connection that is not a
 * socket; from the stdio program over the network.
 */
import { request as httpRequest } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Duplex } from "node:stream";
import { isObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { readEvents } from "./server-sent.ts";
import type { ServerSent } from "./server-sent.ts";

export type Ask = {
  readonly method: "GET" | "POST";
  /** With its query, such as `/v1/calls?limit=5`. */
  readonly path: string;
  readonly key: string | null;
  readonly idempotencyKey?: string | null;
  readonly body?: JsonObject;
};

export type Answer = {
  readonly status: number;
  readonly body: JsonObject;
  readonly retryAfterSeconds: number | null;
};

export type Rest = {
  /** Any status; rejects with NoAnswer when there is none, or with the signal's reason. */
  ask(ask: Ask, signal: AbortSignal): Promise<Answer>;
  /** Server-sent events until the stream or the signal ends; none when it is refused. */
  follow(path: string, key: string | null, lastEventId: string | null, signal: AbortSignal): AsyncIterable<ServerSent>;
};

export type Door = {
  /** Such as `https://calls.example`, without a slash at the end. */
  readonly base: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of a connection to `base`. */
  readonly connect?: () => Duplex;
};

/** Nobody answers there, or not as an appliance would. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  /** Nobody can have had the request: there was no connection to send it over. */
  get neverSent(): boolean {
    const code = this.cause instanceof Error && "code" in this.cause ? String(this.cause.code) : "";
    return NO_CONNECTION.includes(code);
  }
}

const NO_CONNECTION = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

export function restThrough({ base, headers: always = {}, connect }: Door): Rest {
  const secure = base.startsWith("https:");
  // A connection for each request: one that was kept might have been closed meanwhile, and the request lost with it.
  const how: RequestOptions = connect === undefined ? { agent: false } : { createConnection: () => connect() };

  function send(ask: Ask, more: Readonly<Record<string, string>>, signal: AbortSignal): Promise<IncomingMessage> {
    const body = ask.body === undefined ? null : Buffer.from(JSON.stringify(ask.body));
    const headers = {
      ...always,
      ...more,
      ...(ask.key === null ? {} : { Authorization: `Bearer ${ask.key}` }),
      ...(ask.idempotencyKey == null ? {} : { "Idempotency-Key": ask.idempotencyKey }),
      ...(body === null ? {} : { "Content-Type": "application/json", "Content-Length": body.length }),
      Connection: "close",
    };
    return new Promise((resolve, reject) => {
      const asked = (secure ? httpsRequest : httpRequest)(
        `${base}${ask.path}`,
        { ...how, method: ask.method, headers, signal },
        resolve,
      );
      asked.once("error", (error) => reject(reasonOf(signal) ?? unanswered(base, error)));
      asked.end(body ?? undefined);
    });
  }

  return {
    async ask(ask, signal) {
      const response = await send(ask, {}, signal);
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
        if (!isObject(body)) throw new SyntaxError("not an object");
        const after = Number(response.headers["retry-after"] ?? Number.NaN);
        return {
          status: response.statusCode ?? 0,
          body,
          retryAfterSeconds: Number.isFinite(after) ? after : null,
        };
      } catch (error) {
        signal.throwIfAborted();
        throw unanswered(base, error);
      }
    },

    async *follow(path, key, lastEventId, signal) {
      try {
        const seen: Record<string, string> = lastEventId === null ? {} : { "Last-Event-ID": lastEventId };
        const response = await send({ method: "GET", path, key }, seen, signal);
        if (response.statusCode !== 200) {
          response.destroy();
          return;
        }
        yield* readEvents(response);
      } catch (error) {
        if (!signal.aborted && !(error instanceof NoAnswer) && !isReset(error)) throw error;
      }
    },
  };
}

function unanswered(base: string, cause: unknown): NoAnswer {
  return new NoAnswer(`No appliance answers at ${base}: start it with npm start, or correct the address.`, { cause });
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/** Why the signal was aborted; null while it was not. */
function reasonOf({ aborted, reason }: AbortSignal): Error | null {
  if (!aborted) return null;
  return reason instanceof Error ? reason : new Error(String(reason));
}
