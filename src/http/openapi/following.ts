/** Reading calls: the list, one of them, and its progress as a stream. */
import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { getCallQuery, listCallsQuery } from "../api/query.ts";
import * as shapes from "../api/shapes.ts";
import * as examples from "./examples.ts";
import { links } from "./links.ts";
import { eventStream } from "./event-stream.ts";
import { KEY, NEEDS_KEY, callPath, ok, refusals, requestIdHeader } from "./parts.ts";

export const listCalls: ZodOpenApiOperationObject = {
  operationId: "listCalls",
  summary: "List recent calls, newest first",
  ...NEEDS_KEY,
  requestParams: { query: listCallsQuery },
  responses: {
    "200": ok("A page of calls.", shapes.callListBody, { one: examples.callList }),
    ...refusals("invalid_field", ...KEY, "not_found"),
  },
};

export const getCall: ZodOpenApiOperationObject = {
  operationId: "getCall",
  summary: "Read a call, waiting for news if asked to",
  description:
    "With wait the answer comes when the status changes, when a question comes in, or when the time is over; always the whole call.",
  ...NEEDS_KEY,
  requestParams: { path: callPath, query: getCallQuery },
  responses: {
    "200": {
      ...ok("The call.", shapes.callBody, { asked: examples.callAsked, ended: examples.callEnded }),
      links: { answerQuestion: links.answerQuestion, hangUp: links.hangUp, shareCall: links.shareCall },
    },
    ...refusals("invalid_field", ...KEY, "call_not_found", "too_many_waits"),
  },
};

const lastEventId = z
  .string()
  .optional()
  .meta({
    description:
      "The id of the last event that was received, a whole number; the stream goes on with the next one. Any other word is no mistake: the stream then begins at the beginning.",
    examples: ["3"],
  });

export const callEvents: ZodOpenApiOperationObject = {
  operationId: "callEvents",
  summary: "Follow a call as server-sent events",
  description:
    "Events status, transcript, question and ended, everything from the beginning unless told otherwise; the stream ends after ended. Events are numbered from 1, and an event has the same id whenever it is read.",
  ...NEEDS_KEY,
  requestParams: { path: callPath, header: z.object({ "Last-Event-ID": lastEventId }) },
  responses: {
    "200": {
      description: "The stream.",
      headers: z.object({ "X-Request-Id": requestIdHeader }),
      content: { "text/event-stream": { schema: eventStream, examples: { beginning: { value: examples.events } } } },
    },
    "204": {
      description: "Last-Event-ID names the last event there is.",
      headers: z.object({ "X-Request-Id": requestIdHeader }),
    },
    ...refusals(...KEY, "call_not_found", "too_many_waits"),
  },
};
