import Database from "better-sqlite3";
import type { PaymentRow, PaymentRows } from "../calls/ports-store.ts";
import { cents } from "../billing/pricing.ts";

type PaymentSql = {
  readonly payment_id: string;
  readonly account_id: string;
  readonly kind: PaymentRow["kind"];
  readonly setup_id: string | null;
  readonly amount_cents: number;
  readonly state: PaymentRow["state"];
  readonly provider_ref: string | null;
  readonly attempts: number;
  readonly created_at_ms: number;
};

export function paymentTable(db: Database.Database): PaymentRows {
  const insert = db.prepare(`INSERT INTO payment(payment_id, account_id, kind, setup_id, amount_cents, created_at_ms)
    VALUES(@paymentId, @accountId, @kind, @setupId, @amountCents, @createdAtMs)`);
  const read = db.prepare<[string], PaymentSql>("SELECT * FROM payment WHERE payment_id = ?");
  const byRef = db.prepare<[string], PaymentSql>("SELECT * FROM payment WHERE provider_ref = ?");
  const ofSetup = db.prepare<[string], PaymentSql>(
    "SELECT * FROM payment WHERE setup_id = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT 1",
  );
  const noteAttempt = db.prepare(
    "UPDATE payment SET state = 'sent', attempts = attempts + 1 WHERE payment_id = ? AND state IN ('created', 'sent', 'unknown')",
  );
  const noteUnknown = db.prepare("UPDATE payment SET state = 'unknown' WHERE payment_id = ? AND state = 'sent'");
  const noteRef = db.prepare("UPDATE payment SET provider_ref = ? WHERE payment_id = ?");
  const settle = db.prepare("UPDATE payment SET state = ? WHERE payment_id = ?");
  const open = `SELECT * FROM payment WHERE kind = 'reload' AND state IN ('created', 'sent', 'unknown')`;
  const openReload = db.prepare<[string], PaymentSql>(`${open} AND account_id = ?`);
  const openCheckouts = db.prepare<[number], PaymentSql>(`SELECT * FROM payment INDEXED BY open_checkout
    WHERE kind <> 'reload' AND state IN ('created', 'sent', 'unknown') AND provider_ref IS NOT NULL
      AND created_at_ms >= ? ORDER BY created_at_ms`);
  const openReloads = db.prepare<[], PaymentSql>(open);

  return {
    create(payment) {
      try {
        insert.run(payment);
        return true;
      } catch (error) {
        if (error instanceof Database.SqliteError && /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(error.code))
          return false;
        throw error;
      }
    },
    read: (paymentId) => paymentOf(read.get(paymentId)),
    byProviderRef: (ref) => paymentOf(byRef.get(ref)),
    ofSetup: (setupId) => paymentOf(ofSetup.get(setupId)),
    noteAttempt: (paymentId) => void noteAttempt.run(paymentId),
    noteUnknown: (paymentId) => void noteUnknown.run(paymentId),
    noteRef: (paymentId, ref) => void noteRef.run(ref, paymentId),
    settle: (paymentId, state) => void settle.run(state, paymentId),
    openReload: (accountId) => paymentOf(openReload.get(accountId)),
    openCheckouts: (sinceMs) => openCheckouts.all(sinceMs).flatMap((row) => paymentOf(row) ?? []),
    openReloads: () => openReloads.all().flatMap((row) => paymentOf(row) ?? []),
  };
}

function paymentOf(row: PaymentSql | undefined): PaymentRow | null {
  if (row === undefined) return null;
  return {
    paymentId: row.payment_id,
    accountId: row.account_id,
    kind: row.kind,
    setupId: row.setup_id,
    amountCents: cents(row.amount_cents),
    state: row.state,
    providerRef: row.provider_ref,
    attempts: row.attempts,
    createdAtMs: row.created_at_ms,
  };
}
