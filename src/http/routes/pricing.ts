/** GET /v1/pricing: no key, never changes while the process lives. */
import type Router from "@koa/router";
import type { Door } from "../door.ts";
import { renderPricing } from "../render.ts";
import { sendJson } from "../reply.ts";

export function pricingRoute(router: Router, door: Door): void {
  const json = JSON.stringify(renderPricing(door.demo));
  router.get("/v1/pricing", (context) => sendJson(context, 200, json));
}
