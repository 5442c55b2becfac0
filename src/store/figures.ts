/** What the database is asked for by whoever watches the appliance: as quick however many calls are stored. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { StoreFigures } from "../calls/ports-store.ts";
import type { CallStatus } from "../calls/vocabulary.ts";
import { DATABASE } from "./open.ts";

type Row = { readonly status: Exclude<CallStatus, "ended">; readonly calls: number; readonly cents: number };

export function storeFigures(db: Database, folder: string): () => StoreFigures {
  const unended = db.prepare<[], Row>(
    `SELECT status, COUNT(*) AS calls, SUM(reserved_cents) AS cents FROM call INDEXED BY call_unended
     WHERE status <> 'ended' AND call_id NOT IN (SELECT call_id FROM set_aside) GROUP BY status`,
  );
  const waiting = db.prepare<[], { readonly deliveries: number; readonly oldestMs: number | null }>(
    `SELECT COUNT(*) AS deliveries, MIN(created_at_ms) AS oldestMs FROM webhook_delivery INDEXED BY webhook_delivery_due
     WHERE state = 'pending'`,
  );
  const bytes = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const calls = { queued: 0, ringing: 0, in_progress: 0 };
    let heldCents = 0;
    for (const row of unended.all()) {
      calls[row.status] = row.calls;
      heldCents += row.cents;
    }
    const outbox = waiting.get();
    return {
      calls,
      heldCents,
      databaseBytes: bytes(DATABASE),
      walBytes: bytes(`${DATABASE}-wal`),
      deliveriesWaiting: outbox?.deliveries ?? 0,
      oldestDeliveryMs: outbox?.oldestMs ?? null,
    };
  };
}
