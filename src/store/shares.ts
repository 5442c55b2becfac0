import type { Database } from "better-sqlite3";
import type { Shares } from "../calls/ports-store.ts";
import { readSharedCall } from "./json-columns.ts";

export function shareTable(db: Database): Shares {
  const latest = db.prepare<[string], { token: string; withdrawn: 0 | 1 }>(
    "SELECT token, withdrawn_at_ms IS NOT NULL AS withdrawn FROM share WHERE call_id = ? ORDER BY n DESC LIMIT 1",
  );
  const insert = db.prepare(`INSERT INTO share(token, call_id, published_at_ms, withdrawn_at_ms, copy)
    VALUES(@token, @callId, @publishedAtMs, @withdrawnAtMs, @copy)`);
  const withdraw = db.prepare("UPDATE share SET withdrawn_at_ms = ?, copy = NULL WHERE token = ?");
  const read = db.prepare<[string], string | null>("SELECT copy FROM share WHERE token = ?").pluck();
  return {
    latest(callId) {
      const row = latest.get(callId);
      return row === undefined ? null : { token: row.token, published: row.withdrawn === 0 };
    },
    publish(callId, token, copy, atMs) {
      insert.run({ token, callId, publishedAtMs: atMs, withdrawnAtMs: null, copy: JSON.stringify(copy) });
    },
    reserve(callId, token, atMs) {
      insert.run({ token, callId, publishedAtMs: null, withdrawnAtMs: atMs, copy: null });
    },
    withdraw: (token, atMs) => void withdraw.run(atMs, token),
    read(token) {
      const copy = read.get(token);
      if (copy === undefined) return null;
      return copy === null ? "withdrawn" : readSharedCall(copy);
    },
  };
}
