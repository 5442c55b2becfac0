/**
 * `openapi.json` (specification section 9): made once at start from the very schemas that validate requests and type
 * the answers. An operation comes in here when its route exists.
 */
import { createDocument } from "zod-openapi";
import { account, updateAccount } from "./account.ts";
import { answerQuestion, hangUp, shareCall } from "./acting.ts";
import type { Described } from "./described.ts";
import { eventPayloads } from "./event-stream.ts";
import { callEvents, getCall, listCalls } from "./following.ts";
import { placing } from "./placing.ts";
import * as webhooks from "./webhooks.ts";
import { withoutAKey } from "./without-a-key.ts";

const INFO = {
  title: "Outdial",
  version: "1.0.0",
  description: `Places phone calls to businesses on behalf of a user: state a goal and questions, answer what the business asks back, and get the transcript, the answers and the outcome.

Strings are well-formed Unicode; they are trimmed and composed (NFC) before their length counts, and null or blank means absent where a field may be absent. A body has at most 64 KiB, 1,000 keys and 16 levels. A query parameter is given once. Unknown fields and parameters are ignored. Every GET answers HEAD too, and every path answers OPTIONS with its methods in Allow.`,
};

export function openApiDocument(described: Described): object {
  const { placeCall } = placing(described);
  const { planCall, findBusiness, pricing } = withoutAKey(described);
  return createDocument(
    {
      openapi: "3.1.0",
      info: INFO,
      servers: [{ url: described.serverUrl }],
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
        "/webhooks": { get: webhooks.listWebhooks, post: webhooks.addWebhook },
        "/webhooks/{id}": { delete: webhooks.removeWebhook },
        "/webhooks/{id}/rotate": { post: webhooks.rotateWebhookSecret },
        "/webhooks/{id}/deliveries": { get: webhooks.listDeliveries },
        "/webhooks/{id}/deliveries/{delivery}/resend": { post: webhooks.resendDelivery },
      },
      webhooks: webhooks.webhookDescriptions,
      components: {
        schemas: eventPayloads,
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
}
