/** Webhooks: an account's receivers, their deliveries, and what they are sent. */
import * as z from "zod";
import type { ZodOpenApiObject, ZodOpenApiOperationObject } from "zod-openapi";
import { DELIVERY_ID, WEBHOOK_ID } from "../api/patterns.ts";
import { deliveriesQuery, webhookRequest } from "../api/routes/webhooks.ts";
import * as shapes from "../api/shapes.ts";
import * as examples from "./examples.ts";
import { KEY, NEEDS_KEY, ONCE, REPEATABLE, SYNTAX, jsonBody, ok, refusals } from "./parts.ts";

const id = z.string().meta({ pattern: WEBHOOK_ID, examples: [examples.webhook.webhook_id] });
const delivery = z.string().meta({ pattern: DELIVERY_ID, examples: [examples.deliveries.deliveries[0].delivery_id] });
const webhookPath = z.object({ id });

export const listWebhooks: ZodOpenApiOperationObject = {
  operationId: "listWebhooks",
  summary: "List the account's webhooks",
  ...NEEDS_KEY,
  responses: {
    "200": ok("The webhooks.", shapes.webhookListBody, { one: { webhooks: [examples.webhook] } }),
    ...refusals(...KEY),
  },
};

export const addWebhook: ZodOpenApiOperationObject = {
  operationId: "addWebhook",
  summary: "Be told of calls at an address of yours",
  description:
    "From now on what happens to the account's calls is sent there by POST, signed as Standard Webhooks has it (webhook-id, webhook-timestamp, webhook-signature), in order within a call, at least once: webhook-id is the same in every try. Anything but 2xx is tried again for a day, ever later; 410 ends it.",
  ...NEEDS_KEY,
  requestParams: { header: REPEATABLE },
  requestBody: jsonBody(webhookRequest, { one: { url: examples.webhook.url, events: ["call.ended"] } }),
  responses: {
    "201": ok("Added. The secret is shown only now.", shapes.newWebhookBody, { one: examples.newWebhook }, true),
    ...refusals(...SYNTAX, ...KEY, "webhook_limit", ...ONCE, "database_unavailable"),
  },
};

export const removeWebhook: ZodOpenApiOperationObject = {
  operationId: "removeWebhook",
  summary: "Remove a webhook and its deliveries",
  ...NEEDS_KEY,
  requestParams: { path: webhookPath },
  responses: {
    "200": ok("Removed.", shapes.removedWebhookBody, { one: { ok: true, webhook_id: examples.webhook.webhook_id } }),
    ...refusals(...SYNTAX, ...KEY, "webhook_not_found", "database_unavailable"),
  },
};

export const rotateWebhookSecret: ZodOpenApiOperationObject = {
  operationId: "rotateWebhookSecret",
  summary: "Exchange a webhook's secret",
  description: "For a day deliveries are signed with both, so that none is refused meanwhile.",
  ...NEEDS_KEY,
  requestParams: { path: webhookPath, header: REPEATABLE },
  responses: {
    "200": ok(
      "The new secret, shown only now.",
      shapes.rotatedSecretBody,
      {
        one: {
          ok: true,
          webhook_id: examples.webhook.webhook_id,
          secret: examples.newWebhook.secret,
          old_secret_until: "2026-03-03T10:00:00.000Z",
        },
      },
      true,
    ),
    ...refusals(...SYNTAX, ...KEY, "webhook_not_found", ...ONCE, "database_unavailable"),
  },
};

export const listDeliveries: ZodOpenApiOperationObject = {
  operationId: "listDeliveries",
  summary: "List what a webhook was told, newest first, with every try",
  ...NEEDS_KEY,
  requestParams: { path: webhookPath, query: deliveriesQuery },
  responses: {
    "200": ok("A page of deliveries.", shapes.deliveryListBody, { one: examples.deliveries }),
    ...refusals("invalid_field", ...KEY, "webhook_not_found"),
  },
};

export const resendDelivery: ZodOpenApiOperationObject = {
  operationId: "resendDelivery",
  summary: "Send a delivery once more, under the same id",
  ...NEEDS_KEY,
  requestParams: { path: z.object({ id, delivery }), header: REPEATABLE },
  responses: {
    "200": ok(
      "It is sent as soon as those before it are done.",
      shapes.resentBody,
      { one: { ok: true, delivery_id: examples.deliveries.deliveries[0].delivery_id } },
      true,
    ),
    ...refusals(...SYNTAX, ...KEY, "webhook_not_found", ...ONCE, "database_unavailable"),
  },
};

const signed = z.object({
  "webhook-id": z.string().meta({ description: "The same in every try." }),
  "webhook-timestamp": z.string().meta({ description: "Seconds since 1970, of this try." }),
  "webhook-signature": z.string().meta({
    description:
      "One or more of v1,… with a space between: the base64 of HMAC-SHA256 over webhook-id, webhook-timestamp and the body's bytes, with dots between.",
  }),
});

/** What arrives at the receiver. */
export const webhookDescriptions: NonNullable<ZodOpenApiObject["webhooks"]> = {
  callNews: {
    post: {
      summary: "Something happened to a call",
      requestParams: { header: signed },
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: shapes.webhookPayload, examples: { asked: { value: examples.told } } },
        },
      },
      responses: { "204": { description: "Taken; any 2xx will do." } },
    },
  },
};
