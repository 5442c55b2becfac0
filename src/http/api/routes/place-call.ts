/**
 * POST /v1/calls. The order of the checks is the contract's (section 3): syntax, keys, fields, and then those of the
 * desk, which also decides 402 and everything after it.
 */
import type Router from "@koa/router";
import { messageForUser, nextActionAfterPlacing } from "../next-action.ts";
import type { PlaceReply } from "../../../calls/operations.ts";
import { readCallRequest } from "../call-request.ts";
import { readBody } from "../../body.ts";
import type { ApiContext } from "../context.ts";
import { errorAnswer } from "../errors.ts";
import { answerIdempotentlyInOneCommit } from "../idempotency.ts";
import type { TextAnswer } from "../idempotency.ts";

export function placeCallRoute(router: Router, api: ApiContext): void {
  router.post("/v1/calls", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const caller = api.credentials.forPlacing(context.req, body["account_key"]);
    const { brief, setupCode } = readCallRequest(api.callRequest, body);
    await answerIdempotentlyInOneCommit(context, api.operations, { caller, bytes, setupCode }, () =>
      placeAnswer(
        api.operations.placeCall(caller, brief, setupCode),
        String(context.state["requestId"]),
        api.baseUrl(),
      ),
    );
  });
}

/** 201, or 402 exactly as specification section 2.3 has it. */
function placeAnswer(reply: PlaceReply, requestId: string, baseUrl: string): TextAnswer {
  if (reply.kind === "calling") {
    const placed = {
      status: "calling",
      call_id: reply.callId,
      ...(reply.accountKey === null ? {} : { account_key: reply.accountKey }),
      ...(reply.callKey === null ? {} : { call_key: reply.callKey }),
      next_action: nextActionAfterPlacing(reply),
    };
    return { status: 201, body: JSON.stringify(placed) };
  }
  const needsSetup = {
    status: "needs_setup",
    setup_url: reply.setupUrl,
    setup_code: reply.setupCode,
    message_for_user: messageForUser(reply),
    next_action: nextActionAfterPlacing(reply),
  };
  if (reply.because !== "insufficient_funds") return { status: 402, body: JSON.stringify(needsSetup) };
  const refusal = {
    code: "insufficient_funds" as const,
    message:
      "The available balance is too small for this call: let the user top up at setup_url, then repeat the request with setup_code.",
    details: {},
  };
  const { body } = errorAnswer(refusal, requestId, baseUrl);
  return { status: 402, body: JSON.stringify({ ...needsSetup, ...body }) };
}
