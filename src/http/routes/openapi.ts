/** GET /openapi.json, and the same below /v1. Made on the first request: only then is the port known. */
import type Router from "@koa/router";
import type { Door } from "../door.ts";
import { openApiDocument } from "../openapi.ts";
import { sendJson } from "../reply.ts";

export function openApiRoute(api: Router, others: Router, door: Door): void {
  let json: string | null = null;
  for (const [router, path] of [
    [others, "/openapi.json"],
    [api, "/v1/openapi.json"],
  ] as const) {
    router.get(path, (context) => {
      json ??= JSON.stringify(
        openApiDocument({ serverUrl: `${door.baseUrl()}/v1`, callRequest: door.callRequest, demo: door.demo }),
      );
      sendJson(context, 200, json);
    });
  }
}
