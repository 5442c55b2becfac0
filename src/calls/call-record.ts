/** The record of a call as it is shown, made from what is stored and, while it runs, from how long it has run. */
import type { CallRecord, CallSummary, TranscriptEntry } from "./operations.ts";
import type { CallRow, Store } from "./ports-store.ts";
import { wholeSeconds } from "../billing/pricing.ts";

export function recordOf(
  store: Store,
  row: CallRow,
  transcript: readonly TranscriptEntry[],
  talkMs: number,
  shareUrl: string | null,
): CallRecord {
  const asked = row.status === "in_progress" ? store.calls.latestQuestion(row.callId) : null;
  return {
    callId: row.callId,
    accountId: row.accountId,
    brief: row.brief,
    demo: row.free,
    status: row.status,
    createdAtMs: row.createdAtMs,
    answeredAtMs: row.answeredAtMs,
    endedAtMs: row.endedAtMs,
    answeredBy: row.answeredBy,
    endReason: row.endReason,
    lineState: row.lineState,
    transcript,
    pendingQuestion:
      asked?.state === "pending"
        ? { id: asked.id, question: asked.question, askedAtMs: asked.askedAtMs, expiresAtMs: asked.expiresAtMs }
        : null,
    questions: row.questions,
    outcome: row.outcome,
    durationS: durationOf(row, talkMs),
    costCents: costOf(row),
    latencyMs: row.latencyMs,
    shareUrl,
    usage: row.status === "ended" ? row.usage : null,
    version: row.version,
  };
}

export function summaryOf(row: CallRow, talkMs: number): CallSummary {
  return {
    callId: row.callId,
    status: row.status,
    brief: row.brief,
    createdAtMs: row.createdAtMs,
    answeredAtMs: row.answeredAtMs,
    endedAtMs: row.endedAtMs,
    endReason: row.endReason,
    durationS: durationOf(row, talkMs),
    costCents: costOf(row),
    success: row.outcome?.success ?? null,
  };
}

function durationOf(row: CallRow, talkMs: number): number {
  return row.durationS ?? (row.status === "in_progress" ? wholeSeconds(talkMs) : 0);
}

/** What has been posted for it so far; in the end that is its price. */
function costOf(row: CallRow): number {
  return row.postedCents - row.refundedCents;
}
