/** Records of the domain as the JSON shapes of contract section 5. */
import { nextActionFor } from "./next-action.ts";
import type { ShareReply } from "../../planning/operations.ts";
import type {
  AccountRecord,
  CallRecord,
  CallSummary,
  PendingQuestion,
  TranscriptEntry,
} from "../../calls/operations.ts";
import type { Plan } from "../../planning/plan.ts";
import type { BusinessMatch } from "../../planning/ports.ts";
import type { TurnLatency } from "../../calls/ports.ts";
import type { CallUsage } from "../../calls/usage.ts";
import { answersOf } from "../../calls/questions.ts";
import {
  AUTO_RELOAD_AMOUNT_CENTS,
  AUTO_RELOAD_THRESHOLD_CENTS,
  INITIAL_TOP_UP_CENTS,
  PRICES,
} from "../../billing/pricing.ts";
import { rfc3339 } from "../../lib/clock.ts";
import type {
  AccountBody,
  BusinessesBody,
  CallBody,
  CallListBody,
  PlanBody,
  PricingBody,
  SharedBody,
} from "./shapes.ts";

/** A JSON number of dollars from whole cents. */
function usd(cents: number): number {
  return cents / 100;
}

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));

export function renderEntry(entry: TranscriptEntry): CallBody["transcript"][number] {
  return {
    seq: entry.seq,
    role: entry.role,
    text: entry.text,
    at: rfc3339(entry.atMs),
    offset_s: Math.round(entry.offsetMs) / 1000,
    ...(entry.cutOff === null ? {} : { cut_off: entry.cutOff }),
    ...(entry.latency === null ? {} : { latency_ms: renderLatency(entry.latency) }),
  };
}

function renderLatency(latency: TurnLatency): NonNullable<CallBody["transcript"][number]["latency_ms"]> {
  return {
    total: latency.totalMs,
    endpointing: latency.endpointingMs,
    recogniser: latency.recogniserMs,
    brain: latency.brainMs,
    voice: latency.voiceMs,
    playout: latency.playoutMs,
  };
}

/** Whole seconds, and none too many. */
export function secondsLeft({ expiresAtMs }: PendingQuestion, nowMs: number): number {
  return Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000));
}

export function renderPending(pending: PendingQuestion | null, nowMs: number): CallBody["pending_question"] {
  if (pending === null) return null;
  return {
    id: pending.id,
    question: pending.question,
    asked_at: rfc3339(pending.askedAtMs),
    expires_at: rfc3339(pending.expiresAtMs),
    seconds_left: secondsLeft(pending, nowMs),
  };
}

export function renderCall(call: CallRecord, nowMs: number): CallBody {
  return {
    status: call.status,
    transcript: call.transcript.map(renderEntry),
    pending_question: renderPending(call.pendingQuestion, nowMs),
    answers: answersOf(call.questions),
    outcome:
      call.outcome === null
        ? null
        : {
            success: call.outcome.success,
            summary: call.outcome.summary,
            confirmation_number: call.outcome.confirmationNumber,
            price_quoted: call.outcome.priceQuoted,
            appointment_time: call.outcome.appointmentTime,
            next_steps: call.outcome.nextSteps,
          },
    duration_s: call.durationS,
    cost_usd: usd(call.costCents),
    call_id: call.callId,
    phone: call.brief.phone,
    goal: call.brief.goal,
    business_name: call.brief.businessName,
    created_at: rfc3339(call.createdAtMs),
    answered_at: timeOrNull(call.answeredAtMs),
    ended_at: timeOrNull(call.endedAtMs),
    answered_by: call.answeredBy,
    end_reason: call.endReason,
    line_state: call.lineState,
    questions: call.questions.map(({ question, status, answer, quote, seq }) => ({
      question,
      status,
      answer,
      quote,
      seq,
    })),
    latency_ms: call.latencyMs === null ? null : { p50: call.latencyMs.p50, p95: call.latencyMs.p95 },
    share_url: call.shareUrl,
    usage: call.usage === null ? null : renderUsage(call.usage),
    version: call.version,
    next_action: nextActionFor(call),
  };
}

function renderUsage({ hearing, thinking, speaking }: CallUsage): NonNullable<CallBody["usage"]> {
  return {
    hearing: hearing.map(({ engine, seconds, failures }) => ({ engine, seconds, failures })),
    thinking: thinking.map(({ engine, requests, promptTokens, completionTokens, discardedTokens, ...more }) => ({
      engine,
      requests,
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      discarded_tokens: discardedTokens,
      estimated: more.estimated,
      failures: more.failures,
    })),
    speaking: speaking.map(({ engine, characters, cachedCharacters, discardedCharacters, failures }) => ({
      engine,
      characters,
      cached_characters: cachedCharacters,
      discarded_characters: discardedCharacters,
      failures,
    })),
  };
}

/**
 * The bytes of a call's snapshot, made once per record (and second, while an answer is waited for): many may read or wait
 * for the same one.
 */
export function callJson(wallMs: () => number): (call: CallRecord) => string {
  const rendered = new WeakMap<CallRecord, { readonly json: string; readonly left: number | null }>();
  return (call) => {
    const nowMs = wallMs();
    const left = call.pendingQuestion === null ? null : secondsLeft(call.pendingQuestion, nowMs);
    const known = rendered.get(call);
    if (known?.left === left) return known.json;
    const json = JSON.stringify(renderCall(call, nowMs));
    rendered.set(call, { json, left });
    return json;
  };
}

export function renderCallList(page: {
  readonly calls: readonly CallSummary[];
  readonly nextCursor: string | null;
}): CallListBody {
  return {
    calls: page.calls.map((call) => ({
      call_id: call.callId,
      status: call.status,
      phone: call.brief.phone,
      business_name: call.brief.businessName,
      goal: call.brief.goal,
      created_at: rfc3339(call.createdAtMs),
      answered_at: timeOrNull(call.answeredAtMs),
      ended_at: timeOrNull(call.endedAtMs),
      end_reason: call.endReason,
      duration_s: call.durationS,
      cost_usd: usd(call.costCents),
      success: call.success,
    })),
    next_cursor: page.nextCursor,
  };
}

export function renderShared({ url, message }: ShareReply): SharedBody {
  return { ok: true, url, message };
}

export function renderPlan(plan: Plan): PlanBody {
  const { minCents, typicalCents, maxCents } = plan.cost;
  return {
    opening_line: plan.openingLine,
    checklist: [...plan.checklist],
    likely_questions: [...plan.likelyQuestions],
    open_now: plan.openNow,
    cost_estimate: { min_usd: minCents, typical_usd: usd(typicalCents), max_usd: usd(maxCents) },
    callable: plan.callable,
    blocked: plan.blocked,
    warnings: [...plan.warnings],
  };
}

export function renderBusinesses(found: readonly BusinessMatch[]): BusinessesBody {
  const attribution = [...new Set(found.flatMap((match) => match.attribution ?? []))];
  return {
    businesses: found.map(({ name, phone, address, openNow, hoursToday, rating, timezone }) => ({
      name,
      phone,
      address,
      open_now: openNow,
      hours_today: hoursToday,
      rating,
      timezone,
    })),
    ...(attribution.length === 0 ? {} : { attribution }),
  };
}

export function renderAccount(account: AccountRecord): AccountBody {
  return {
    account_id: account.accountId,
    balance_usd: usd(account.balanceCents),
    held_usd: usd(account.heldCents),
    available_usd: usd(account.balanceCents - account.heldCents),
    currency: "USD",
    auto_reload: account.autoReload,
    auto_reload_threshold_usd: usd(AUTO_RELOAD_THRESHOLD_CENTS),
    auto_reload_amount_usd: usd(AUTO_RELOAD_AMOUNT_CENTS),
    top_up_url: account.topUpUrl,
    created_at: rfc3339(account.createdAtMs),
  };
}

export function renderPricing(demo: { readonly phone: string; readonly callsPerDay: number }): PricingBody {
  return {
    currency: "USD",
    answered_call_usd: usd(PRICES.answeredCents),
    included_minutes: PRICES.includedSeconds / 60,
    extra_minute_usd: usd(PRICES.extraMinuteCents),
    unanswered_call_usd: 0,
    minute_rounding: "started_minute",
    initial_top_up_usd: usd(INITIAL_TOP_UP_CENTS),
    auto_reload_threshold_usd: usd(AUTO_RELOAD_THRESHOLD_CENTS),
    auto_reload_amount_usd: usd(AUTO_RELOAD_AMOUNT_CENTS),
    demo: { phone: demo.phone, calls_per_day: demo.callsPerDay },
  };
}
