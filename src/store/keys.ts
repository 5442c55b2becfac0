import type { Database } from "better-sqlite3";
import { timingSafeEqual } from "node:crypto";
import type { KeyView } from "../billing/operations.ts";
import type { KeyHolder } from "../calls/operations.ts";
import type { Keys } from "../calls/ports-store.ts";
import { KnownKeys } from "./known-keys.ts";
import { digestOf, isWellFormed, KEY_LENGTH, newKey, shownPrefix } from "./key-format.ts";

/** The last use is for people to read: once a minute is exact enough, and a read never waits for the disk. */
const USE_RESOLUTION_MS = 60_000;

type KeySql = {
  readonly key_id: string;
  readonly digest: Buffer;
  readonly prefix: string;
  readonly account_id: string | null;
  readonly call_id: string | null;
  readonly name: string | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly last_used_at_ms: number | null;
  readonly revoked_at_ms: number | null;
};

/** `flushUses` writes the noted uses; called from time to time and before closing. */
export function keyTable(db: Database): Keys & { flushUses(): void; readonly unwritten: number } {
  const insert = db.prepare(`INSERT INTO api_key(
      key_id, digest, prefix, account_id, call_id, name, created_at_ms, expires_at_ms)
    VALUES(@keyId, @digest, @prefix, @accountId, @callId, @name, @createdAtMs, @expiresAtMs)`);
  const find = db.prepare<[Buffer], KeySql>("SELECT * FROM api_key WHERE digest = ?");
  const list = db.prepare<[string], KeySql>("SELECT * FROM api_key WHERE account_id = ? ORDER BY created_at_ms, rowid");
  const rename = db.prepare("UPDATE api_key SET name = ? WHERE account_id = ? AND key_id = ?");
  const present = db
    .prepare<[string, string], number>("SELECT 1 FROM api_key WHERE account_id = ? AND key_id = ?")
    .pluck();
  const revoke = db.prepare(
    "UPDATE api_key SET revoked_at_ms = ? WHERE account_id = ? AND key_id = ? AND revoked_at_ms IS NULL",
  );
  const noteUse = db.prepare("UPDATE api_key SET last_used_at_ms = ? WHERE key_id = ?");
  const othersWrote = db.prepare<[], number>("PRAGMA data_version").pluck();
  let writtenByOthers = othersWrote.get();
  const uses = new Map<string, number>();
  const known = new KnownKeys();

  const noteIfDue = (keyId: string, notedAtMs: number, nowMs: number): number => {
    if (nowMs - notedAtMs < USE_RESOLUTION_MS) return notedAtMs;
    uses.set(keyId, nowMs);
    return nowMs;
  };

  const viewOf = (row: KeySql): KeyView => ({
    keyId: row.key_id,
    prefix: row.prefix,
    name: row.name,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: uses.get(row.key_id) ?? row.last_used_at_ms,
    revokedAtMs: row.revoked_at_ms,
  });

  return {
    issue({ keyId, holder, name, createdAtMs, expiresAtMs }) {
      const key = newKey();
      insert.run({
        keyId,
        digest: digestOf(key),
        prefix: shownPrefix(key),
        accountId: "accountId" in holder ? holder.accountId : null,
        callId: "callId" in holder ? holder.callId : null,
        name,
        createdAtMs,
        expiresAtMs,
      });
      return key;
    },
    find(key, nowMs) {
      if (key.length !== KEY_LENGTH) return null;
      const digest = digestOf(key);
      const name = digest.toString("latin1");
      // The operator may have revoked it from beside: SQLite tells when another process has written.
      const written = othersWrote.get();
      if (written !== writtenByOthers) known.forgetAll();
      writtenByOthers = written;
      const found = known.find(name);
      if (found !== undefined) {
        if (isOver(found.expiresAtMs, nowMs)) return null;
        found.notedAtMs = noteIfDue(found.holder.keyId, found.notedAtMs, nowMs);
        return found.holder;
      }
      if (!isWellFormed(key)) return null;
      const row = find.get(digest);
      if (row === undefined || !timingSafeEqual(row.digest, digest)) return null;
      if (row.revoked_at_ms !== null || isOver(row.expires_at_ms, nowMs)) return null;
      const holder = holderOf(row);
      if (holder === null) return null;
      const notedAtMs = noteIfDue(row.key_id, uses.get(row.key_id) ?? row.last_used_at_ms ?? 0, nowMs);
      // What a transaction under way has written may yet come to nothing.
      if (!db.inTransaction) known.remember(name, { holder, expiresAtMs: row.expires_at_ms, notedAtMs });
      return holder;
    },
    list: (accountId) => list.all(accountId).map(viewOf),
    rename: (accountId, keyId, name) => rename.run(name, accountId, keyId).changes === 1,
    revoke(accountId, keyId, atMs) {
      known.forget(keyId);
      revoke.run(atMs, accountId, keyId);
      return present.get(accountId, keyId) !== undefined;
    },
    get unwritten() {
      return uses.size;
    },
    flushUses() {
      for (const [keyId, atMs] of uses) noteUse.run(atMs, keyId);
      uses.clear();
    },
  };
}

function isOver(expiresAtMs: number | null, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}

function holderOf(row: KeySql): KeyHolder | null {
  if (row.account_id !== null) return { kind: "account", accountId: row.account_id, keyId: row.key_id };
  return row.call_id === null ? null : { kind: "call", callId: row.call_id, keyId: row.key_id };
}
