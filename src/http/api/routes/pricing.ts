/** GET /v1/pricing: no key, never changes while the process lives. */
import type Router from "@koa/router";
import type { ApiContext } from "../context.ts";
import { renderPricing } from "../render.ts";
import { sendJson } from "../../reply.ts";

export function pricingRoute(router: Router, api: ApiContext): void {
  const json = JSON.stringify(renderPricing(api.demo));
  router.get("/v1/pricing", (context) => sendJson(context, 200, json));
}
