/**
 * GET /healthz, /readyz and /metrics: for supervisors, outside /v1, no key. The second also tells how many calls there
 * are seats for, and what hears and speaks; the third tells the seats in Prometheus's text format.
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

  router.get("/metrics", (context) => {
    const { total, used } = seatsOf(api);
    applyHeaders(context);
    context.type = "text/plain; version=0.0.4";
    context.body = [
      ...gauge("outdial_seats_used", "Calls under way.", used),
      // Nobody has measured it: then there is no such figure, rather than a wrong one.
      ...(total === null ? [] : gauge("outdial_seats", "Calls that this machine carries at a time.", total)),
    ].join("");
  });
}

function seatsOf({ operations }: ApiContext): { total: number | null; used: number; free: number | null } {
  const { total, used } = operations.seats();
  return { total, used, free: total === null ? null : Math.max(0, total - used) };
}

function gauge(name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} gauge\n`, `${name} ${value}\n`];
}
