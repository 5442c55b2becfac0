/**
 * /mcp: the tools of agents. What holds for every request is looked at here (origin, key, size); what is asked with them
 * comes back through the interface itself.
 */
import type { IncomingMessage } from "node:http";
import type Router from "@koa/router";
import type { RouterContext } from "@koa/router";
import type { AgentTools } from "../../agent-tools.ts";
import { readBody } from "../../body.ts";
import { applyHeaders, sendJson } from "../../reply.ts";
import type { ApiContext } from "../context.ts";
import { bearer } from "../credentials.ts";
import { errorAnswer } from "../errors.ts";

export function agentToolsRoute(
  router: Router,
  api: ApiContext,
  isForeign: (request: IncomingMessage) => boolean,
  tools: AgentTools,
): void {
  const take = async (context: RouterContext): Promise<void> => {
    const { req: request, res: response, method } = context;
    if (isForeign(request)) {
      const { status, body } = errorAnswer(FOREIGN, String(context.state["requestId"]), api.baseUrl());
      return sendJson(context, status, JSON.stringify(body));
    }
    const { body } = method === "POST" ? await readBody(request) : { body: null };
    const key = bearer(request);
    // No key is needed to begin, but one that is sent has to be good: whoever set it up should learn of it at once.
    const holder =
      key === null ? `address ${api.addressOf(request)}` : `key ${api.credentials.required(request).keyId}`;
    // To begin is what costs; the tools are counted where they arrive.
    if (key === null && request.headers["mcp-session-id"] === undefined) {
      api.operations.countKeyless(api.addressOf(request));
    }
    applyHeaders(context);
    context.respond = false;
    await tools.take(request, response, { body, key, holder });
  };
  router.get("/mcp", take);
  router.post("/mcp", take);
  router.delete("/mcp", take);
}

const FOREIGN = {
  code: "forbidden_origin" as const,
  message:
    "A page of another site may not use these tools: ask from a program, or let the operator add the page's host to server.allowed_hosts.",
  details: {},
};
