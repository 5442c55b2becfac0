/**
 * The HTTP door: a hardened Node server (limits against slow and oversized senders), the Koa application on it, and
 * the end of both. `main.ts` gives it the operations and the settings.
 */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import Router from "@koa/router";
import type { AroundOperations } from "../calls/operations-around.ts";
import type { Operations } from "../calls/operations.ts";
import type { PageOperations } from "../calls/operations-pages.ts";
import { systemClock } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import { createApp } from "./app.ts";
import { callRequestSchema } from "./call-request.ts";
import type { CallRequestSettings } from "./call-request.ts";
import { clientAddresses, credentials } from "./credentials.ts";
import type { Door, Log } from "./door.ts";
import type { ErrorCode } from "./errors.ts";
import { errorAnswer } from "./errors.ts";
import { knownHosts } from "./host.ts";
import { forgery } from "./pages/forgery.ts";
import type { PageDoor } from "./pages/page-door.ts";
import { pageRoutes } from "./pages/routes.ts";
import { throttle } from "./pages/throttle.ts";
import { callJson } from "./render.ts";
import { requestIds } from "./request-id.ts";
import { accountRoutes } from "./routes/account.ts";
import { aroundRoutes } from "./routes/around.ts";
import { callRoutes } from "./routes/calls.ts";
import { eventRoutes } from "./routes/events.ts";
import { healthRoutes } from "./routes/health.ts";
import { openApiRoute } from "./routes/openapi.ts";
import { placeCallRoute } from "./routes/place-call.ts";
import { pricingRoute } from "./routes/pricing.ts";
import { Waits } from "./waits.ts";

export type HttpSettings = CallRequestSettings & {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** As people and agents reach the appliance; null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly allowedHosts: readonly string[];
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  /**
   * Asked of the person who gives out house credit. Null on a loopback address, where whoever can open the page may;
   * elsewhere the appliance does not start without one.
   */
  readonly operatorPassphrase: string | null;
};

export type HttpParts = {
  readonly operations: Operations;
  readonly pages: PageOperations;
  readonly around: AroundOperations;
  readonly settings: HttpSettings;
  readonly log: Log;
  readonly clock?: Clock;
};

export type HttpServer = {
  /** Begins to accept; resolves with the base URL. Rejects when the port cannot be had. */
  listen(): Promise<string>;
  /** The port it listens on. */
  port(): number;
  /** How many long-polls wait now. */
  waiting(): number;
  /** Answers who is waiting, ends streams, lets answers under way finish for a moment, and closes every connection. */
  close(): Promise<void>;
};

const LINGER_MS = 1000;

/** `signal` ends the server like `close`. */
export function createHttpServer(parts: HttpParts, signal: AbortSignal): HttpServer {
  const { operations, pages, around, settings, log, clock = systemClock } = parts;
  const closing = new AbortController();
  const waits = new Waits(operations);
  const callRequest = callRequestSchema(settings);
  const addressOf = clientAddresses(settings.trustedProxies);
  const door: Door = {
    operations,
    around,
    credentials: credentials(operations, addressOf),
    addressOf,
    callRequest,
    demo: settings.demo,
    waits,
    baseUrl: () => settings.publicUrl ?? listeningUrl(server, settings.host),
    log,
    signal: closing.signal,
  };
  const exactly = { strict: true, sensitive: true };
  const api = new Router(exactly);
  const others = new Router(exactly);
  healthRoutes(others, door);
  placeCallRoute(api, door);
  const json = callJson();
  callRoutes(api, door, json);
  eventRoutes(api, door, json);
  accountRoutes(api, door);
  aroundRoutes(api, door);
  pricingRoute(api, door);
  openApiRoute(api, others, door);
  pageRoutes(others, pageDoor(door, pages, settings, clock));

  const nextRequestId = requestIds();
  const app = createApp({
    api,
    others,
    knowsHost: knownHosts(settings.publicUrl, settings.allowedHosts),
    nextRequestId,
    closing: closing.signal,
    log,
  });
  const server = harden(createServer(LIMITS, handler(app.callback())), nextRequestId);

  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= closeServer(server, () => {
      closing.abort(new Error("the server closes"));
      waits.close();
    });
    return closed;
  };
  signal.addEventListener("abort", () => void close(), { once: true });

  return {
    listen: () => listen(server, settings),
    port: () => (server.address() as AddressInfo).port,
    waiting: () => waits.size,
    close,
  };
}

function pageDoor(door: Door, pages: PageOperations, settings: HttpSettings, clock: Clock): PageDoor {
  const publicUrl = settings.publicUrl === null ? null : new URL(settings.publicUrl);
  return {
    pages,
    readShared: (token) => door.around.readShared(token),
    baseUrl: door.baseUrl,
    forgery: forgery(clock, publicUrl?.host ?? null),
    passphrase: settings.operatorPassphrase,
    mayTry: throttle(clock),
    addressOf: door.addressOf,
    // Browsers keep one jar for all ports of a host; two appliances on one machine must not sign each other out.
    sessionCookie: { name: `outdial_session_${settings.port}`, secure: publicUrl?.protocol === "https:" },
    clock,
    log: door.log,
    signal: door.signal,
  };
}

/** Koa settles its own promise: whatever a request meets is told to its client. */
function handler(callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener {
  return (request, response) => void callback(request, response);
}

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Longer than any stall of ours: a connection that times out while its next request waits unread loses that request.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
} as const;

function harden(server: Server, nextRequestId: () => string): Server {
  server.maxConnections = 8_192;
  server.maxRequestsPerSocket = 0;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseBytes(error, socket, nextRequestId()),
  );
  // Without this Node drops the connection of a CONNECT without a word: this is no proxy.
  server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, "method_not_allowed", "CONNECT is not allowed: this is no proxy.", nextRequestId());
  });
  return server;
}

/** Bytes that are no request: answered in the same shape, as far as anybody still listens. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  const answering = (socket as Socket & { _httpMessage?: unknown })._httpMessage !== undefined;
  if (error.code === "ECONNRESET" || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const code: ErrorCode =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "headers_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "malformed_request";
  const told = {
    headers_too_large: "The header fields are larger than 16 KiB together: send fewer or shorter ones.",
    request_timeout: "The request did not arrive in time: send it again, faster.",
    malformed_request: "This is not a valid HTTP/1.1 request.",
  }[code];
  refuse(socket, code, told, requestId);
}

function refuse(socket: Socket, code: ErrorCode, message: string, requestId: string): void {
  const answer = errorAnswer({ code, message, details: {} }, requestId);
  const body = JSON.stringify(answer.body);
  const head = [
    `HTTP/1.1 ${answer.status} Refused`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...(code === "method_not_allowed" ? ["Allow: GET, HEAD, POST, PATCH, OPTIONS"] : []),
    ...Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function listen(server: Server, settings: HttpSettings): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => reject(new Error(cannotListen(error, settings)));
    server.once("error", refuse);
    server.listen(settings.port, settings.host, () => {
      server.off("error", refuse);
      resolve(settings.publicUrl ?? listeningUrl(server, settings.host));
    });
  });
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: HttpSettings): string {
  const what = `port ${port} on ${host}`;
  if (error.code === "EADDRINUSE") {
    return `${what} is in use by another program: stop it or set server.port to a free port (0 takes any)`;
  }
  if (error.code === "EACCES") return `${what} may not be opened by this user: set server.port to a port above 1023`;
  return `${what} cannot be opened (${error.code ?? error.message}): check server.host and server.port`;
}

/** Where it can be reached from this machine, whatever its public URL is. */
function listeningUrl(server: Server, listeningHost: string): string {
  const host = listeningHost === "0.0.0.0" ? "127.0.0.1" : listeningHost === "::" ? "[::1]" : listeningHost;
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}

function closeServer(server: Server, letGo: () => void): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), LINGER_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    letGo();
    server.closeIdleConnections();
  });
}
