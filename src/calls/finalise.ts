/**
 * The last transaction of a call: its money is settled, its outcome decided from the transcript, its end written, all
 * at once. Also finishes the calls that a crash has left open, when the appliance starts again.
 */
import { transferIn } from "./call-transfer.ts";
import type { Ended } from "./call.ts";
import { zonesOfCallee } from "./callee-calendar.ts";
import { tellFact } from "./call-facts.ts";
import type { DeskContext } from "./desk-context.ts";
import { decideOutcome } from "./outcome.ts";
import type { CallLife, CallRow } from "./ports-store.ts";
import type { Findings } from "./ports.ts";
import { settleCall } from "../billing/settle.ts";
import { Refusal } from "./refusal.ts";
import { setAside } from "./set-aside.ts";
import { failpoint } from "../lib/failpoint.ts";

/** Part of a transaction of the caller's. */
export function finalise(
  context: DeskContext,
  last: CallLife,
  callId: string,
  ended: Ended,
  findings: Findings | null,
  endedAtMs: number,
): void {
  const { store, clock } = context;
  const row = store.calls.read(callId);
  if (row === null || row.status === "ended") return;
  const { durationS, charged, costCents } = settleCall(store, row, ended, clock.wallMs());
  if (charged && row.accountId !== null) context.charged(row.accountId);
  const zones = zonesOfCallee(row.brief.phone, endedAtMs, context.around.directory);
  const { outcome, questions } = decideOutcome(ended, row.brief, store.calls.lines(callId), findings, zones);
  if (findings !== null) store.calls.saveQuestions(callId, questions);
  const asked = store.calls.latestQuestion(callId);
  if (asked?.state === "pending" && store.calls.closeQuestion(asked.id, "expired")) {
    store.afterCommit(() => tellFact(context, callId, { type: "question_closed", how: "expired" }));
  }
  store.calls.saveLife(
    callId,
    {
      ...last,
      status: "ended",
      lineState: null,
      answeredBy: ended.answeredBy,
      endedAtMs,
      endReason: ended.reason,
      metMenu: ended.metMenu,
      introduced: ended.introduced,
      aliveMs: Math.max(last.aliveMs, row.aliveMs),
      durationS,
      outcome,
    },
    true,
  );
  const { route } = row;
  const { reason, answered, talkMs } = ended;
  const { success } = outcome;
  store.afterCommit(() =>
    tellFact(context, callId, { type: "ended", route, reason, answered, success, talkMs, chargedCents: costCents }),
  );
}

/**
 * Ends every call that was under way when the appliance stopped: `service_restart`, billed to the last moment the
 * assistant was provably alive, and never dialled again. Repeating it changes nothing. One that cannot be ended so is
 * set aside; only a database that cannot be written stops it.
 */
export function finaliseAfterCrash(context: DeskContext): readonly string[] {
  const { store } = context;
  const callIds = store.calls.unended();
  for (const callId of callIds) {
    failpoint("reconcile.call");
    try {
      store.atomically(() => finaliseCrashed(context, callId));
      failpoint("reconcile.ended");
    } catch (error) {
      if (error instanceof Refusal) throw error;
      store.atomically(() => setAside(context, callId, "service_restart", context.clock.wallMs(), error));
    }
  }
  return callIds;
}

function finaliseCrashed(context: DeskContext, callId: string): void {
  const { store, clock } = context;
  const row = store.calls.read(callId);
  if (row === null) return;
  const endedAtMs = row.answeredAtMs === null ? clock.wallMs() : row.answeredAtMs + row.aliveMs;
  finalise(context, row, callId, endedByCrash(row, transferIn(store.calls.lines(callId))), row.noted, endedAtMs);
}

function endedByCrash(row: CallRow, transfer: ReturnType<typeof transferIn>): Ended {
  const answered = row.status === "in_progress";
  return {
    status: "ended",
    reason: "service_restart",
    answered,
    answeredBy: answered ? (row.answeredBy ?? "unknown") : null,
    metMenu: row.metMenu,
    introduced: row.introduced,
    transferred: transfer === "connected",
    ...(transfer === "calling" ? { transferring: true } : {}),
    talkMs: answered ? row.aliveMs : 0,
  };
}
