/**
 * GET /healthz, /readyz and /metrics: for supervisors, outside /v1, no key. The second also tells how many calls there
 * are seats for, and what hears and speaks; the third tells all figures in Prometheus's text format.
 */
import type Router from "@koa/router";
import type { ApiContext } from "../context.ts";
import { addHeader, applyHeaders, sendJson } from "../../reply.ts";

export function healthRoutes(router: Router, api: ApiContext): void {
  router.get("/healthz", (context) => sendJson(context, 200, JSON.stringify({ status: "ok" })));

  router.get("/readyz", (context) => {
    const reasons = api.operations.notReady();
    const seats = seatsOf(api);
    const ready = reasons.length === 0;
    if (reasons.length > 0) addHeader(context, "Retry-After", "5");
    sendJson(context, ready ? 200 : 503, JSON.stringify({ ready, reasons, seats, engines: api.engines }));
  });

  router.get("/metrics", async (context) => {
    const { type, text } = await api.metrics.read(api.operations.seats(), api.longPolls.size);
    applyHeaders(context);
    context.type = type;
    context.body = text;
  });
}

function seatsOf({ operations }: ApiContext): { total: number | null; used: number; free: number | null } {
  const { total, used } = operations.seats();
  return { total, used, free: total === null ? null : Math.max(0, total - used) };
}
