import type { Database } from "better-sqlite3";
import type { AccountRow, Accounts } from "../calls/ports-store.ts";
import { randomToken } from "../lib/ids.ts";
import { openLedgerAccounts } from "./ledger.ts";

type AccountSql = {
  readonly account_id: string;
  readonly created_at_ms: number;
  readonly auto_reload: 0 | 1;
  readonly card_customer: string | null;
  readonly card_method: string | null;
  readonly top_up_token: string;
  readonly declines: number;
  readonly declined_at_ms: number | null;
  readonly frozen: string | null;
};

export function accountTable(db: Database): Accounts {
  const insert = db.prepare("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES(?, ?, ?)");
  const read = db.prepare<[string], AccountSql>("SELECT * FROM account WHERE account_id = ?");
  const byToken = db.prepare<[string], AccountSql>("SELECT * FROM account WHERE top_up_token = ?");
  const setAutoReload = db.prepare("UPDATE account SET auto_reload = ? WHERE account_id = ?");
  const saveCard = db.prepare("UPDATE account SET card_customer = ?, card_method = ? WHERE account_id = ?");
  const noteDecline = db.prepare("UPDATE account SET declines = declines + 1, declined_at_ms = ? WHERE account_id = ?");
  const clearDeclines = db.prepare("UPDATE account SET declines = 0, declined_at_ms = NULL WHERE account_id = ?");
  const freeze = db.prepare("UPDATE account SET frozen = ? WHERE account_id = ?");

  return {
    open(accountId, atMs) {
      insert.run(accountId, atMs, randomToken(20));
      openLedgerAccounts(db, accountId);
    },
    read: (accountId) => accountOf(read.get(accountId)),
    byTopUpToken: (token) => accountOf(byToken.get(token)),
    setAutoReload: (accountId, on) => void setAutoReload.run(on ? 1 : 0, accountId),
    saveCard: (accountId, card) => void saveCard.run(card.customer, card.method, accountId),
    noteDecline: (accountId, atMs) => void noteDecline.run(atMs, accountId),
    clearDeclines: (accountId) => void clearDeclines.run(accountId),
    freeze: (accountId, why) => void freeze.run(why, accountId),
  };
}

function accountOf(row: AccountSql | undefined): AccountRow | null {
  if (row === undefined) return null;
  const card =
    row.card_customer === null || row.card_method === null
      ? null
      : { customer: row.card_customer, method: row.card_method };
  return {
    accountId: row.account_id,
    createdAtMs: row.created_at_ms,
    autoReload: row.auto_reload === 1,
    card,
    topUpToken: row.top_up_token,
    declines: row.declines,
    declinedAtMs: row.declined_at_ms,
    frozen: row.frozen,
  };
}
