/** GET /healthz and /readyz: for supervisors, outside /v1, no key. */
import type Router from "@koa/router";
import type { Door } from "../door.ts";
import { addHeader, sendJson } from "../reply.ts";

export function healthRoutes(router: Router, door: Door): void {
  router.get("/healthz", (context) => sendJson(context, 200, JSON.stringify({ status: "ok" })));

  router.get("/readyz", (context) => {
    const reasons = door.operations.notReady();
    if (reasons.length > 0) addHeader(context, "Retry-After", "5");
    sendJson(context, reasons.length === 0 ? 200 : 503, JSON.stringify({ ready: reasons.length === 0, reasons }));
  });
}
