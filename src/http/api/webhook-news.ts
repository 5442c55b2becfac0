/** Webhooks as JSON: those of an account, what became of them, and what a receiver is sent. */
import type { CallRecord, ProgressStep } from "../../calls/operations.ts";
import type { DeliveryRecord, DueDelivery, WebhookRecord } from "../../calls/ports-webhooks.ts";
import { rfc3339 } from "../../lib/clock.ts";
import { renderCall, renderEntry, renderPending } from "./render.ts";
import type { DeliveryListBody, WebhookBody, WebhookPayload } from "./shapes.ts";

export function renderWebhook({ webhookId, url, events, createdAtMs, stoppedAtMs }: WebhookRecord): WebhookBody {
  return {
    webhook_id: webhookId,
    url,
    events: [...events],
    created_at: rfc3339(createdAtMs),
    stopped_at: stoppedAtMs === null ? null : rfc3339(stoppedAtMs),
  };
}

export function renderDeliveries(page: {
  readonly deliveries: readonly DeliveryRecord[];
  readonly nextCursor: string | null;
}): DeliveryListBody {
  return {
    deliveries: page.deliveries.map(({ deliveryId, callId, event, state, createdAtMs, dueAtMs, tries }) => ({
      delivery_id: deliveryId,
      call_id: callId,
      type: event,
      state,
      created_at: rfc3339(createdAtMs),
      next_try_at: dueAtMs === null || dueAtMs === 0 ? null : rfc3339(dueAtMs),
      tries: tries.map(({ atMs, status, ms, error }) => ({ at: rfc3339(atMs), status, ms, error })),
    })),
    next_cursor: page.nextCursor,
  };
}

type Told = Pick<DueDelivery, "callId" | "step" | "event" | "createdAtMs">;

/** The body of a delivery. The end of a call tells the whole call, as it is when it is told; seconds count from its timestamp. */
export function webhookPayloadText(
  { callId, event, createdAtMs }: Told,
  step: ProgressStep,
  call: CallRecord | null,
): string {
  const timestamp = rfc3339(createdAtMs);
  return JSON.stringify(payload(step));

  function payload(told: ProgressStep): WebhookPayload {
    switch (told.kind) {
      case "status": {
        const { status, lineState, version } = told;
        const data = { call_id: callId, status, line_state: lineState, version };
        return { type: event === "call.answered" ? event : "call.status", timestamp, data };
      }
      case "transcript":
        return { type: "call.transcript", timestamp, data: { call_id: callId, entry: renderEntry(told.entry) } };
      case "question":
        return {
          type: "call.question",
          timestamp,
          data: { call_id: callId, pending_question: renderPending(told.pending, createdAtMs) },
        };
      case "ended":
        if (call === null) throw new Error("the end of a call tells the whole call");
        return { type: "call.ended", timestamp, data: renderCall(call, createdAtMs) };
    }
  }
}
