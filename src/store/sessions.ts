import type { Database } from "better-sqlite3";
import type { Sessions } from "../calls/ports-store.ts";
import { randomToken } from "../lib/ids.ts";
import { digestOf } from "./key-format.ts";

type SessionSql = { readonly account_id: string; readonly expires_at_ms: number };

export function sessionTable(db: Database): Sessions {
  const insert = db.prepare(
    "INSERT INTO session(digest, kind, account_id, key_id, expires_at_ms) VALUES(?, ?, ?, ?, ?)",
  );
  const find = db.prepare<[Buffer, string, number], SessionSql>(
    "SELECT account_id, expires_at_ms FROM session WHERE digest = ? AND kind = ? AND expires_at_ms > ?",
  );
  const remove = db.prepare<[Buffer, string], SessionSql>(
    "DELETE FROM session WHERE digest = ? AND kind = ? RETURNING account_id, expires_at_ms",
  );
  const endOf = db.prepare("DELETE FROM session WHERE key_id = ?");
  const prune = db.prepare("DELETE FROM session WHERE expires_at_ms <= ?");

  return {
    issue(kind, { accountId, keyId }, expiresAtMs) {
      const token = randomToken(32);
      insert.run(digestOf(token), kind, accountId, keyId, expiresAtMs);
      return token;
    },
    find(kind, token, nowMs) {
      const row = find.get(digestOf(token), kind, nowMs);
      return row === undefined ? null : { accountId: row.account_id, expiresAtMs: row.expires_at_ms };
    },
    consume(kind, token, nowMs) {
      const row = remove.get(digestOf(token), kind);
      return row === undefined || row.expires_at_ms <= nowMs ? null : row.account_id;
    },
    endThoseOf: (keyId) => void endOf.run(keyId),
    prune: (nowMs) => void prune.run(nowMs),
  };
}
