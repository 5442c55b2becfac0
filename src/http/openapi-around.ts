/** The operations around a call, as `openapi.json` tells them: plan it, find whom to call, share what came of it. */
import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { CallRequestSchema } from "./call-request.ts";
import * as examples from "./openapi-examples.ts";
import {
  JSON_TYPE,
  KEY,
  NEEDS_KEY,
  NO_KEY,
  ONCE,
  SYNTAX,
  callPath,
  idempotencyKey,
  ok,
  refusals,
} from "./openapi-parts.ts";
import { businessesQuery } from "./query.ts";
import { shareRequest } from "./routes/around.ts";
import * as shapes from "./shapes.ts";

export function aroundOperations(
  callRequest: CallRequestSchema,
  demo: { readonly phone: string },
): Readonly<Record<"planCall" | "findBusiness" | "shareCall", ZodOpenApiOperationObject>> {
  const planCall: ZodOpenApiOperationObject = {
    operationId: "planCall",
    summary: "Preview a call without placing it",
    description:
      "Takes the body of POST /calls and never dials. What policy would refuse is told in blocked, with 200; keys and setup_code are not looked at.",
    ...NO_KEY,
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
      "200": ok(
        "What the call would be like.",
        shapes.planBody,
        { callable: examples.plan, blocked: examples.planBlocked },
        true,
      ),
      ...refusals(...SYNTAX, "invalid_phone", "unsupported_language", ...ONCE, "database_unavailable"),
    },
  };
  const findBusiness: ZodOpenApiOperationObject = {
    operationId: "findBusiness",
    summary: "Find businesses to call",
    description: "By name or by what kind of business it is; with near, the nearest first. Unknown values are null.",
    ...NO_KEY,
    requestParams: { query: businessesQuery },
    responses: {
      "200": ok("The matches, the best first; none is an empty list.", shapes.businessesBody, {
        one: examples.businesses,
        none: { businesses: [] },
      }),
      ...refusals("invalid_field", "directory_unavailable"),
    },
  };
  const shareCall: ZodOpenApiOperationObject = {
    operationId: "shareCall",
    summary: "Publish or take down a page of an ended call",
    description:
      "Publishing twice gives the same url. A page that was taken down answers 410, and publishing again makes a new url.",
    ...NEEDS_KEY,
    requestParams: { path: callPath, header: z.object({ "Idempotency-Key": idempotencyKey }) },
    requestBody: {
      required: true,
      content: { [JSON_TYPE]: { schema: shareRequest, examples: { publish: { value: { public: true } } } } },
    },
    responses: {
      "200": ok("Published, or taken down.", shapes.sharedBody, { published: examples.shared }, true),
      ...refusals(...SYNTAX, ...KEY, "call_not_found", "call_not_ended", ...ONCE, "database_unavailable"),
    },
  };
  return { planCall, findBusiness, shareCall };
}
