/** Reading calls and acting on one: GET /v1/calls, GET /v1/calls/{id}, answer, hangup. */
import type { ServerResponse } from "node:http";
import type Router from "@koa/router";
import * as z from "zod";
import type { CallRecord } from "../../../calls/operations.ts";
import { ClientGone, readBody, readNoBody } from "../../body.ts";
import { callIdOf } from "../call-id.ts";
import type { ApiContext } from "../context.ts";
import { queryLists, read, text } from "../fields.ts";
import { answerIdempotently } from "../idempotency.ts";
import { bearer } from "../credentials.ts";
import type { Waiting } from "../long-poll.ts";
import { DEFAULT_LIMIT, getCallQuery, listCallsQuery } from "../query.ts";
import { renderCallList } from "../render.ts";
import { sendJson } from "../../reply.ts";

export const answerRequest = z.object({ answer: text(2000) }).meta({ id: "AnswerRequest" });

export function callRoutes(router: Router, api: ApiContext, callJson: (call: CallRecord) => string): void {
  const { operations, credentials, longPolls } = api;

  router.get("/v1/calls", (context) => {
    const caller = credentials.required(context.req);
    const page = read(listCallsQuery, queryLists(context.querystring));
    const found = operations.listCalls(caller, {
      limit: page.limit ?? DEFAULT_LIMIT,
      cursor: page.cursor ?? null,
      status: page.status ?? null,
    });
    sendJson(context, 200, JSON.stringify(renderCallList(found)));
  });

  router.get("/v1/calls/:id", async (context) => {
    const caller = credentials.required(context.req);
    const wait = context.querystring === "" ? 0 : (read(getCallQuery, queryLists(context.querystring)).wait ?? 0);
    const callId = callIdOf(context.params);
    const who = { caller, key: bearer(context.req) ?? "" };
    const call = wait === 0 ? operations.readCall(caller, callId) : await waited(who, callId, wait, context.res);
    const shown = context.method === "GET" && call.pendingQuestion !== null;
    if (shown) context.res.once("finish", () => longPolls.markGiven(caller, call));
    sendJson(context, 200, callJson(call));
  });

  async function waited(who: Waiting, callId: string, wait: number, response: ServerResponse) {
    const left = new AbortController();
    const leave = (): void => left.abort(new ClientGone("the client left while it was waiting"));
    response.once("close", leave);
    const call = await longPolls.next(who, callId, wait, left.signal);
    response.off("close", leave);
    if (call === null) throw new ClientGone("the client left while it was waiting");
    return call;
  }

  router.post("/v1/calls/:id/answer", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const caller = credentials.required(context.req);
    const { answer } = read(answerRequest, body);
    const callId = callIdOf(context.params);
    answerIdempotently(context, operations, { caller, bytes, setupCode: null }, () => {
      const { questionId } = operations.answerQuestion(caller, callId, answer);
      return { status: 200, body: JSON.stringify({ ok: true, call_id: callId, question_id: questionId }) };
    });
  });

  router.post("/v1/calls/:id/hangup", async (context) => {
    const bytes = await readNoBody(context.req);
    const caller = credentials.required(context.req);
    const callId = callIdOf(context.params);
    answerIdempotently(context, operations, { caller, bytes, setupCode: null }, () => {
      const { status, alreadyEnded } = operations.hangUp(caller, callId);
      const ended = alreadyEnded ? { already_ended: true } : {};
      return { status: 200, body: JSON.stringify({ ok: true, call_id: callId, status, ...ended }) };
    });
  });
}
