/**
 * `openapi.json` (specification section 9): made once at start from the very schemas that validate requests and type
 * the answers. An operation comes in here when its route exists.
 */
import * as z from "zod";
import { createDocument } from "zod-openapi";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { CallRequestSchema } from "./call-request.ts";
import { errorAnswer } from "./errors.ts";
import * as examples from "./openapi-examples.ts";
import { aroundOperations } from "./openapi-around.ts";
import {
  JSON_TYPE,
  KEY,
  NEEDS_KEY,
  NO_KEY,
  ONCE,
  PLACING,
  SYNTAX,
  callPath,
  idempotencyKey,
  ok,
  refusals,
  requestIdHeader,
} from "./openapi-parts.ts";
import { getCallQuery, listCallsQuery } from "./query.ts";
import { renderPricing } from "./render.ts";
import { accountPatch } from "./routes/account.ts";
import { answerRequest } from "./routes/calls.ts";
import * as shapes from "./shapes.ts";

const KEY_OR_NONE = { security: [{}, { bearer: [] }] };

const toCall = { id: "$response.body#/call_id" };
const links = {
  getCall: { operationId: "getCall", parameters: toCall, description: "Follow the call." },
  callEvents: { operationId: "callEvents", parameters: toCall, description: "Follow the call as a stream." },
  answerQuestion: { operationId: "answerQuestion", parameters: toCall, description: "Answer what the business asks." },
  hangUp: { operationId: "hangUp", parameters: toCall, description: "End the call." },
};
const { getCall: getCallLink } = links;

export type OpenApiParts = {
  readonly serverUrl: string;
  readonly callRequest: CallRequestSchema;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
};

export function openApiDocument({ serverUrl, callRequest, demo }: OpenApiParts): object {
  const placeCall: ZodOpenApiOperationObject = {
    operationId: "placeCall",
    summary: "Place a call",
    description:
      "Without a key the demo number is called for free, and any other number answers 402 needs_setup; with a key the call is paid from the account's balance.",
    ...KEY_OR_NONE,
    requestParams: { header: z.object({ "Idempotency-Key": idempotencyKey }) },
    requestBody: {
      required: true,
      content: {
        [JSON_TYPE]: {
          schema: callRequest,
          examples: { demo: { value: { ...examples.placeRequest, phone: demo.phone } } },
        },
      },
    },
    responses: {
      "201": {
        ...ok("Accepted: the call is being placed.", shapes.placedBody, { demo: examples.placed }, true),
        links,
      },
      "402": ok("A person has to open the link first.", shapes.needsSetupBody, {
        no_key: examples.needsSetup,
        insufficient_funds: {
          ...examples.needsSetup,
          ...errorAnswer(
            { code: "insufficient_funds", message: "The available balance is too small for this call.", details: {} },
            "req_0Rgr0toGZ2B00000a",
          ).body,
        },
      }),
      ...refusals(...SYNTAX, ...PLACING, ...ONCE),
    },
  };
  const listCalls: ZodOpenApiOperationObject = {
    operationId: "listCalls",
    summary: "List recent calls, newest first",
    ...NEEDS_KEY,
    requestParams: { query: listCallsQuery },
    responses: {
      "200": ok("A page of calls.", shapes.callListBody, { one: examples.callList }),
      ...refusals("invalid_field", ...KEY),
    },
  };
  const getCall: ZodOpenApiOperationObject = {
    operationId: "getCall",
    summary: "Read a call, waiting for news if asked to",
    description:
      "With wait the answer comes when the status changes, when a question comes in, or when the time is over; always the whole call.",
    ...NEEDS_KEY,
    requestParams: { path: callPath, query: getCallQuery },
    responses: {
      "200": {
        ...ok("The call.", shapes.callBody, { asked: examples.callAsked, ended: examples.callEnded }),
        links: { answerQuestion: links.answerQuestion, hangUp: links.hangUp },
      },
      ...refusals("invalid_field", ...KEY, "call_not_found", "too_many_waits"),
    },
  };
  const answerQuestion: ZodOpenApiOperationObject = {
    operationId: "answerQuestion",
    summary: "Answer the pending question",
    ...NEEDS_KEY,
    requestParams: { path: callPath, header: z.object({ "Idempotency-Key": idempotencyKey }) },
    requestBody: {
      required: true,
      content: { [JSON_TYPE]: { schema: answerRequest, examples: { one: { value: examples.answerRequest } } } },
    },
    responses: {
      "200": {
        ...ok("Delivered.", shapes.answeredBody, { one: examples.answered }, true),
        links: { getCall: getCallLink },
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
  const hangUp: ZodOpenApiOperationObject = {
    operationId: "hangUp",
    summary: "End a call",
    ...NEEDS_KEY,
    requestParams: { path: callPath, header: z.object({ "Idempotency-Key": idempotencyKey }) },
    responses: {
      "200": {
        ...ok("It ends, or has ended.", shapes.hungUpBody, { one: examples.hungUp }, true),
        links: { getCall: getCallLink },
      },
      ...refusals(...SYNTAX, ...KEY, "call_not_found", ...ONCE, "database_unavailable"),
    },
  };
  const callEvents: ZodOpenApiOperationObject = {
    operationId: "callEvents",
    summary: "Follow a call as server-sent events",
    description:
      "Events status, transcript, question and ended; the stream ends after ended. Resumes after the event named in Last-Event-ID.",
    ...NEEDS_KEY,
    requestParams: { path: callPath, header: z.object({ "Last-Event-ID": z.string().optional() }) },
    responses: {
      "200": {
        description: "The stream.",
        headers: z.object({ "X-Request-Id": requestIdHeader }),
        content: { "text/event-stream": { schema: z.string(), examples: { beginning: { value: examples.events } } } },
      },
      "204": {
        description: "Last-Event-ID names the last event there is.",
        headers: z.object({ "X-Request-Id": requestIdHeader }),
      },
      ...refusals(...KEY, "call_not_found", "too_many_waits"),
    },
  };
  const account: ZodOpenApiOperationObject = {
    operationId: "account",
    summary: "Read the account and its balance",
    ...NEEDS_KEY,
    responses: { "200": ok("The account.", shapes.accountBody, { one: examples.account }), ...refusals(...KEY) },
  };
  const updateAccount: ZodOpenApiOperationObject = {
    operationId: "updateAccount",
    summary: "Turn auto-reload on or off",
    ...NEEDS_KEY,
    requestBody: {
      required: true,
      content: { [JSON_TYPE]: { schema: accountPatch, examples: { off: { value: { auto_reload: false } } } } },
    },
    responses: {
      "200": ok("The account.", shapes.accountBody, { one: { ...examples.account, auto_reload: false } }),
      ...refusals(...SYNTAX, ...KEY, "database_unavailable"),
    },
  };
  const pricing: ZodOpenApiOperationObject = {
    operationId: "pricing",
    summary: "Read the prices",
    ...NO_KEY,
    responses: { "200": ok("The prices.", shapes.pricingBody, { one: renderPricing(demo) }), ...refusals() },
  };

  const { planCall, findBusiness, shareCall } = aroundOperations(callRequest, demo);

  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Outdial",
        version: "1.0.0",
        description:
          "Places phone calls to businesses on behalf of a user: state a goal and questions, answer what the business asks back, and get the transcript, the answers and the outcome.",
      },
      servers: [{ url: serverUrl }],
      security: [{}, { bearer: [] }],
      paths: {
        "/calls": { post: placeCall, get: listCalls },
        "/calls/plan": { post: planCall },
        "/calls/{id}": { get: getCall },
        "/calls/{id}/answer": { post: answerQuestion },
        "/calls/{id}/hangup": { post: hangUp },
        "/calls/{id}/share": { post: shareCall },
        "/calls/{id}/events": { get: callEvents },
        "/businesses": { get: findBusiness },
        "/account": { get: account, patch: updateAccount },
        "/pricing": { get: pricing },
      },
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "svc_…: an account_key, a call_key, or a key of the account page.",
          },
        },
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        // Answers may grow: whoever reads them must not refuse a key that is new.
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
  return document;
}
