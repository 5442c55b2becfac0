/**
 * The HTTP api: a hardened Node server (limits against slow and oversized senders), the Koa application on it, and
 * the end of both. `main.ts` gives it the operations and the settings.
 */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import Router from "@koa/router";
import type { AroundOperations } from "../planning/operations.ts";
import type { Operations } from "../calls/operations.ts";
import type { WebhookOperations } from "../calls/ports-webhooks.ts";
import type { PageOperations } from "../billing/operations.ts";
import { systemClock } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import { randomToken } from "../lib/ids.ts";
import { connectInside } from "./agent-tools.ts";
import type { OfferAgentTools } from "./agent-tools.ts";
import { createApp } from "./app.ts";
import { callRequestSchema } from "./api/call-request.ts";
import type { CallRequestSettings } from "./api/call-request.ts";
import { clientAddresses, credentials } from "./api/credentials.ts";
import type { ApiContext, Log } from "./api/context.ts";
import type { ErrorCode } from "./api/errors.ts";
import { errorAnswer } from "./api/errors.ts";
import { knownHosts } from "./host.ts";
import { createMetrics } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";
import { foreignOrigins } from "./origin.ts";
import { forgery } from "./pages/forgery.ts";
import type { PageContext } from "./pages/context.ts";
import type { SettingsReference } from "./pages/docs/settings-reference.ts";
import { openApiDocument } from "./openapi/document.ts";
import { pageRoutes } from "./pages/routes.ts";
import { throttle } from "./pages/throttle.ts";
import { callJson } from "./api/render.ts";
import { agentToolsRoute } from "./api/routes/agent-tools.ts";
import { accountRoutes } from "./api/routes/account.ts";
import { aroundRoutes } from "./api/routes/planning.ts";
import { callRoutes } from "./api/routes/calls.ts";
import { eventRoutes } from "./api/routes/events.ts";
import { healthRoutes } from "./api/routes/health.ts";
import { openApiRoute } from "./api/routes/openapi.ts";
import { placeCallRoute } from "./api/routes/place-call.ts";
import { pricingRoute } from "./api/routes/pricing.ts";
import { webhookRoutes } from "./api/routes/webhooks.ts";
import { LongPolls } from "./api/long-poll.ts";

export type HttpSettings = CallRequestSettings & {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** As people and agents reach the appliance; null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly allowedHosts: readonly string[];
  /** Addresses and ranges of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** What hears and speaks, in words; null when there is nothing to say. */
  readonly engines: string | null;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  /**
   * Asked of the person who gives out house credit. Null where only this machine reaches the appliance, and whoever can
   * open the page may; elsewhere it does not start without one.
   */
  readonly operatorPassphrase: string | null;
};

export type HttpParts = {
  readonly operations: Operations;
  readonly pages: PageOperations;
  readonly around: AroundOperations;
  readonly webhooks: WebhookOperations;
  readonly settings: HttpSettings;
  readonly log: Log;
  /** Where others count too; left out: nobody does. */
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  /** What answers at /mcp; nothing does without it. */
  readonly agentTools?: OfferAgentTools;
  /** What the page about the configuration tells; left out: nothing. */
  readonly reference?: SettingsReference;
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
  const { operations, pages, around, webhooks, settings, log, clock = systemClock, metrics = createMetrics() } = parts;
  const closing = new AbortController();
  const longPolls = new LongPolls(operations);
  const callRequest = callRequestSchema(settings);
  const addressOf = clientAddresses(settings.trustedProxies);
  // Remembered: while it closes, the server no longer knows its own address, and still answers.
  let listeningAt: string | null = null;
  const api: ApiContext = {
    operations,
    around,
    webhooks,
    credentials: credentials(operations, addressOf),
    addressOf,
    callRequest,
    engines: settings.engines,
    demo: settings.demo,
    longPolls,
    metrics,
    baseUrl: () => settings.publicUrl ?? (listeningAt ??= listeningUrl(server, settings)),
    log,
    signal: closing.signal,
  };
  const exactly = { strict: true, sensitive: true };
  const versioned = new Router(exactly);
  const others = new Router(exactly);
  healthRoutes(others, api);
  placeCallRoute(versioned, api);
  const json = callJson(() => clock.wallMs());
  callRoutes(versioned, api, json);
  eventRoutes(versioned, api, json, () => clock.wallMs());
  accountRoutes(versioned, api);
  aroundRoutes(versioned, api);
  pricingRoute(versioned, api);
  webhookRoutes(versioned, api);
  const description = onlyOnce(() =>
    openApiDocument({ serverUrl: `${api.baseUrl()}/v1`, callRequest, demo: settings.demo }),
  );
  openApiRoute(versioned, others, description);
  const tools = parts.agentTools?.((address) => connectInside(server, address)) ?? null;
  if (tools !== null) {
    agentToolsRoute(others, api, foreignOrigins(settings.publicUrl, settings.allowedHosts), tools);
  }
  pageRoutes(others, pageContext(api, pages, settings, clock), { description, reference: parts.reference ?? [] });

  const nextRequestId = requestIds();
  const app = createApp({
    versioned,
    others,
    knowsHost: knownHosts(settings.publicUrl, settings.allowedHosts),
    nextRequestId,
    baseUrl: api.baseUrl,
    closing: closing.signal,
    log,
  });
  const refuseHostless = (socket: Socket): void =>
    refuse(socket, "malformed_request", "HTTP/1.1 needs a Host header: send one.", nextRequestId(), api.baseUrl());
  const server = harden(createServer(LIMITS, handler(app.callback(), refuseHostless)), nextRequestId, api.baseUrl);

  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= closeServer(server, () => {
      closing.abort(new Error("the server closes"));
      longPolls.close();
      void tools?.close();
    });
    return closed;
  };
  signal.addEventListener("abort", () => void close(), { once: true });

  return {
    listen: () => listen(server, settings),
    port: () => (server.address() as AddressInfo).port,
    waiting: () => longPolls.size,
    close,
  };
}

/** Made when it is first asked for: only then is the port known. */
function onlyOnce<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** Request ids of one process: a random beginning, then a count. Unique, sortable, and cheap enough for every request. */
function requestIds(): () => string {
  const beginning = `req_${randomToken(8)}`;
  let count = 0;
  return () => `${beginning}${(count++).toString(36).padStart(6, "0")}`;
}

function pageContext(api: ApiContext, pages: PageOperations, settings: HttpSettings, clock: Clock): PageContext {
  const publicUrl = settings.publicUrl === null ? null : new URL(settings.publicUrl);
  return {
    pages,
    readShared: (token) => api.around.readShared(token),
    baseUrl: api.baseUrl,
    demo: api.demo,
    forgery: forgery(clock, publicUrl?.host ?? null),
    passphrase: settings.operatorPassphrase,
    guesses: throttle(clock),
    addressOf: api.addressOf,
    // Browsers keep one jar for all ports of a host; two appliances on one machine must not sign each other out.
    sessionCookie: { name: `outdial_session_${settings.port}`, secure: publicUrl?.protocol === "https:" },
    clock,
    log: api.log,
    signal: api.signal,
  };
}

/** Koa settles its own promise: whatever a request meets is told to its client. */
function handler(
  callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  refuseHostless: (socket: Socket) => void,
): RequestListener {
  return (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === "1.1") refuseHostless(request.socket);
    else void callback(request, response);
  };
}

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Longer than any stall of ours: a connection that times out while its next request waits unread loses that request.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
  // Node's own refusal has neither a body nor a request id.
  requireHostHeader: false,
} as const;

function harden(server: Server, nextRequestId: () => string, baseUrl: () => string): Server {
  server.maxConnections = 8_192;
  server.maxRequestsPerSocket = 0;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseBytes(error, socket, nextRequestId(), baseUrl()),
  );
  // Without this Node drops the connection of a CONNECT without a word: this is no proxy.
  server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, "method_not_allowed", "CONNECT is not allowed: this is no proxy.", nextRequestId(), baseUrl());
  });
  return server;
}

/** Bytes that are no request: answered in the same shape, as far as anybody still listens. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, requestId: string, baseUrl: string): void {
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
  refuse(socket, code, told, requestId, baseUrl);
}

function refuse(socket: Socket, code: ErrorCode, message: string, requestId: string, baseUrl: string): void {
  const answer = errorAnswer({ code, message, details: {} }, requestId, baseUrl);
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
      resolve(settings.publicUrl ?? listeningUrl(server, settings));
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
function listeningUrl(server: Server, { host: listeningHost, port: wanted }: HttpSettings): string {
  const host = listeningHost === "0.0.0.0" ? "127.0.0.1" : listeningHost === "::" ? "[::1]" : listeningHost;
  const port = (server.address() as AddressInfo | null)?.port ?? wanted;
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
