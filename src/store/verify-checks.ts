/**
 * The invariants as queries that find what breaks them, one text column a violation. Each looks at what came after the
 * sequence numbers it is given, and at the whole of the small tables (accounts, payments); with zeros, at everything.
 */
import { END_REASONS } from "../calls/vocabulary.ts";

/** The last of each that has been verified already. */
export type From = { readonly call: number; readonly transfer: number; readonly share: number };

export type Check = {
  readonly name: string;
  readonly sql: string;
  /** Of a call's story, not of its money: no reason to keep everybody else's calls from being placed. */
  readonly ofRecords?: true;
  /** Follows for what is new from the other checks. */
  readonly onlyOfAll?: true;
};

/** Of the calls that were verified only a refund can still come. */
const LOOKED_AT = `call_id IN (SELECT call_id FROM call WHERE seq > @call
  UNION SELECT call_id FROM ledger_transfer WHERE seq > @transfer AND call_id IS NOT NULL)`;

const NEW_SUMS = (side: "debit_id" | "credit_id"): string =>
  `(SELECT ${side} AS id, SUM(amount_cents) AS cents FROM ledger_transfer WHERE seq > @transfer GROUP BY ${side})`;

export const CHECKS: readonly Check[] = [
  {
    name: "I1 the books do not balance",
    sql: "SELECT net AS what FROM (SELECT SUM(credits - debits) AS net FROM ledger_account) WHERE net <> 0",
  },
  {
    name: "I2 a cached balance differs from its transfers",
    sql: `SELECT a.id AS what FROM ledger_account a
        LEFT JOIN verified_balance v ON v.id = a.id AND @transfer > 0
        LEFT JOIN ${NEW_SUMS("debit_id")} d ON d.id = a.id
        LEFT JOIN ${NEW_SUMS("credit_id")} c ON c.id = a.id
      WHERE a.debits <> COALESCE(v.debits, 0) + COALESCE(d.cents, 0)
         OR a.credits <> COALESCE(v.credits, 0) + COALESCE(c.cents, 0)`,
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
    onlyOfAll: true,
    sql: `SELECT 'revenue' AS what FROM ledger_account a WHERE a.id = 'revenue' AND a.credits - a.debits <>
      (SELECT COALESCE(SUM(posted_cents - refunded_cents), 0) FROM call)`,
  },
  {
    name: "I6 an ended call was charged something else than its price",
    sql: `SELECT call_id AS what FROM call WHERE ${LOOKED_AT} AND status = 'ended' AND posted_cents <> refunded_cents
      AND posted_cents - refunded_cents <> answered_cents
        + extra_minute_cents * MAX(0, (duration_s - included_seconds + 59) / 60)`,
  },
  {
    name: "I7 an ended call still reserves money",
    sql: `SELECT call_id AS what FROM call WHERE ${LOOKED_AT} AND status = 'ended' AND reserved_cents <> 0`,
  },
  {
    name: "I8 what came in differs from the paid payments",
    sql: `SELECT 'external' AS what FROM ledger_account a WHERE a.id = 'external' AND a.debits - a.credits <>
      (SELECT COALESCE(SUM(amount_cents), 0) FROM payment WHERE state = 'succeeded')`,
  },
  {
    name: "I8 a paid payment was not credited, or not as much",
    sql: `SELECT payment_id AS what FROM payment p WHERE state = 'succeeded' AND NOT EXISTS
      (SELECT 1 FROM ledger_transfer t WHERE t.key = 'pay:' || p.payment_id AND t.amount_cents = p.amount_cents)`,
  },
  {
    name: "I9 a transfer was made twice",
    sql: "SELECT key AS what FROM ledger_transfer NOT INDEXED WHERE seq > @transfer GROUP BY key HAVING COUNT(*) > 1",
  },
  {
    name: "I9 a payment was credited twice",
    sql: `SELECT payment_id AS what FROM ledger_transfer WHERE seq > @transfer AND payment_id IS NOT NULL
      GROUP BY payment_id, code HAVING COUNT(*) > 1`,
  },
  {
    name: "I10 an account was overdrawn at some moment",
    sql: `SELECT account_id AS what FROM (
        SELECT a.account_id, COALESCE(v.credits - v.debits, 0)
          + SUM(CASE t.credit_id WHEN a.id THEN t.amount_cents ELSE -t.amount_cents END)
            OVER (PARTITION BY a.id ORDER BY t.seq) AS balance
        FROM ledger_transfer t
          JOIN ledger_account a ON a.id IN (t.debit_id, t.credit_id)
          LEFT JOIN verified_balance v ON v.id = a.id AND @transfer > 0
        WHERE t.seq > @transfer AND a.kind IN ('available', 'held'))
      WHERE balance < 0 GROUP BY account_id`,
  },
  {
    name: "I11 two reloads are open at once",
    sql: `SELECT account_id AS what FROM payment WHERE kind = 'reload' AND state IN ('created', 'sent', 'unknown')
      GROUP BY account_id HAVING COUNT(*) > 1`,
  },
  {
    name: "I12 an unanswered call was charged",
    sql: `SELECT call_id AS what FROM call WHERE ${LOOKED_AT} AND answered_at_ms IS NULL AND posted_cents > 0`,
  },
  {
    name: "I13 transfers are missing",
    sql: `SELECT 'transfers' AS what FROM (
        SELECT COUNT(*) AS present, COALESCE(MAX(seq), @transfer) - @transfer AS made
        FROM ledger_transfer WHERE seq > @transfer)
      WHERE present <> made`,
  },
  {
    name: "I13 transcript lines are missing",
    sql: `SELECT call_id AS what FROM transcript WHERE ${LOOKED_AT}
      GROUP BY call_id HAVING COUNT(*) <> MAX(seq) OR MIN(seq) <> 1`,
  },
  {
    name: "I13 transcript lines that were told are missing",
    ofRecords: true,
    sql: `SELECT DISTINCT call_id AS what FROM progress p WHERE ${LOOKED_AT} AND kind = 'transcript'
      AND NOT EXISTS (SELECT 1 FROM transcript t WHERE t.call_id = p.call_id AND t.seq = p.seq)`,
  },
  {
    name: "I13 events of a call are missing",
    ofRecords: true,
    sql: `SELECT call_id AS what FROM progress WHERE ${LOOKED_AT}
      GROUP BY call_id HAVING COUNT(*) <> MAX(n) OR MIN(n) <> 1`,
  },
  {
    name: "I14 a free call moved money",
    sql: `SELECT call_id AS what FROM call WHERE ${LOOKED_AT} AND free = 1
      AND call_id IN (SELECT call_id FROM ledger_transfer WHERE call_id IS NOT NULL)`,
  },
  {
    name: "a call's money differs from its transfers",
    sql: `SELECT c.call_id AS what FROM call c LEFT JOIN (
        SELECT call_id,
          SUM(amount_cents * (CASE code WHEN 'hold' THEN 1 WHEN 'refund' THEN 0 ELSE -1 END)) AS reserved,
          SUM(CASE code WHEN 'charge' THEN amount_cents ELSE 0 END) AS posted,
          SUM(CASE code WHEN 'refund' THEN amount_cents ELSE 0 END) AS refunded
        FROM ledger_transfer WHERE ${LOOKED_AT} GROUP BY call_id) t USING(call_id)
      WHERE c.${LOOKED_AT} AND (c.reserved_cents <> COALESCE(t.reserved, 0)
        OR c.posted_cents <> COALESCE(t.posted, 0) OR c.refunded_cents <> COALESCE(t.refunded, 0))`,
  },
  {
    name: "an ended call has no known reason",
    ofRecords: true,
    sql: `SELECT call_id AS what FROM call WHERE ${LOOKED_AT} AND status = 'ended'
      AND (end_reason IS NULL OR end_reason NOT IN (${END_REASONS.map((reason) => `'${reason}'`).join(", ")}))`,
  },
  {
    name: "an ended call has no outcome",
    ofRecords: true,
    sql: `SELECT call_id AS what FROM call WHERE ${LOOKED_AT} AND status = 'ended'
      AND CASE WHEN outcome IS NULL OR NOT json_valid(outcome) THEN 1
        ELSE COALESCE(json_type(outcome, '$.success'), '') NOT IN ('true', 'false')
          OR COALESCE(json_type(outcome, '$.summary'), '') <> 'text'
          OR COALESCE(json_type(outcome, '$.nextSteps'), '') <> 'text' END`,
  },
  {
    name: "the end of a call was never told",
    ofRecords: true,
    sql: `SELECT call_id AS what FROM call c WHERE c.${LOOKED_AT} AND status = 'ended'
      AND NOT EXISTS (SELECT 1 FROM progress p WHERE p.call_id = c.call_id AND p.kind = 'ended')`,
  },
  {
    name: "the end of a call is not in the outbox of a webhook that wants it",
    ofRecords: true,
    sql: `SELECT c.call_id AS what FROM webhook w JOIN call c ON c.account_id = w.account_id
      WHERE c.${LOOKED_AT} AND c.seq > w.after_call AND c.status = 'ended' AND w.stopped_at_ms IS NULL
        AND instr(w.events, '"call.ended"') > 0
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery d
          WHERE d.webhook_id = w.webhook_id AND d.call_id = c.call_id AND d.type = 'call.ended')`,
  },
  {
    name: "an acknowledged answer is not in the transcript",
    ofRecords: true,
    sql: `SELECT id AS what FROM asked q WHERE q.${LOOKED_AT} AND state = 'answered' AND line_seq IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM transcript t
        WHERE t.call_id = q.call_id AND t.seq = q.line_seq AND instr(t.text, q.answer) > 0)`,
  },
];
