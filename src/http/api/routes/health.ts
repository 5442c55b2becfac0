/**
 * GET /healthz and /readyz: for supervisors, outside /v1, no key. The second also tells how many calls there are seats
 * for, and what hears and speaks.
 */
import type Router from "@koa/router";
import type { ApiContext } from "../context.ts";
import { addHeader, sendJson } from "../../reply.ts";

export function healthRoutes(router: Router, api: ApiContext): void {
  router.get("/healthz", (context) => sendJson(context, 200, JSON.stringify({ status: "ok" })));

  router.get("/readyz", (context) => {
    const reasons = api.operations.notReady();
    const { total, used } = api.operations.seats();
    const seats = { total, used, free: total === null ? null : Math.max(0, total - used) };
    const ready = reasons.length === 0;
    if (reasons.length > 0) addHeader(context, "Retry-After", "5");
    sendJson(context, ready ? 200 : 503, JSON.stringify({ ready, reasons, seats, engines: api.engines }));
  });
}
