/** A database as years of use leave it: so many ended calls of one account, each with its lines, money and events. */
import Database from "better-sqlite3";
import { join } from "node:path";
import { briefTo, SHOP_PHONE } from "../fakes/desk.ts";

const LINES = 6;

/** The database is there and nobody has it open. All calls were placed at `atMs`, one millisecond apart. */
export function storeCalls(folder: string, accountId: string, count: number, atMs: number, lines = LINES): void {
  const db = new Database(join(folder, "outdial.db"));
  db.pragma("synchronous = OFF");
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const at = { atMs };
  db.transaction(() => {
    db.prepare(`${numbers} INSERT INTO call(call_id, account_id, phone, brief, route, free, answered_cents,
        included_seconds, extra_minute_cents, created_at_ms, questions)
      SELECT printf('call_old%d', i), @accountId, printf('+1415555%04d', i % 10000), @brief, 'trunk', 0, 100, 300, 25,
        @atMs + i, '[]' FROM n`).run({ accountId, brief: JSON.stringify(briefTo(SHOP_PHONE)), ...at }); // prettier-ignore
    db.prepare(`INSERT INTO payment(payment_id, account_id, kind, amount_cents, created_at_ms, state)
      VALUES('pay_old', ?, 'top_up', ?, ?, 'succeeded')`).run(accountId, 100 * count, atMs); // prettier-ignore
    const transfer = `INSERT INTO ledger_transfer(key, debit_id, credit_id, amount_cents, code, account_id, call_id,
        payment_id, at_ms)`;
    const [available, held] = [`${accountId}:available`, `${accountId}:held`];
    db.prepare(`${transfer} VALUES('pay:pay_old', 'external', ?, ?, 'topup', ?, NULL, 'pay_old', ?)`)
      .run(available, 100 * count, accountId, atMs); // prettier-ignore
    const each = (code: string, debit: string, credit: string): void =>
      void db
        .prepare(`${transfer} SELECT printf('%s:%s:base', @code, call_id), @debit, @credit, 100, @code, account_id,
          call_id, NULL, @atMs FROM call WHERE status <> 'ended'`)
        .run({ code, debit, credit, ...at }); // prettier-ignore
    each("hold", available, held);
    db.prepare("UPDATE call SET status = 'in_progress', answered_at_ms = created_at_ms WHERE status = 'queued'").run();
    each("charge", held, "revenue");
    for (let seq = 1; seq <= lines; seq += 1) {
      db.prepare(`INSERT INTO transcript(call_id, seq, role, text, cut_off, at_ms, offset_ms)
        SELECT call_id, ?, 'business', 'Good evening, how can I help you today?', NULL, created_at_ms, 0 FROM call
        WHERE status = 'in_progress'`).run(seq); // prettier-ignore
    }
    db.prepare(`UPDATE call SET status = 'ended', ended_at_ms = created_at_ms + 60000, end_reason = 'completed',
      duration_s = 60, outcome = ? WHERE status = 'in_progress'`).run(OUTCOME); // prettier-ignore
  })();
  db.close();
}

const OUTCOME = JSON.stringify({
  success: true,
  summary: "Done.",
  confirmationNumber: null,
  priceQuoted: null,
  appointmentTime: null,
  nextSteps: "Nothing.",
});
