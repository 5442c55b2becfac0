import type { Database } from "better-sqlite3";
import { createHash } from "node:crypto";
import type { SetupRow, Setups } from "../billing/ports-setups.ts";
import { base62, randomToken } from "../lib/ids.ts";
import { readBrief } from "./json-columns.ts";
import { digestOf } from "./key-format.ts";

type SetupSql = {
  readonly setup_id: string;
  readonly kind: SetupRow["kind"];
  readonly state: SetupRow["state"];
  readonly account_id: string | null;
  readonly brief: string;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
};

export function setupTable(db: Database): Setups {
  const insert = db.prepare(`INSERT INTO setup(
      setup_id, kind, code_digest, token_digest, account_id, asked_by, brief, created_at_ms, expires_at_ms)
    VALUES(@setupId, @kind, @code, @token, @accountId, @askedBy, @brief, @createdAtMs, @expiresAtMs)`);
  const byCode = db.prepare<[Buffer], SetupSql>("SELECT * FROM setup WHERE code_digest = ?");
  const byToken = db.prepare<[Buffer], SetupSql>("SELECT * FROM setup WHERE token_digest = ?");
  const byId = db.prepare<[string], SetupSql>("SELECT * FROM setup WHERE setup_id = ?");
  const mark = db.prepare("UPDATE setup SET state = ? WHERE setup_id = ?");
  const complete = db.prepare(
    "UPDATE setup SET state = 'completed', account_id = ?, expires_at_ms = ? WHERE setup_id = ?",
  );
  const use = db.prepare("UPDATE setup SET state = 'used', call_id = ? WHERE setup_id = ?");
  const claim = db.prepare(
    "UPDATE setup SET link_claimed = 1 WHERE setup_id = ? AND link_claimed = 0 AND state IN ('completed', 'used')",
  );
  const prune = db.prepare(`DELETE FROM setup WHERE state IN ('open', 'paying') AND expires_at_ms < ?
    AND NOT EXISTS(SELECT 1 FROM payment WHERE payment.setup_id = setup.setup_id)`);

  // One with a payment is under way, or was once: it is kept like any other until it expires.
  const trim = db.prepare(`DELETE FROM setup WHERE setup_id IN (
    SELECT setup_id FROM setup INDEXED BY setup_of_asker WHERE asked_by = ? AND state = 'open'
      AND NOT EXISTS(SELECT 1 FROM payment WHERE payment.setup_id = setup.setup_id)
    ORDER BY created_at_ms DESC, rowid DESC LIMIT -1 OFFSET ?)`);

  return {
    create({ setupId, kind, accountId, askedBy, brief, createdAtMs, expiresAtMs }) {
      const code = randomToken(32);
      const [codeDigest, token] = [digestOf(code), digestOf(tokenOf(code))];
      insert.run({
        setupId,
        kind,
        code: codeDigest,
        token,
        accountId,
        askedBy,
        brief: JSON.stringify(brief),
        createdAtMs,
        expiresAtMs,
      });
      return code;
    },
    byCode: (code) => setupOf(byCode.get(digestOf(code))),
    byToken: (token) => setupOf(byToken.get(digestOf(token))),
    byId: (setupId) => setupOf(byId.get(setupId)),
    tokenOf,
    markPaying: (setupId) => void mark.run("paying", setupId),
    markOpen: (setupId) => void mark.run("open", setupId),
    complete: (setupId, accountId, expiresAtMs) => void complete.run(accountId, expiresAtMs, setupId),
    use: (setupId, callId) => void use.run(callId, setupId),
    claimLink: (setupId) => claim.run(setupId).changes === 1,
    keepNewest: (askedBy, most) => void trim.run(askedBy, most),
    prune: (beforeMs) => void prune.run(beforeMs),
  };
}

function tokenOf(code: string): string {
  return base62(createHash("sha256").update(`outdial set-up link ${code}`).digest());
}

function setupOf(row: SetupSql | undefined): SetupRow | null {
  if (row === undefined) return null;
  return {
    setupId: row.setup_id,
    kind: row.kind,
    state: row.state,
    accountId: row.account_id,
    brief: readBrief(row.brief),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}
