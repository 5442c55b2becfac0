/** Placing a call, as `openapi.json` tells it. */
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { errorAnswer } from "../api/errors.ts";
import * as shapes from "../api/shapes.ts";
import type { Described } from "./described.ts";
import * as examples from "./examples.ts";
import { links } from "./links.ts";
import { KEY_OR_NONE, ONCE, PLACING, REPEATABLE, SYNTAX, jsonBody, ok, refusals } from "./parts.ts";

const tooLittle = {
  ...examples.needsSetup,
  ...errorAnswer(
    { code: "insufficient_funds", message: "The available balance is too small for this call.", details: {} },
    examples.REQUEST_ID,
    examples.BASE,
  ).body,
};

export function placing({ callRequest, demo }: Described): { readonly placeCall: ZodOpenApiOperationObject } {
  return {
    placeCall: {
      operationId: "placeCall",
      summary: "Place a call",
      description:
        "Without a key the demo number is called for free, and any other number answers 402 needs_setup; with a key the call is paid from the account's balance.",
      ...KEY_OR_NONE,
      requestParams: { header: REPEATABLE },
      requestBody: jsonBody(callRequest, { demo: { ...examples.placeRequest, phone: demo.phone } }),
      responses: {
        "201": {
          ...ok("Accepted: the call is being placed.", shapes.placedBody, { demo: examples.placed }, true),
          links,
        },
        "402": ok("A person has to open the link first.", shapes.needsSetupBody, {
          no_key: examples.needsSetup,
          insufficient_funds: tooLittle,
        }),
        ...refusals(...SYNTAX, ...PLACING, ...ONCE),
      },
    },
  };
}
