/** Acting on a call: answer what is asked, end it, share what came of it. */
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { answerRequest } from "../api/routes/calls.ts";
import { shareRequest } from "../api/routes/planning.ts";
import * as shapes from "../api/shapes.ts";
import * as examples from "./examples.ts";
import { links } from "./links.ts";
import { KEY, NEEDS_KEY, ONCE, REPEATABLE, SYNTAX, callPath, jsonBody, ok, refusals } from "./parts.ts";

export const answerQuestion: ZodOpenApiOperationObject = {
  operationId: "answerQuestion",
  summary: "Answer the pending question",
  ...NEEDS_KEY,
  requestParams: { path: callPath, header: REPEATABLE },
  requestBody: jsonBody(answerRequest, { one: examples.answerRequest }),
  responses: {
    "200": {
      ...ok("Delivered.", shapes.answeredBody, { one: examples.answered }, true),
      links: { getCall: links.getCall },
    },
    ...refusals(
      ...SYNTAX,
      ...KEY,
      "call_not_found",
      "no_pending_question",
      "question_already_answered",
      "question_expired",
      "call_ended",
      ...ONCE,
      "database_unavailable",
    ),
  },
};

export const hangUp: ZodOpenApiOperationObject = {
  operationId: "hangUp",
  summary: "End a call",
  ...NEEDS_KEY,
  requestParams: { path: callPath, header: REPEATABLE },
  responses: {
    "200": {
      ...ok("It ends, or has ended.", shapes.hungUpBody, { one: examples.hungUp }, true),
      links: { getCall: links.getCall },
    },
    ...refusals(...SYNTAX, ...KEY, "call_not_found", ...ONCE, "database_unavailable"),
  },
};

/** The specification gives this one no operation id (section 4). */
export const shareCall: ZodOpenApiOperationObject = {
  summary: "Publish or take down a page of an ended call",
  description:
    "Publishing twice gives the same url. A page that was taken down answers 410, and publishing again makes a new url.",
  ...NEEDS_KEY,
  requestParams: { path: callPath, header: REPEATABLE },
  requestBody: jsonBody(shareRequest, { publish: { public: true } }),
  responses: {
    "200": ok("Published, or taken down.", shapes.sharedBody, { published: examples.shared }, true),
    ...refusals(...SYNTAX, ...KEY, "call_not_found", "call_not_ended", ...ONCE, "database_unavailable"),
  },
};
