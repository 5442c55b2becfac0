/** Around a call: POST /v1/calls/plan, GET /v1/businesses (both without a key), POST /v1/calls/{id}/share. */
import type { ServerResponse } from "node:http";
import type Router from "@koa/router";
import * as z from "zod";
import { ClientGone } from "../body.ts";
import { readPlanRequest } from "../call-request.ts";
import type { Door } from "../door.ts";
import { readBody, scopeOf } from "../door.ts";
import { queryLists, read } from "../fields.ts";
import { answerOnce } from "../once.ts";
import { businessesQuery } from "../query.ts";
import { renderBusinesses, renderPlan, renderShared } from "../render.ts";
import { sendJson } from "../reply.ts";
import { callIdOf } from "./calls.ts";

export const shareRequest = z
  .object({ public: z.boolean().meta({ description: "true publishes the page, false takes it down." }) })
  .meta({ id: "ShareRequest" });

/** A directory of somebody else's, and a language model, may take this long before the answer is given up. */
const OUTSIDE_DEADLINE_MS = 20_000;

export function aroundRoutes(router: Router, door: Door): void {
  const { operations, around, credentials } = door;

  router.post("/v1/calls/plan", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const request = readPlanRequest(door.callRequest, body);
    const plan = await whileThere(context.res, door, (signal) => around.planCall(request, signal));
    const json = JSON.stringify(renderPlan(plan));
    answerOnce(context, operations, { scope: door.addressOf(context.req), bytes, setupCode: null }, () => ({
      status: 200,
      body: json,
    }));
  });

  router.get("/v1/businesses", async (context) => {
    const { query, near } = read(businessesQuery, queryLists(context.querystring));
    const found = await whileThere(context.res, door, (signal) =>
      around.findBusinesses({ text: query.trim(), near: near ?? null }, signal),
    );
    sendJson(context, 200, JSON.stringify(renderBusinesses(found)));
  });

  router.post("/v1/calls/:id/share", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const caller = credentials.required(context.req);
    const { public: isPublic } = read(shareRequest, body);
    const callId = callIdOf(context.params);
    answerOnce(context, operations, { scope: scopeOf(caller), bytes, setupCode: null }, () => ({
      status: 200,
      body: JSON.stringify(renderShared(around.shareCall(caller, callId, isPublic))),
    }));
  });
}

/** Work that ends with its client, with the server, or with its time. */
async function whileThere<T>(
  response: ServerResponse,
  door: Door,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const leave = (): void => left.abort(new ClientGone("the client left while its answer was looked for"));
  response.once("close", leave);
  try {
    return await work(AbortSignal.any([left.signal, door.signal, AbortSignal.timeout(OUTSIDE_DEADLINE_MS)]));
  } catch (error) {
    if (left.signal.aborted) throw left.signal.reason;
    throw error;
  } finally {
    response.off("close", leave);
  }
}
