/**
 * The invariants of the books (reference: I1 to I14), as queries that find what breaks them. Run at every start and
 * after every step of the model tests; an empty answer means that every cent is accounted for.
 */
import type { Database } from "better-sqlite3";

type Check = { readonly name: string; readonly sql: string };

/** Each query yields one text column a violation. */
const CHECKS: readonly Check[] = [
  {
    name: "I1 the books do not balance",
    sql: "SELECT net AS what FROM (SELECT SUM(credits - debits) AS net FROM ledger_account) WHERE net <> 0",
  },
  {
    name: "I2 a cached balance differs from its transfers",
    sql: `SELECT a.id AS what FROM ledger_account a
      WHERE a.debits <> (SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_transfer WHERE debit_id = a.id)
         OR a.credits <> (SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_transfer WHERE credit_id = a.id)`,
  },
  {
    name: "I3 a balance is negative",
    sql: "SELECT id AS what FROM ledger_account WHERE kind IN ('available', 'held') AND credits < debits",
  },
  {
    name: "I4 what is held differs from what the running calls have reserved",
    sql: `SELECT a.account_id AS what FROM ledger_account a WHERE a.kind = 'held' AND a.credits - a.debits <>
      (SELECT COALESCE(SUM(reserved_cents), 0) FROM call WHERE account_id = a.account_id AND status <> 'ended')`,
  },
  {
    name: "I5 revenue differs from what the calls were charged",
    sql: `SELECT 'revenue' AS what FROM ledger_account a WHERE a.id = 'revenue' AND a.credits - a.debits <>
      (SELECT COALESCE(SUM(posted_cents - refunded_cents), 0) FROM call)`,
  },
  {
    name: "I6 an ended call was charged something else than its price",
    sql: `SELECT call_id AS what FROM call WHERE status = 'ended' AND posted_cents <> refunded_cents
      AND posted_cents - refunded_cents <> answered_cents
        + extra_minute_cents * MAX(0, (duration_s - included_seconds + 59) / 60)`,
  },
  {
    name: "I7 an ended call still reserves money",
    sql: "SELECT call_id AS what FROM call WHERE status = 'ended' AND reserved_cents <> 0",
  },
  {
    name: "I8 what came in differs from the paid payments",
    sql: `SELECT 'external' AS what FROM ledger_account a WHERE a.id = 'external' AND a.debits - a.credits <>
      (SELECT COALESCE(SUM(amount_cents), 0) FROM payment WHERE state = 'succeeded')`,
  },
  {
    name: "I10 an account was overdrawn at some moment",
    sql: `SELECT account_id AS what FROM (
        SELECT a.account_id, SUM(CASE t.credit_id WHEN a.id THEN t.amount_cents ELSE -t.amount_cents END)
          OVER (PARTITION BY a.id ORDER BY t.seq) AS balance
        FROM ledger_account a JOIN ledger_transfer t ON t.account_id = a.account_id AND a.id IN (t.debit_id, t.credit_id)
        WHERE a.kind IN ('available', 'held'))
      WHERE balance < 0 GROUP BY account_id`,
  },
  {
    name: "I11 two reloads are open at once",
    sql: `SELECT account_id AS what FROM payment WHERE kind = 'reload' AND state IN ('created', 'sent', 'unknown')
      GROUP BY account_id HAVING COUNT(*) > 1`,
  },
  {
    name: "I12 an unanswered call was charged",
    sql: "SELECT call_id AS what FROM call WHERE answered_at_ms IS NULL AND posted_cents > 0",
  },
  {
    name: "I13 transfers are missing",
    sql: `SELECT 'transfers' AS what FROM (SELECT COUNT(*) AS present, COALESCE(MAX(seq), 0) AS last FROM ledger_transfer)
      WHERE present <> last`,
  },
  {
    name: "I13 transcript lines are missing",
    sql: "SELECT call_id AS what FROM transcript GROUP BY call_id HAVING COUNT(*) <> MAX(seq) OR MIN(seq) <> 1",
  },
  {
    name: "I14 a free call moved money",
    sql: "SELECT call_id AS what FROM call WHERE free = 1 AND call_id IN (SELECT call_id FROM ledger_transfer)",
  },
  {
    name: "a call's money differs from its transfers",
    sql: `SELECT c.call_id AS what FROM call c LEFT JOIN (
        SELECT call_id,
          SUM(amount_cents * (CASE code WHEN 'hold' THEN 1 WHEN 'refund' THEN 0 ELSE -1 END)) AS reserved,
          SUM(CASE code WHEN 'charge' THEN amount_cents ELSE 0 END) AS posted,
          SUM(CASE code WHEN 'refund' THEN amount_cents ELSE 0 END) AS refunded
        FROM ledger_transfer WHERE call_id IS NOT NULL GROUP BY call_id) t USING(call_id)
      WHERE c.reserved_cents <> COALESCE(t.reserved, 0) OR c.posted_cents <> COALESCE(t.posted, 0)
         OR c.refunded_cents <> COALESCE(t.refunded, 0)`,
  },
];

/** Sentences about what is wrong; empty when nothing is. */
export function verify(db: Database): readonly string[] {
  return CHECKS.flatMap(({ name, sql }) => {
    const found = db.prepare<[], string | number>(`SELECT what FROM (${sql}) LIMIT 3`).pluck().all();
    return found.length === 0 ? [] : [`${name} (${found.join(", ")})`];
  });
}
