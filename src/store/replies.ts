import type { Database } from "better-sqlite3";
import type { Replies } from "../calls/ports-store.ts";
import { seal, unseal } from "./seal.ts";

type ReplySql = {
  readonly fingerprint: string;
  readonly status: number;
  readonly sealed: 0 | 1;
  readonly body: Buffer;
};

export function replyTable(db: Database): Replies {
  const find = db.prepare<[string, string, number], ReplySql>(
    "SELECT fingerprint, status, sealed, body FROM reply WHERE scope = ? AND key = ? AND expires_at_ms > ?",
  );
  const keep = db.prepare(`INSERT INTO reply(scope, key, fingerprint, status, sealed, body, expires_at_ms)
    VALUES(@scope, @key, @fingerprint, @status, @sealed, @body, @expiresAtMs)
    ON CONFLICT(scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
      sealed = excluded.sealed, body = excluded.body, expires_at_ms = excluded.expires_at_ms`);
  const prune = db.prepare("DELETE FROM reply WHERE expires_at_ms <= ?");

  return {
    find(scope, key, sealWith, nowMs) {
      const row = find.get(scope, key, nowMs);
      if (row === undefined) return null;
      const { fingerprint, status } = row;
      if (row.sealed === 0) return { fingerprint, status, body: row.body.toString("utf8") };
      return { fingerprint, status, body: sealWith === null ? null : unseal(row.body, sealWith) };
    },
    keep(scope, key, { fingerprint, status, body }, sealWith, expiresAtMs) {
      keep.run({
        scope,
        key,
        fingerprint,
        status,
        sealed: sealWith === null ? 0 : 1,
        body: sealWith === null ? Buffer.from(body, "utf8") : seal(body, sealWith),
        expiresAtMs,
      });
    },
    prune: (nowMs) => void prune.run(nowMs),
  };
}
