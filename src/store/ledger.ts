/**
 * The double-entry ledger. Every movement is one immutable transfer with a unique key; triggers keep the balances, and
 * their checks make overspending and posting twice impossible whatever the code above does.
 *
 *     external → available      topup, reload          available → held     hold
 *     held     → revenue        charge                 held → available     release
 *     revenue  → available      refund
 */
import type { Database } from "better-sqlite3";
import type { LedgerRow } from "../billing/operations.ts";
import type { Ledger } from "../calls/ports-store.ts";
import { cents, type Cents } from "../billing/pricing.ts";

type Transfer = {
  readonly key: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: Cents;
  readonly code: LedgerRow["code"];
  readonly accountId: string;
  readonly callId: string | null;
  readonly paymentId: string | null;
  readonly atMs: number;
};

const available = (accountId: string): string => `${accountId}:available`;
const held = (accountId: string): string => `${accountId}:held`;

export function openLedgerAccounts(db: Database, accountId: string): void {
  const insert = db.prepare("INSERT INTO ledger_account(id, account_id, kind) VALUES(?, ?, ?)");
  insert.run(available(accountId), accountId, "available");
  insert.run(held(accountId), accountId, "held");
}

export function ledgerTable(db: Database): Ledger {
  const insert = db.prepare(`INSERT INTO ledger_transfer(
      key, debit_id, credit_id, amount_cents, code, account_id, call_id, payment_id, at_ms)
    VALUES(@key, @debit, @credit, @amount, @code, @accountId, @callId, @paymentId, @atMs)`);
  const present = db.prepare<[string], number>("SELECT 1 FROM ledger_transfer WHERE key = ?").pluck();
  const net = db.prepare<[string], number>("SELECT credits - debits FROM ledger_account WHERE id = ?").pluck();
  const reserved = db.prepare<[string], number>("SELECT reserved_cents FROM call WHERE call_id = ?").pluck();
  const rows = db.prepare<[string, number, number], RowSql>(
    `SELECT seq, at_ms, code, amount_cents, call_id FROM ledger_transfer
     WHERE account_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );

  /** Looks before it writes: an insertion turned away by its key would leave a gap in the sequence. */
  const once = (transfer: Transfer): boolean => {
    if (present.get(transfer.key) !== undefined) return false;
    insert.run(transfer);
    return true;
  };

  return {
    balance(accountId) {
      const heldCents = cents(net.get(held(accountId)) ?? 0);
      return { balanceCents: cents((net.get(available(accountId)) ?? 0) + heldCents), heldCents };
    },
    credit: (accountId, paymentId, code, amount, atMs) =>
      once({
        key: `pay:${paymentId}`,
        debit: "external",
        credit: available(accountId),
        amount,
        code,
        accountId,
        callId: null,
        paymentId,
        atMs,
      }),
    hold(accountId, callId, slot, amount, atMs) {
      const key = `hold:${callId}:${slot}`;
      if (present.get(key) !== undefined) return true;
      if ((net.get(available(accountId)) ?? 0) < amount) return false;
      const [debit, credit] = [available(accountId), held(accountId)];
      insert.run({ key, debit, credit, amount, code: "hold", accountId, callId, paymentId: null, atMs });
      return true;
    },
    charge(accountId, callId, slot, amount, atMs) {
      const key = `charge:${callId}:${slot}`;
      once({
        key,
        debit: held(accountId),
        credit: "revenue",
        amount,
        code: "charge",
        accountId,
        callId,
        paymentId: null,
        atMs,
      });
    },
    release(accountId, callId, atMs) {
      const amount = cents(reserved.get(callId) ?? 0);
      if (amount === 0) return;
      const [debit, credit] = [held(accountId), available(accountId)];
      once({
        key: `release:${callId}`,
        debit,
        credit,
        amount,
        code: "release",
        accountId,
        callId,
        paymentId: null,
        atMs,
      });
    },
    refund(accountId, callId, amount, atMs) {
      if (amount === 0) return;
      const key = `refund:${callId}`;
      once({
        key,
        debit: "revenue",
        credit: available(accountId),
        amount,
        code: "refund",
        accountId,
        callId,
        paymentId: null,
        atMs,
      });
    },
    rows: (accountId, before, limit) => rows.all(accountId, before ?? Number.MAX_SAFE_INTEGER, limit).map(rowOf),
  };
}

type RowSql = {
  readonly seq: number;
  readonly at_ms: number;
  readonly code: LedgerRow["code"];
  readonly amount_cents: number;
  readonly call_id: string | null;
};

function rowOf(row: RowSql): LedgerRow {
  return {
    seq: row.seq,
    atMs: row.at_ms,
    code: row.code,
    amountCents: row.amount_cents,
    balanceChangeCents: signOf(row.code) * row.amount_cents,
    callId: row.call_id,
  };
}

function signOf(code: LedgerRow["code"]): number {
  switch (code) {
    case "topup":
    case "reload":
    case "refund":
    case "adjust":
      return 1;
    case "charge":
    case "chargeback":
      return -1;
    case "hold":
    case "release":
      return 0;
  }
}
