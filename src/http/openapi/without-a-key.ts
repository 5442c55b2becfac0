/** What anybody may ask: what a call would be like, whom to call, what it costs. */
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { businessesQuery } from "../api/query.ts";
import { renderPricing } from "../api/render.ts";
import * as shapes from "../api/shapes.ts";
import type { Described } from "./described.ts";
import * as examples from "./examples.ts";
import { NO_KEY, ONCE, REPEATABLE, SYNTAX, jsonBody, ok, refusals } from "./parts.ts";

export function withoutAKey({
  callRequest,
  demo,
}: Described): Readonly<Record<"planCall" | "findBusiness" | "pricing", ZodOpenApiOperationObject>> {
  const planCall: ZodOpenApiOperationObject = {
    operationId: "planCall",
    summary: "Preview a call without placing it",
    description:
      "Takes the body of POST /calls and never dials. What policy would refuse is told in blocked, with 200; keys and setup_code are not looked at.",
    ...NO_KEY,
    requestParams: { header: REPEATABLE },
    requestBody: jsonBody(callRequest, { demo: { ...examples.placeRequest, phone: demo.phone } }),
    responses: {
      "200": ok(
        "What the call would be like.",
        shapes.planBody,
        { callable: examples.plan, blocked: examples.planBlocked },
        true,
      ),
      ...refusals(...SYNTAX, "invalid_phone", "unsupported_language", "rate_limited", ...ONCE, "database_unavailable"),
    },
  };
  const findBusiness: ZodOpenApiOperationObject = {
    operationId: "findBusiness",
    summary: "Find businesses to call",
    description:
      "By name or by what kind of business it is; with near, the nearest first. Unknown values are null. No key is needed; where the operator pays for a directory, it is searched for those who send an account's key.",
    ...NO_KEY,
    requestParams: { query: businessesQuery },
    responses: {
      "200": ok("The matches, the best first; none is an empty list.", shapes.businessesBody, {
        one: examples.businesses,
        none: { businesses: [] },
      }),
      ...refusals("invalid_field", "rate_limited", "directory_unavailable"),
    },
  };
  const pricing: ZodOpenApiOperationObject = {
    operationId: "pricing",
    summary: "Read the prices",
    ...NO_KEY,
    responses: { "200": ok("The prices.", shapes.pricingBody, { one: renderPricing(demo) }), ...refusals() },
  };
  return { planCall, findBusiness, pricing };
}
