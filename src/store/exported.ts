/**
 * What the appliance has kept, record by record, read beside it while it runs (WAL; nothing is written). It is read page
 * by page, each in a moment of its own, so that a long export holds up no commit and lets no log grow; calls and
 * transfers are only ever added, so that none is missed or told twice.
 */
import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { rfc3339 } from "../lib/clock.ts";
import { callOf, lineOf } from "./call-rows.ts";
import type { CallSql, LineSql } from "./call-rows.ts";
import { newestSchema } from "./migrate.ts";

export type Exported = {
  readonly calls: () => Iterable<object>;
  readonly transcripts: () => Iterable<object>;
  readonly ledger: () => Iterable<object>;
  /** How much of what is being read has been, from 0 to 1. */
  readonly share: () => number;
  readonly close: () => void;
};

const BUSY_MS = 10_000;
const PAGE = 500;

/** The columns of each kind, in their order. */
export const EXPORTED_COLUMNS = {
  calls: [
    ...["call_id", "account_id", "status", "phone", "business_name", "goal", "on_behalf_of", "language", "created_at"],
    ...["answered_at", "ended_at", "answered_by", "end_reason", "sip_status", "duration_s", "cost_usd", "success"],
    ...["summary", "confirmation_number", "price_quoted", "appointment_time", "next_steps", "questions"],
    ...["details", "constraints", "voicemail_message", "callback_number", "transfer_to", "route", "free"],
    ...["answered_call_usd", "included_seconds", "extra_minute_usd", "posted_usd", "refunded_usd", "met_menu"],
    ...["introduced", "alive_ms", "latency_p50_ms", "latency_p95_ms", "usage", "version"],
  ],
  transcripts: [
    ...["call_id", "seq", "role", "text", "cut_off", "at", "offset_s", "latency_ms"],
    ...["endpointing_ms", "recogniser_ms", "brain_ms", "voice_ms", "playout_ms"],
  ],
  ledger: ["seq", "at", "account_id", "code", "amount_usd", "debit", "credit", "call_id", "payment_id", "key"],
} as const;

/**
 * Throws one sentence when there is no such database, or it is one of another version. A call whose record is damaged
 * is left out and told to `onDamaged`.
 */
export function openExported(folder: string, onDamaged: (callId: string) => void): Exported {
  const path = join(folder, "outdial.db");
  if (!existsSync(path)) {
    throw new Error(`There is no database in ${folder}: name the configuration of the appliance with OUTDIAL_CONFIG.`);
  }
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    const present = Number(db.pragma("user_version", { simple: true }));
    if (present !== newestSchema()) {
      throw new Error(
        `The database has schema ${present}, and this version reads ${newestSchema()}: start the appliance of this version first.`,
      );
    }
  } catch (error) {
    db.close();
    throw error;
  }
  let share = 0;
  const pageOf = <Row extends { readonly seq: number }>(columns: string, table: string): (() => Iterable<Row>) => {
    const page = db.prepare<[number], Row>(`SELECT ${columns} FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`);
    const newest = db.prepare<[], { readonly seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`);
    return function* () {
      const last = newest.get()?.seq ?? 0;
      for (let rows = page.all(-1); rows.length > 0; rows = page.all(rows.at(-1)?.seq ?? 0)) {
        yield* rows;
        share = Math.min(1, (rows.at(-1)?.seq ?? 0) / Math.max(1, last));
      }
    };
  };
  const calls = pageOf<CallSql & { readonly seq: number }>("*", "call");
  const callIds = pageOf<{ readonly seq: number; readonly call_id: string }>("seq, call_id", "call");
  const transfers = pageOf<TransferSql>("*", "ledger_transfer");
  const lines = db.prepare<[string], LineSql>(`SELECT
      seq, role, text, cut_off, at_ms, offset_ms,
      total_ms, endpointing_ms, recogniser_ms, brain_ms, voice_ms, playout_ms
    FROM transcript LEFT JOIN turn USING(call_id, seq) WHERE call_id = ? ORDER BY seq`);
  return {
    *calls() {
      for (const row of calls()) {
        const call = callRecord(row);
        if (call === null) onDamaged(row.call_id);
        else yield call;
      }
    },
    *transcripts() {
      for (const { call_id: callId } of callIds()) {
        for (const row of lines.all(callId)) yield lineRecord(callId, row);
      }
    },
    *ledger() {
      for (const row of transfers()) yield transferRecord(row);
    },
    share: () => share,
    close: () => void db.close(),
  };
}

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));

/** Null when the columns that hold JSON cannot be read. */
function callRecord(row: CallSql): object | null {
  try {
    const { brief, outcome, ...call } = callOf(row);
    return {
      call_id: call.callId,
      account_id: call.accountId,
      status: call.status,
      phone: brief.phone,
      business_name: brief.businessName,
      goal: brief.goal,
      on_behalf_of: brief.onBehalfOf,
      language: brief.language,
      created_at: rfc3339(call.createdAtMs),
      answered_at: timeOrNull(call.answeredAtMs),
      ended_at: timeOrNull(call.endedAtMs),
      answered_by: call.answeredBy,
      end_reason: call.endReason,
      sip_status: call.sipStatus,
      duration_s: call.durationS,
      cost_usd: (call.postedCents - call.refundedCents) / 100,
      success: outcome?.success ?? null,
      summary: outcome?.summary ?? null,
      confirmation_number: outcome?.confirmationNumber ?? null,
      price_quoted: outcome?.priceQuoted ?? null,
      appointment_time: outcome?.appointmentTime ?? null,
      next_steps: outcome?.nextSteps ?? null,
      questions: call.questions,
      details: brief.details,
      constraints: brief.constraints,
      voicemail_message: brief.voicemailMessage,
      callback_number: brief.callbackNumber,
      transfer_to: brief.transferTo,
      route: call.route,
      free: call.free,
      answered_call_usd: call.prices.answeredCents / 100,
      included_seconds: call.prices.includedSeconds,
      extra_minute_usd: call.prices.extraMinuteCents / 100,
      posted_usd: call.postedCents / 100,
      refunded_usd: call.refundedCents / 100,
      met_menu: call.metMenu,
      introduced: call.introduced,
      alive_ms: call.aliveMs,
      latency_p50_ms: call.latencyMs?.p50 ?? null,
      latency_p95_ms: call.latencyMs?.p95 ?? null,
      usage: call.usage,
      version: call.version,
    };
  } catch {
    return null;
  }
}

function lineRecord(callId: string, row: LineSql): object {
  const { seq, role, text, cutOff, atMs, offsetMs, latency } = lineOf(row);
  return {
    call_id: callId,
    seq,
    role,
    text,
    cut_off: cutOff,
    at: rfc3339(atMs),
    offset_s: offsetMs / 1000,
    latency_ms: latency?.totalMs ?? null,
    endpointing_ms: latency?.endpointingMs ?? null,
    recogniser_ms: latency?.recogniserMs ?? null,
    brain_ms: latency?.brainMs ?? null,
    voice_ms: latency?.voiceMs ?? null,
    playout_ms: latency?.playoutMs ?? null,
  };
}

type TransferSql = {
  readonly seq: number;
  readonly key: string;
  readonly debit_id: string;
  readonly credit_id: string;
  readonly amount_cents: number;
  readonly code: string;
  readonly account_id: string;
  readonly call_id: string | null;
  readonly payment_id: string | null;
  readonly at_ms: number;
};

function transferRecord(row: TransferSql): object {
  return {
    seq: row.seq,
    at: rfc3339(row.at_ms),
    account_id: row.account_id,
    code: row.code,
    amount_usd: row.amount_cents / 100,
    debit: row.debit_id,
    credit: row.credit_id,
    call_id: row.call_id,
    payment_id: row.payment_id,
    key: row.key,
  };
}
