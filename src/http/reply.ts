/**
 * How answers leave. JSON, which is nearly all of them, is written past Koa in one piece with its headers as one flat
 * list; pages, styles and streams go through Koa and get the common headers from `applyHeaders`.
 */
import type Koa from "koa";

/** For everything but pages, which say otherwise. */
const COMMON: readonly string[] = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["Cache-Control", "no-store"],
  ...["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ...["Referrer-Policy", "no-referrer"],
];

const HEADERS = Symbol("headers");
const CLOSING = Symbol("closing");
type WithHeaders = { [HEADERS]?: string[]; [CLOSING]?: AbortSignal };

/** The headers that this answer will carry, whatever it is. Once `closing` is aborted, no connection is kept. */
export function beginHeaders(context: Koa.ParameterizedContext, requestId: string, closing: AbortSignal): void {
  const own = context as WithHeaders;
  own[HEADERS] = ["X-Request-Id", requestId, ...COMMON];
  own[CLOSING] = closing;
}

export function addHeader(context: Koa.ParameterizedContext, name: string, value: string): void {
  (context as WithHeaders)[HEADERS]?.push(name, value);
}

/** An answer in JSON that is ready as text. */
export function sendJson(context: Koa.ParameterizedContext, status: number, json: string): void {
  const headers = headersOf(context);
  headers.push("Content-Type", "application/json", "Content-Length", String(Buffer.byteLength(json)));
  context.respond = false;
  context.res.writeHead(status, headers);
  context.res.end(json);
}

/** For an answer that Koa or a stream will send: sets what it has not set itself. */
export function applyHeaders(context: Koa.ParameterizedContext): void {
  const headers = headersOf(context);
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? "";
    if (!context.res.hasHeader(name)) context.res.setHeader(name, headers[index + 1] ?? "");
  }
}

function headersOf(context: Koa.ParameterizedContext): string[] {
  const own = context as WithHeaders;
  const headers = own[HEADERS] ?? [];
  if (own[CLOSING]?.aborted === true) headers.push("Connection", "close");
  return headers;
}
