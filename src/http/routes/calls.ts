/** Reading calls and acting on one: GET /v1/calls, GET /v1/calls/{id}, answer, hangup. */
import type { ServerResponse } from "node:http";
import type Router from "@koa/router";
import * as z from "zod";
import type { CallRecord } from "../../calls/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import { ClientGone } from "../body.ts";
import type { Door } from "../door.ts";
import { readBody, readNoBody, scopeOf } from "../door.ts";
import { queryLists, read, text } from "../fields.ts";
import { answerOnce } from "../once.ts";
import { bearer } from "../credentials.ts";
import type { Waiting } from "../waits.ts";
import { getCallQuery, listCallsQuery } from "../query.ts";
import { renderCallList } from "../render.ts";
import { sendJson } from "../reply.ts";

export const answerRequest = z.object({ answer: text(2000) }).meta({ id: "AnswerRequest" });

const DEFAULT_LIMIT = 20;

/** The id as it may be asked for; anything else is a call that does not exist. */
export function callIdOf(params: Readonly<Record<string, string | undefined>>): string {
  const id = params["id"] ?? "";
  if (/^call_[0-9A-Za-z]{1,64}$/.test(id)) return id;
  throw new Refusal("call_not_found", "malformed id");
}

export function callRoutes(router: Router, door: Door, callJson: (call: CallRecord) => string): void {
  const { operations, credentials, waits } = door;

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
    if (call.pendingQuestion !== null) context.res.once("finish", () => waits.markGiven(caller, call));
    sendJson(context, 200, callJson(call));
  });

  async function waited(who: Waiting, callId: string, wait: number, response: ServerResponse) {
    const left = new AbortController();
    const leave = (): void => left.abort(new ClientGone("the client left while it was waiting"));
    response.once("close", leave);
    const call = await waits.next(who, callId, wait, left.signal);
    response.off("close", leave);
    if (call === null) throw new ClientGone("the client left while it was waiting");
    return call;
  }

  router.post("/v1/calls/:id/answer", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const caller = credentials.required(context.req);
    const { answer } = read(answerRequest, body);
    const callId = callIdOf(context.params);
    answerOnce(context, operations, { scope: scopeOf(caller), bytes, setupCode: null }, () => {
      const { questionId } = operations.answerQuestion(caller, callId, answer);
      return { status: 200, body: JSON.stringify({ ok: true, call_id: callId, question_id: questionId }) };
    });
  });

  router.post("/v1/calls/:id/hangup", async (context) => {
    const bytes = await readNoBody(context.req);
    const caller = credentials.required(context.req);
    const callId = callIdOf(context.params);
    answerOnce(context, operations, { scope: scopeOf(caller), bytes, setupCode: null }, () => {
      const { status, alreadyEnded } = operations.hangUp(caller, callId);
      const ended = alreadyEnded ? { already_ended: true } : {};
      return { status: 200, body: JSON.stringify({ ok: true, call_id: callId, status, ...ended }) };
    });
  });
}
