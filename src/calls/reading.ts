/** What a key's holder may read: one call, what happened to it, and the list of their calls. */
import { authorise, callNotFound } from "./authorise.ts";
import { summaryOf } from "./call-record.ts";
import type { DeskContext } from "./desk-context.ts";
import type { CallRecord, CallSummary, KeyHolder, Operations, ProgressStep } from "./operations.ts";
import type { CallRow } from "./ports-store.ts";
import type { Records } from "./records.ts";
import { Refusal } from "./refusal.ts";

export function readCall({ store }: DeskContext, records: Records, caller: KeyHolder, callId: string): CallRecord {
  authorise(store, caller, callId);
  const record = records.read(callId);
  if (record === null) throw callNotFound();
  return record;
}

export function readProgress(
  { store }: DeskContext,
  caller: KeyHolder,
  callId: string,
  after: number,
): readonly ProgressStep[] {
  authorise(store, caller, callId);
  return store.calls.progress(callId, after);
}

/** The holder of one call's key has a list of one. */
export function listCalls(
  { store }: DeskContext,
  records: Records,
  ...[caller, { limit, cursor, status }]: Parameters<Operations["listCalls"]>
): ReturnType<Operations["listCalls"]> {
  const shown = (row: CallRow): CallSummary => summaryOf(row, records.talkMs(row.callId, row.aliveMs));
  if (caller.kind === "call") {
    const row = cursor === null ? store.calls.read(caller.callId) : null;
    const own = row === null || (status !== null && row.status !== status) ? [] : [row];
    return { calls: own.map(shown), nextCursor: null };
  }
  const rows = store.calls.list(caller.accountId, { limit: limit + 1, after: cursor, status });
  if (rows === null) {
    throw new Refusal("not_found", "Unknown cursor: send the next_cursor of an earlier page, or none.", {
      param: "cursor",
    });
  }
  const calls = rows.slice(0, limit).map(shown);
  return { calls, nextCursor: rows.length > limit ? (calls.at(-1)?.callId ?? null) : null };
}
