import type { Database } from "better-sqlite3";
import type { Replies, ReplyName } from "../calls/ports-store.ts";
import { digestOf } from "./key-format.ts";
import { seal, unseal } from "./seal.ts";

/** A day of them may expire in one moment, and nobody's request waits for that. */
const PRUNED_AT_ONCE = 200;

type ReplySql = { readonly fingerprint: string; readonly status: number; readonly body: Buffer };

export function replyTable(db: Database): Replies {
  const find = db.prepare<[Buffer, number], ReplySql>(
    "SELECT fingerprint, status, body FROM reply WHERE digest = ? AND expires_at_ms > ?",
  );
  const keep =
    db.prepare(`INSERT OR REPLACE INTO reply(digest, holder, lasting, fingerprint, status, body, expires_at_ms)
    VALUES(@digest, @holder, @lasting, @fingerprint, @status, @body, @expiresAtMs)`);
  const prune = db.prepare(`DELETE FROM reply WHERE n IN (
    SELECT n FROM reply INDEXED BY reply_expiry WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ${PRUNED_AT_ONCE})`);
  const trimHolder = db.prepare(`DELETE FROM reply WHERE n IN (
    SELECT n FROM reply INDEXED BY reply_passing_of_holder WHERE holder = ? AND lasting = 0
    ORDER BY n DESC LIMIT -1 OFFSET ?)`);
  const trimAll = db.prepare(`DELETE FROM reply WHERE n IN (
    SELECT n FROM reply INDEXED BY reply_passing WHERE lasting = 0 ORDER BY n DESC LIMIT -1 OFFSET ?)`);

  return {
    find(name, nowMs) {
      const row = find.get(digestOfName(name), nowMs);
      if (row === undefined) return null;
      const { fingerprint, status, body } = row;
      return { fingerprint, status, body: unseal(body, secretOf(name)) };
    },
    keep(name, { fingerprint, status, body }, { lasting, expiresAtMs }) {
      keep.run({
        digest: digestOfName(name),
        holder: name.holder,
        lasting: lasting ? 1 : 0,
        fingerprint,
        status,
        body: seal(body, secretOf(name)),
        expiresAtMs,
      });
    },
    makeRoom(holder, most) {
      trimHolder.run(holder, most.ofHolder);
      trimAll.run(most.inAll);
    },
    prune: (nowMs) => void prune.run(nowMs),
  };
}

/** None of its parts can hold a line break. */
function digestOfName({ holder, path, key }: ReplyName): Buffer {
  return digestOf(`outdial reply\n${holder}\n${path}\n${key}`);
}

function secretOf({ key, setupCode }: ReplyName): string {
  return `${key}\n${setupCode ?? ""}`;
}
