/** GET /openapi.json, and the same below /v1. */
import type Router from "@koa/router";
import { sendJson } from "../../reply.ts";

export function openApiRoute(versioned: Router, others: Router, description: () => object): void {
  let json: string | null = null;
  for (const [router, path] of [
    [others, "/openapi.json"],
    [versioned, "/v1/openapi.json"],
  ] as const) {
    router.get(path, (context) => {
      json ??= JSON.stringify(description());
      sendJson(context, 200, json);
    });
  }
}
