/** /v1/webhooks: where an account wants to be told of its calls, and what became of telling it. */
import type Router from "@koa/router";
import * as z from "zod";
import type { WebhookOperations } from "../../../calls/ports-webhooks.ts";
import { DELIVERY_STATES, WEBHOOK_EVENTS } from "../../../calls/ports-webhooks.ts";
import { Refusal } from "../../../calls/refusal.ts";
import { rfc3339 } from "../../../lib/clock.ts";
import { readBody, readNoBody } from "../../body.ts";
import { sendJson } from "../../reply.ts";
import type { ApiContext } from "../context.ts";
import { issue, onceLike, onceOf, queryLists, read, text, wholeNumber } from "../fields.ts";
import { answerIdempotently } from "../idempotency.ts";
import { DELIVERY_ID, WEBHOOK_ID } from "../patterns.ts";
import { DEFAULT_LIMIT } from "../query.ts";
import { renderDeliveries, renderWebhook } from "../webhook-news.ts";

const EVENTS_WHEN_ABSENT = ["call.answered", "call.question", "call.ended"] as const;

const webhookEvents = z
  .array(z.string())
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .transform((given, context) => {
    const events = WEBHOOK_EVENTS.filter((event) => given.includes(event));
    if (given.every((name) => WEBHOOK_EVENTS.some((event) => event === name)) && events.length > 0) return events;
    context.issues.push(issue(given, "unknown_value", `must be a list of one or more of ${WEBHOOK_EVENTS.join(", ")}`));
    return z.NEVER;
  })
  .meta({
    override: ({ jsonSchema }: { jsonSchema: object }) => {
      Object.assign(jsonSchema, {
        type: "array",
        minItems: 1,
        maxItems: WEBHOOK_EVENTS.length,
        items: { type: "string", enum: [...WEBHOOK_EVENTS] },
      });
    },
  });

export const webhookRequest = z
  .object({
    url: text(2000).meta({
      description: "Where to: https, to a public address unless the operator allows another one.",
    }),
    events: webhookEvents.nullish().meta({ description: `${EVENTS_WHEN_ABSENT.join(", ")} when absent.` }),
  })
  .meta({ id: "WebhookRequest" });

export const deliveriesQuery = z.object({
  limit: wholeNumber(1, 100)
    .optional()
    .meta({ description: `Deliveries on a page; ${DEFAULT_LIMIT} when absent.` }),
  cursor: onceLike(DELIVERY_ID, "must be the next_cursor of an earlier page, or be left away").optional(),
  state: onceOf(DELIVERY_STATES).optional(),
});

export function webhookRoutes(router: Router, { operations, webhooks, credentials }: ApiContext): void {
  router.get("/v1/webhooks", (context) => {
    const caller = credentials.required(context.req);
    sendJson(context, 200, JSON.stringify({ webhooks: webhooks.list(caller).map(renderWebhook) }));
  });

  router.post("/v1/webhooks", async (context) => {
    const { bytes, body } = await readBody(context.req);
    const caller = credentials.required(context.req);
    const { url, events } = read(webhookRequest, body);
    answerIdempotently(context, operations, { caller, bytes, setupCode: null }, () => {
      const { webhook, secret } = webhooks.add(caller, { url, events: events ?? EVENTS_WHEN_ABSENT });
      return { status: 201, body: JSON.stringify({ ...renderWebhook(webhook), secret }) };
    });
  });

  router.delete("/v1/webhooks/:id", async (context) => {
    await readNoBody(context.req);
    const caller = credentials.required(context.req);
    const webhookId = idIn(context.params, "id", WEBHOOK_ID);
    webhooks.remove(caller, webhookId);
    sendJson(context, 200, JSON.stringify({ ok: true, webhook_id: webhookId }));
  });

  router.post("/v1/webhooks/:id/rotate", async (context) => {
    const bytes = await readNoBody(context.req);
    const caller = credentials.required(context.req);
    const webhookId = idIn(context.params, "id", WEBHOOK_ID);
    answerIdempotently(context, operations, { caller, bytes, setupCode: null }, () => {
      const { secret, oldUntilMs } = webhooks.rotate(caller, webhookId);
      const rotated = { ok: true, webhook_id: webhookId, secret, old_secret_until: rfc3339(oldUntilMs) };
      return { status: 200, body: JSON.stringify(rotated) };
    });
  });

  router.get("/v1/webhooks/:id/deliveries", (context) => {
    const caller = credentials.required(context.req);
    const page = read(deliveriesQuery, queryLists(context.querystring));
    const webhookId = idIn(context.params, "id", WEBHOOK_ID);
    const found: ReturnType<WebhookOperations["deliveries"]> = webhooks.deliveries(caller, webhookId, {
      limit: page.limit ?? DEFAULT_LIMIT,
      cursor: page.cursor ?? null,
      state: page.state ?? null,
    });
    sendJson(context, 200, JSON.stringify(renderDeliveries(found)));
  });

  router.post("/v1/webhooks/:id/deliveries/:delivery/resend", async (context) => {
    const bytes = await readNoBody(context.req);
    const caller = credentials.required(context.req);
    const webhookId = idIn(context.params, "id", WEBHOOK_ID);
    const deliveryId = idIn(context.params, "delivery", DELIVERY_ID);
    answerIdempotently(context, operations, { caller, bytes, setupCode: null }, () => {
      webhooks.resend(caller, webhookId, deliveryId);
      return { status: 200, body: JSON.stringify({ ok: true, delivery_id: deliveryId }) };
    });
  });
}

/** An id of another form is one that does not exist. */
function idIn(params: Readonly<Record<string, string | undefined>>, name: string, form: string): string {
  const id = params[name] ?? "";
  if (new RegExp(form).test(id)) return id;
  throw new Refusal(
    "webhook_not_found",
    "There is no such webhook or delivery: GET /v1/webhooks lists the webhooks there are.",
  );
}
