/** Around a call: POST /v1/calls/plan, GET /v1/businesses (both without a key), POST /v1/calls/{id}/share. */
import type { ServerResponse } from "node:http";
import type Router from "@koa/router";
import * as z from "zod";
import { ClientGone, readBody } from "../../body.ts";
import { readPlanRequest } from "../call-request.ts";
import { callIdOf } from "../call-id.ts";
import type { ApiContext } from "../context.ts";
import { bearer } from "../credentials.ts";
import { queryLists, read } from "../fields.ts";
import { answerIdempotently, answerLaterIdempotently } from "../idempotency.ts";
import { businessesQuery } from "../query.ts";
import { renderBusinesses, renderPlan, renderShared } from "../render.ts";
import { sendJson } from "../../reply.ts";

export const shareRequest = z
  .object({ public: z.boolean().meta({ description: "true publishes the page, false takes it down." }) })
  .meta({ id: "ShareRequest" });

/** A directory of somebody else's, and a language model, may take this long before the answer is given up. */
const OUTSIDE_DEADLINE_MS = 20_000;

export function aroundRoutes(router: Router, api: ApiContext): void {
  const { operations, around, credentials } = api;
  const plansInFlight = new Set<string>();

  router.post("/v1/calls/plan", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const request = readPlanRequest(api.callRequest, body);
    const address = api.addressOf(context.req);
    operations.countKeyless(address);
    // A key opens nothing here; it only says whose Idempotency-Keys these are.
    const key = bearer(context.req);
    const caller = (key === null ? null : operations.authenticate(key)) ?? { kind: "anonymous" as const, address };
    await answerLaterIdempotently(context, operations, { caller, bytes, inFlight: plansInFlight }, async () => {
      const plan = await whileThere(context.res, api, (signal) => around.planCall(request, signal));
      return { status: 200, body: JSON.stringify(renderPlan(plan)) };
    });
  });

  router.get("/v1/businesses", async (context) => {
    const { query, near } = read(businessesQuery, queryLists(context.querystring));
    operations.countKeyless(api.addressOf(context.req));
    const key = bearer(context.req);
    const mayCost = key !== null && operations.authenticate(key)?.kind === "account";
    const found = await whileThere(context.res, api, (signal) =>
      around.findBusinesses({ text: query.trim(), near: near ?? null, mayCost }, signal),
    );
    sendJson(context, 200, JSON.stringify(renderBusinesses(found)));
  });

  router.post("/v1/calls/:id/share", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const caller = credentials.required(context.req);
    const { public: isPublic } = read(shareRequest, body);
    const callId = callIdOf(context.params);
    answerIdempotently(context, operations, { caller, bytes, setupCode: null }, () => ({
      status: 200,
      body: JSON.stringify(renderShared(around.shareCall(caller, callId, isPublic))),
    }));
  });
}

/** Work that ends with its client, with the server, or with its time. */
async function whileThere<T>(
  response: ServerResponse,
  api: ApiContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const leave = (): void => left.abort(new ClientGone("the client left while its answer was looked for"));
  response.once("close", leave);
  try {
    return await work(AbortSignal.any([left.signal, api.signal, AbortSignal.timeout(OUTSIDE_DEADLINE_MS)]));
  } catch (error) {
    if (left.signal.aborted) throw left.signal.reason;
    throw error;
  } finally {
    response.off("close", leave);
  }
}
