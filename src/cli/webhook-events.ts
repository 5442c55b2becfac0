import type { Schemas } from "./client/connect.ts";

/** Every event there is; the compiler demands all of the interface's. */
const EVENTS: Readonly<Record<Schemas["WebhookEventType"], true>> = {
  "call.status": true,
  "call.answered": true,
  "call.transcript": true,
  "call.question": true,
  "call.ended": true,
};
export const WEBHOOK_EVENTS = Object.keys(EVENTS);
