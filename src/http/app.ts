/**
 * The Koa application: everything that holds for every request (its id, its headers, the host check, how a refusal or
 * a bug is told) in one middleware, then the routes.
 */
import Koa from "koa";
import type Router from "@koa/router";
import type { RouterContext } from "@koa/router";
import { Refusal } from "../calls/refusal.ts";
import { ClientGone } from "./body.ts";
import type { Log } from "./api/context.ts";
import type { ErrorCode } from "./api/errors.ts";
import { errorAnswer } from "./api/errors.ts";
import { addHeader, applyHeaders, beginHeaders, sendJson } from "./reply.ts";

export type AppParts = {
  /** Everything below /v1/; kept apart, so that the API does not look through the pages for its routes. */
  readonly versioned: Router;
  readonly others: Router;
  readonly knowsHost: (request: Koa.Request["req"]) => boolean;
  readonly nextRequestId: () => string;
  /** Where the pages of errors are. */
  readonly baseUrl: () => string;
  /** Once aborted, no connection is kept for another request. */
  readonly closing: AbortSignal;
  readonly log: Log;
};

export function createApp(parts: AppParts): Koa {
  const { knowsHost, nextRequestId, baseUrl, closing, log } = parts;
  const versioned = parts.versioned.routes();
  const others = parts.others.routes();
  const literal = literalPaths(parts.versioned);
  const app = new Koa();
  app.on("error", (error: Error) => log.debug({ err: error }, "response not delivered"));

  app.use(async (context) => {
    const requestId = nextRequestId();
    context.state["requestId"] = requestId;
    beginHeaders(context, requestId, closing);
    try {
      if (!knowsHost(context.req)) {
        throw new Refusal(
          "unknown_host",
          "This appliance does not answer to this host name: use its public_url, or let the operator add the name to server.allowed_hosts.",
        );
      }
      const inApi = context.path.startsWith("/v1/");
      const own = inApi ? literal.get(context.path) : undefined;
      if (own !== undefined && !own.includes(context.method)) refuseMethod(own, context);
      else {
        await (inApi ? versioned : others)(context as RouterContext, () =>
          refusePath(inApi ? parts.versioned : parts.others, context),
        );
      }
    } catch (error) {
      tell(context, error, requestId, baseUrl(), log);
    }
    if (context.respond !== false && !context.headerSent) applyHeaders(context);
    // The route's pattern, never the path: links carry secrets.
    const route = (context as { _matchedRoute?: unknown })._matchedRoute;
    log.debug({ request_id: requestId, method: context.method, route, status: context.status }, "request answered");
  });
  return app;
}

/**
 * The paths without parameters, and their methods: to these a pattern that happens to fit has nothing to say, so that
 * `/v1/calls/plan` is never read as the call `plan`.
 */
function literalPaths(router: Router): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, methods } of router.stack) {
    if (typeof path !== "string" || path.includes(":")) continue;
    found.set(path, [...(found.get(path) ?? []), ...methods]);
  }
  return found;
}

/** No route took the request: a path we do not have, or a method that the path does not have. */
async function refusePath(router: Router, context: Koa.ParameterizedContext): Promise<void> {
  const methods = router.match(context.path, context.method).path.flatMap((layer) => layer.methods);
  if (methods.length === 0 && context.path !== "*") {
    throw new Refusal("not_found", "There is nothing at this path: see /openapi.json for those there are.");
  }
  refuseMethod(methods, context);
}

/** The path is there, the method is not. OPTIONS is answered with the same list that every other one is refused with. */
function refuseMethod(methods: readonly string[], context: Koa.ParameterizedContext): void {
  const allowed = [...new Set(methods), "OPTIONS"];
  addHeader(context, "Allow", allowed.join(", "));
  if (context.method === "OPTIONS") {
    context.status = 204;
    return;
  }
  throw new Refusal("method_not_allowed", `This path answers to ${allowed.join(", ")} only.`);
}

function tell(context: Koa.ParameterizedContext, error: unknown, requestId: string, baseUrl: string, log: Log): void {
  if (error instanceof ClientGone) {
    context.respond = false;
    context.res.destroy();
    return;
  }
  const refusal = error instanceof Refusal ? error : bug(error, requestId, log);
  if (context.headerSent) {
    context.respond = false;
    context.res.destroy();
    return;
  }
  const answer = errorAnswer(refusal, requestId, baseUrl);
  for (const [name, value] of Object.entries(answer.headers)) addHeader(context, name, value);
  if (refusal.code === "body_too_large") addHeader(context, "Connection", "close");
  sendJson(context, answer.status, JSON.stringify(answer.body));
}

function bug(error: unknown, requestId: string, log: Log): { code: ErrorCode; message: string; details: object } {
  log.error({ err: error, request_id: requestId }, "request failed");
  return {
    code: "internal",
    message:
      "The appliance made a mistake. Nothing is known to have happened; the operator finds it in the log by request_id.",
    details: {},
  };
}
