/**
 * The shapes of contract section 5 as schemas: `openapi.json` shows them, the renderers next door are typed by them.
 * Keys stand in the order in which they are written.
 */
import * as z from "zod";
import { DELIVERY_STATES, WEBHOOK_EVENTS } from "../../calls/ports-webhooks.ts";
import { REFUSAL_CODES } from "../../calls/refusal.ts";
import { CALL_STATUSES, END_REASONS, LINE_STATES, QUESTION_STATUSES } from "../../calls/vocabulary.ts";
import { ERROR_TYPES, WIRE_CODES } from "./errors.ts";
import { CALL_ID, DELIVERY_ID, WEBHOOK_ID } from "./patterns.ts";

const time = () => z.string().meta({ format: "date-time", examples: ["2026-03-01T09:30:00.000Z"] });
const usd = () => z.number();
const count = () => z.int().min(0);
const callId = () => z.string().meta({ pattern: CALL_ID, examples: ["call_3fJ9aKq2LmN8xYw0ZtBvRc"] });
const nextAction = () => z.string().meta({ description: "What to do now, in one sentence." });
const status = z.enum(CALL_STATUSES).meta({ id: "CallStatus" });

const errorShape = z
  .object({
    type: z.enum(ERROR_TYPES),
    code: z.enum([...REFUSAL_CODES, ...WIRE_CODES]),
    message: z.string().meta({ description: "Says what to do next." }),
    param: z.string().optional(),
    errors: z.array(z.object({ param: z.string(), code: z.string(), message: z.string() })).optional(),
    hint: z.string().optional(),
    docs_url: z.string().optional(),
    retryable: z.boolean(),
    request_id: z.string(),
  })
  .meta({ id: "ErrorObject" });

export const errorBody = z.object({ error: errorShape }).meta({ id: "Error" });
export const blockedBody = z.object({ status: z.literal("blocked"), error: errorShape }).meta({ id: "Blocked" });

export const placedBody = z
  .object({
    status: z.literal("calling"),
    call_id: callId(),
    account_key: z.string().optional().meta({ description: "Once, on the call placed with a completed set-up." }),
    call_key: z
      .string()
      .optional()
      .meta({ description: "For a demo call without a key: reads, answers, hangs up and shares this call for 24 h." }),
    next_action: nextAction(),
  })
  .meta({ id: "Placed" });

export const needsSetupBody = z
  .object({
    status: z.literal("needs_setup"),
    setup_url: z.string().meta({ format: "uri" }),
    setup_code: z.string(),
    message_for_user: z.string().meta({ description: "Show this to the person." }),
    next_action: nextAction(),
    error: errorShape.optional().meta({ description: "With a valid key whose balance is too small." }),
  })
  .meta({ id: "NeedsSetup" });

const transcriptEntry = z
  .object({
    seq: count(),
    role: z.enum(["assistant", "business", "system"]),
    text: z.string(),
    at: time(),
    offset_s: z.number(),
    cut_off: z.string().optional(),
    latency_ms: z
      .object({
        total: count(),
        endpointing: count(),
        recogniser: count(),
        brain: count(),
        voice: count(),
        playout: count(),
      })
      .optional()
      .meta({
        description:
          "On lines of the assistant that answer the business: from the end of its speech to the first sound of the answer, and what that was spent on.",
      }),
  })
  .meta({ id: "TranscriptEntry" });

const pendingQuestion = z
  .object({
    id: z.string(),
    question: z.string(),
    asked_at: time(),
    expires_at: time().meta({
      description:
        "Until then it can be answered. Later than it was when the business has agreed to wait longer, which it is asked once; a `question` event tells it.",
    }),
    seconds_left: count().meta({ description: "Whole seconds until `expires_at`, as this is sent." }),
  })
  .meta({ id: "PendingQuestion" });

const outcome = z
  .object({
    success: z.boolean(),
    summary: z.string(),
    confirmation_number: z.string().nullable(),
    price_quoted: z.string().nullable(),
    appointment_time: z.string().nullable(),
    next_steps: z.string(),
  })
  .meta({ id: "Outcome" });

const failures = () => count().meta({ description: "How often it failed in this call." });

const usage = z
  .object({
    hearing: z.array(
      z.object({
        engine: z.string(),
        seconds: z.number().min(0).meta({ description: "Of the line's sound that it was given." }),
        failures: failures(),
      }),
    ),
    thinking: z.array(
      z.object({
        engine: z.string(),
        requests: count(),
        prompt_tokens: count(),
        completion_tokens: count(),
        discarded_tokens: count().meta({
          description: "Of replies that were thrown away; in neither of the two before.",
        }),
        estimated: z.boolean().meta({ description: "At least a part of the tokens was not counted by the server." }),
        failures: failures(),
      }),
    ),
    speaking: z.array(
      z.object({
        engine: z.string(),
        characters: count().meta({ description: "Rendered for this call." }),
        cached_characters: count().meta({ description: "Spoken from kept sound; not in characters." }),
        discarded_characters: count().meta({ description: "Of characters, those that nobody heard." }),
        failures: failures(),
      }),
    ),
  })
  .meta({
    id: "Usage",
    description: "What the call used of its engines; one that stood in for another has an entry of its own.",
  });

export const callBody = z
  .object({
    status,
    transcript: z.array(transcriptEntry),
    pending_question: pendingQuestion.nullable(),
    answers: z.record(z.string(), z.string()),
    outcome: outcome.nullable(),
    duration_s: count(),
    cost_usd: usd(),
    call_id: callId(),
    phone: z.string(),
    goal: z.string(),
    business_name: z.string().nullable(),
    created_at: time(),
    answered_at: time().nullable(),
    ended_at: time().nullable(),
    answered_by: z.enum(["human", "machine", "unknown"]).nullable(),
    end_reason: z.enum(END_REASONS).nullable(),
    line_state: z.enum(LINE_STATES).nullable(),
    questions: z.array(
      z.object({
        question: z.string(),
        status: z.enum(QUESTION_STATUSES),
        answer: z.string().nullable(),
        quote: z.string().nullable(),
        seq: count().nullable(),
      }),
    ),
    latency_ms: z.object({ p50: z.number(), p95: z.number() }).nullable(),
    share_url: z.string().nullable(),
    usage: usage.nullable().meta({ description: "Null until the call has ended, and when it ended by a crash." }),
    version: count(),
    next_action: nextAction(),
  })
  .meta({ id: "Call" });
export type CallBody = z.input<typeof callBody>;

/** What the events of a call's stream carry; `ended` carries the call. */
export const statusNews = z
  .object({ status, line_state: z.enum(LINE_STATES).nullable(), version: count() })
  .meta({ id: "StatusNews" });
export type StatusNews = z.input<typeof statusNews>;
export const transcriptNews = z.object({ entry: transcriptEntry }).meta({ id: "TranscriptNews" });
export type TranscriptNews = z.input<typeof transcriptNews>;
export const questionNews = z
  .object({ pending_question: pendingQuestion.nullable().meta({ description: "Null: nothing is asked any more." }) })
  .meta({ id: "QuestionNews" });
export type QuestionNews = z.input<typeof questionNews>;

export const callListBody = z
  .object({
    calls: z.array(
      z.object({
        call_id: callId(),
        status,
        phone: z.string(),
        business_name: z.string().nullable(),
        goal: z.string(),
        created_at: time(),
        answered_at: time().nullable(),
        ended_at: time().nullable(),
        end_reason: z.enum(END_REASONS).nullable(),
        duration_s: count(),
        cost_usd: usd(),
        success: z.boolean().nullable(),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "CallList" });
export type CallListBody = z.input<typeof callListBody>;

export const answeredBody = z
  .object({ ok: z.literal(true), call_id: callId(), question_id: z.string() })
  .meta({ id: "QuestionAnswered" });

export const hungUpBody = z
  .object({ ok: z.literal(true), call_id: callId(), status, already_ended: z.literal(true).optional() })
  .meta({ id: "HungUp" });

export const sharedBody = z
  .object({
    ok: z.literal(true),
    url: z
      .string()
      .meta({ format: "uri", description: "The public page; on withdrawal the link that no longer works." }),
    message: z.string(),
  })
  .meta({ id: "Shared" });
export type SharedBody = z.input<typeof sharedBody>;

export const planBody = z
  .object({
    opening_line: z.string().meta({ description: "Exactly what the assistant will say first." }),
    checklist: z.array(z.string()),
    likely_questions: z.array(z.string()).meta({
      description: "What the business will probably ask and the request does not say: add it to details.",
    }),
    open_now: z.boolean().nullable(),
    cost_estimate: z.object({ min_usd: z.literal(0), typical_usd: usd(), max_usd: usd() }),
    callable: z.boolean(),
    blocked: z
      .object({ code: z.enum(REFUSAL_CODES), message: z.string() })
      .nullable()
      .meta({ description: "Why POST /calls would answer 403; null when policy lets the call pass." }),
    warnings: z.array(z.string()),
  })
  .meta({ id: "Plan" });
export type PlanBody = z.input<typeof planBody>;

export const businessesBody = z
  .object({
    businesses: z.array(
      z.object({
        name: z.string(),
        phone: z.string().nullable(),
        address: z.string().nullable(),
        open_now: z.boolean().nullable(),
        hours_today: z.string().nullable().meta({ description: "In the business's own time zone." }),
        rating: z.number().min(0).max(5).nullable(),
        timezone: z.string().nullable(),
      }),
    ),
    attribution: z
      .array(z.string())
      .optional()
      .meta({ description: "To be shown beside the data when it is shown to anybody." }),
  })
  .meta({ id: "Businesses" });
export type BusinessesBody = z.input<typeof businessesBody>;

export const accountBody = z
  .object({
    account_id: z.string(),
    balance_usd: usd(),
    held_usd: usd(),
    available_usd: usd(),
    currency: z.literal("USD"),
    auto_reload: z.boolean(),
    auto_reload_threshold_usd: usd(),
    auto_reload_amount_usd: usd(),
    top_up_url: z.string().meta({ format: "uri" }),
    created_at: time(),
  })
  .meta({ id: "Account" });
export type AccountBody = z.input<typeof accountBody>;

export const pricingBody = z
  .object({
    currency: z.literal("USD"),
    answered_call_usd: usd(),
    included_minutes: count(),
    extra_minute_usd: usd(),
    unanswered_call_usd: usd(),
    minute_rounding: z.literal("started_minute"),
    initial_top_up_usd: usd(),
    auto_reload_threshold_usd: usd(),
    auto_reload_amount_usd: usd(),
    demo: z.object({ phone: z.string(), calls_per_day: count() }),
  })
  .meta({ id: "Pricing" });
export type PricingBody = z.input<typeof pricingBody>;

const webhookId = () => z.string().meta({ pattern: WEBHOOK_ID, examples: ["wh_6Qm0bX2cVf9RkLwA1dZsTe"] });
const deliveryId = () => z.string().meta({ pattern: DELIVERY_ID, examples: ["msg_9f2c4e0b7a5d4c1f8e3b6a2d1c0f9e8d"] });
export const webhookEvent = z.enum(WEBHOOK_EVENTS).meta({ id: "WebhookEventType" });

const webhook = {
  webhook_id: webhookId(),
  url: z.string(),
  events: z.array(webhookEvent),
  created_at: time(),
  stopped_at: time().nullable().meta({ description: "When the receiver answered 410; null while it is told." }),
};

export const webhookBody = z.object(webhook).meta({ id: "Webhook" });
export const webhookListBody = z.object({ webhooks: z.array(webhookBody) }).meta({ id: "WebhookList" });
const secret = () =>
  z.string().meta({ description: "Shown only now. Standard Webhooks: whsec_ and the key of the HMAC in base64." });
export const newWebhookBody = z.object({ ...webhook, secret: secret() }).meta({ id: "NewWebhook" });
export const removedWebhookBody = z
  .object({ ok: z.literal(true), webhook_id: webhookId() })
  .meta({ id: "RemovedWebhook" });
export const rotatedSecretBody = z
  .object({
    ok: z.literal(true),
    webhook_id: webhookId(),
    secret: secret(),
    old_secret_until: time().meta({ description: "Until then deliveries are signed with the old secret too." }),
  })
  .meta({ id: "RotatedSecret" });

export const deliveryListBody = z
  .object({
    deliveries: z.array(
      z
        .object({
          delivery_id: deliveryId(),
          call_id: callId(),
          type: webhookEvent,
          state: z.enum(DELIVERY_STATES),
          created_at: time(),
          next_try_at: time().nullable().meta({ description: "Null when nothing is to come, or at once." }),
          tries: z.array(
            z.object({
              at: time(),
              status: count().nullable().meta({ description: "What the receiver answered; null: it did not." }),
              ms: count(),
              error: z.string().nullable(),
            }),
          ),
        })
        .meta({ id: "Delivery" }),
    ),
    next_cursor: deliveryId().nullable(),
  })
  .meta({ id: "DeliveryList" });
export const resentBody = z.object({ ok: z.literal(true), delivery_id: deliveryId() }).meta({ id: "Resent" });

/** What a receiver is sent: the data of the event stream, with the call's id. */
const told = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: time(), data });
const ofCall = <Shape extends z.ZodRawShape>(shape: z.ZodObject<Shape>) =>
  z.object({ call_id: callId(), ...shape.shape });
export const webhookPayload = z
  .union([
    told("call.status", ofCall(statusNews)),
    told("call.answered", ofCall(statusNews)),
    told("call.transcript", ofCall(transcriptNews)),
    told("call.question", ofCall(questionNews)),
    told("call.ended", callBody),
  ])
  .meta({ id: "WebhookPayload" });
export type WebhookPayload = z.output<typeof webhookPayload>;
export type WebhookBody = z.output<typeof webhookBody>;
export type DeliveryListBody = z.output<typeof deliveryListBody>;
