/** Rows of the call tables as STRICT SQLite gives them, and the domain's shapes made of them. */
import type { PendingQuestion, ProgressStep, TranscriptEntry } from "../calls/operations.ts";
import type { AskedQuestion, CallRow } from "../calls/ports-store.ts";
import { cents } from "../billing/pricing.ts";
import type { AnsweredBy, CallStatus, EndReason, LineState, Role } from "../calls/vocabulary.ts";
import { readBrief, readFindings, readOutcome, readQuestions, readUsage } from "./json-columns.ts";

export type CallSql = {
  readonly call_id: string;
  readonly account_id: string | null;
  readonly brief: string;
  readonly route: "trunk" | "demo";
  readonly free: 0 | 1;
  readonly answered_cents: number;
  readonly included_seconds: number;
  readonly extra_minute_cents: number;
  readonly created_at_ms: number;
  readonly status: CallStatus;
  readonly line_state: LineState | null;
  readonly answered_by: AnsweredBy | null;
  readonly answered_at_ms: number | null;
  readonly ended_at_ms: number | null;
  readonly end_reason: EndReason | null;
  readonly sip_status: number | null;
  readonly met_menu: 0 | 1;
  readonly introduced: 0 | 1;
  readonly alive_ms: number;
  readonly duration_s: number | null;
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  readonly questions: string;
  readonly outcome: string | null;
  readonly reserved_cents: number;
  readonly posted_cents: number;
  readonly refunded_cents: number;
  readonly version: number;
  readonly usage: string | null;
  readonly noted: string | null;
};

export function callOf(row: CallSql): CallRow {
  return {
    callId: row.call_id,
    accountId: row.account_id,
    brief: readBrief(row.brief),
    route: row.route,
    free: row.free === 1,
    prices: {
      answeredCents: cents(row.answered_cents),
      includedSeconds: row.included_seconds,
      extraMinuteCents: cents(row.extra_minute_cents),
    },
    createdAtMs: row.created_at_ms,
    questions: readQuestions(row.questions),
    status: row.status,
    lineState: row.line_state,
    answeredBy: row.answered_by,
    answeredAtMs: row.answered_at_ms,
    endedAtMs: row.ended_at_ms,
    endReason: row.end_reason,
    sipStatus: row.sip_status,
    metMenu: row.met_menu === 1,
    introduced: row.introduced === 1,
    aliveMs: row.alive_ms,
    durationS: row.duration_s,
    latencyMs:
      row.latency_p50 === null || row.latency_p95 === null ? null : { p50: row.latency_p50, p95: row.latency_p95 },
    outcome: row.outcome === null ? null : readOutcome(row.outcome),
    reservedCents: cents(row.reserved_cents),
    postedCents: cents(row.posted_cents),
    refundedCents: cents(row.refunded_cents),
    version: row.version,
    usage: row.usage === null ? null : readUsage(row.usage),
    noted: row.noted === null ? null : readFindings(row.noted),
  };
}

type TurnSql = {
  readonly total_ms: number;
  readonly endpointing_ms: number;
  readonly recogniser_ms: number;
  readonly brain_ms: number;
  readonly voice_ms: number;
  readonly playout_ms: number;
};

export type LineSql = {
  readonly seq: number;
  readonly role: Role;
  readonly text: string;
  readonly cut_off: string | null;
  readonly at_ms: number;
  readonly offset_ms: number;
} & (TurnSql | { readonly [Part in keyof TurnSql]: null });

export function lineOf(row: LineSql): TranscriptEntry {
  return {
    seq: row.seq,
    role: row.role,
    text: row.text,
    cutOff: row.cut_off,
    atMs: row.at_ms,
    offsetMs: row.offset_ms,
    latency:
      row.total_ms === null
        ? null
        : {
            totalMs: row.total_ms,
            endpointingMs: row.endpointing_ms,
            recogniserMs: row.recogniser_ms,
            brainMs: row.brain_ms,
            voiceMs: row.voice_ms,
            playoutMs: row.playout_ms,
          },
  };
}

export type AskedSql = {
  readonly id: string;
  readonly question: string;
  readonly asked_at_ms: number;
  readonly expires_at_ms: number;
  readonly state: "pending" | "answered" | "expired";
};

export function askedOf(row: AskedSql): AskedQuestion {
  return {
    id: row.id,
    question: row.question,
    askedAtMs: row.asked_at_ms,
    expiresAtMs: row.expires_at_ms,
    state: row.state,
  };
}

/** A step with what it tells of beside it; what does not belong to its kind is null. */
export type ProgressSql = { readonly n: number; readonly version: number } & (
  | { readonly kind: "status"; readonly now: CallStatus; readonly line_state: LineState | null }
  | ({ readonly kind: "transcript" } & LineSql)
  | ({ readonly kind: "question" } & (AskedSql | { readonly id: null }))
  | { readonly kind: "ended" }
);

export function stepOf(row: ProgressSql): ProgressStep {
  const { n } = row;
  switch (row.kind) {
    case "status":
      return { n, kind: row.kind, status: row.now, lineState: row.line_state, version: row.version };
    case "transcript":
      return { n, kind: row.kind, entry: lineOf(row) };
    case "question":
      return { n, kind: row.kind, pending: row.id === null ? null : pendingOf(row) };
    case "ended":
      return { n, kind: row.kind };
  }
}

function pendingOf(row: AskedSql): PendingQuestion {
  return { id: row.id, question: row.question, askedAtMs: row.asked_at_ms, expiresAtMs: row.expires_at_ms };
}
