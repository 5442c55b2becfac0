/** GET /openapi.json, and the same below /v1. Made on the first request: only then is the port known. */
import type Router from "@koa/router";
import type { ApiContext } from "../context.ts";
import { openApiDocument } from "../../openapi/document.ts";
import { sendJson } from "../../reply.ts";

export function openApiRoute(versioned: Router, others: Router, api: ApiContext): void {
  let json: string | null = null;
  for (const [router, path] of [
    [others, "/openapi.json"],
    [versioned, "/v1/openapi.json"],
  ] as const) {
    router.get(path, (context) => {
      json ??= JSON.stringify(
        openApiDocument({ serverUrl: `${api.baseUrl()}/v1`, callRequest: api.callRequest, demo: api.demo }),
      );
      sendJson(context, 200, json);
    });
  }
}
