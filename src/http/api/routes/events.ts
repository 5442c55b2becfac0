/**
 * GET /v1/calls/{id}/events: the call's progress as server-sent events. The stream ends after `ended`; a client that
 * comes back after that is told with 204 that there is nothing more, which is what stops an EventSource.
 */
import type Router from "@koa/router";
import type { CallRecord } from "../../../calls/operations.ts";
import { applyHeaders } from "../../reply.ts";
import { callIdOf } from "../call-id.ts";
import type { ApiContext } from "../context.ts";
import { bearer } from "../credentials.ts";
import { EventStreams } from "../event-streams.ts";
import { lastSeen } from "../progress.ts";

export function eventRoutes(
  router: Router,
  api: ApiContext,
  callJson: (call: CallRecord) => string,
  wallMs: () => number,
): void {
  const { operations, credentials } = api;
  const streams = new EventStreams((...watched) => operations.watch(...watched), api.log, api.signal);

  router.get("/v1/calls/:id/events", (context) => {
    const caller = credentials.required(context.req);
    const callId = callIdOf(context.params);
    const call = operations.readCall(caller, callId);
    const seen = lastSeen([context.req.headers["last-event-id"]].flat()[0]);
    if (call.status === "ended" && operations.readProgress(caller, callId, seen).length === 0) {
      context.status = 204;
      return;
    }
    const key = bearer(context.req) ?? "";
    context.status = 200;
    context.set("Content-Type", "text/event-stream; charset=utf-8");
    context.set("X-Accel-Buffering", "no");
    context.set("Connection", "close");
    if (context.method === "HEAD") return;
    streams.take(caller, context.res);
    applyHeaders(context);
    context.respond = false;
    streams.open(context.res, {
      callId,
      seen,
      news: (after) => (operations.authenticate(key) === null ? null : operations.readProgress(caller, callId, after)),
      wallMs,
      wholeCall: () => callJson(operations.readCall(caller, callId)),
    });
  });
}
