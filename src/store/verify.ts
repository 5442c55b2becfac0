/**
 * "Nothing lost" as one function: every call that was accepted has ended with a reason and an outcome or is under way,
 * its lines are all there, every cent is accounted for, every published page can be shown (reference: I1 to I14). Run at
 * every start, every hour, by `outdial verify`, on every backup, and at the end of every test that breaks something.
 *
 * What has been verified once cannot change any more: the schema forbids it. So a check of what is new begins where the
 * last one ended (`verified`), and its time grows with what is new; a damage in what is old is found by a check of all.
 */
import type { Database } from "better-sqlite3";
import type { Verification, VerifyOptions } from "../calls/ports-store.ts";
import { readSharedCall } from "./json-columns.ts";
import { CHECKS, type Check, type From } from "./verify-checks.ts";

const NOTHING_VERIFIED: From = { call: 0, transfer: 0, share: 0 };
const SHOWN = 3;

export type Verified = {
  /** What is wrong with the books: nothing may be added to them. */
  readonly books: readonly string[];
  /** What is wrong with the record of a call. */
  readonly records: readonly string[];
  /** What is known to be missing, though what is there is right. */
  readonly lost: readonly string[];
  readonly calls: number;
  readonly transfers: number;
};

/** Part of a transaction of the caller's, so that all is seen as it was in one moment. */
export function verify(db: Database, { scope, underWay }: VerifyOptions): Verified {
  const from = scope === "all" ? NOTHING_VERIFIED : verifiedSoFar(db);
  const found = (checks: readonly Check[]): readonly string[] =>
    checks
      .filter(({ onlyOfAll }) => onlyOfAll !== true || from.transfer === 0)
      .flatMap(({ name, sql }) =>
        sentence(name, db.prepare<[From], string | number>(`SELECT what FROM (${sql})`).pluck().iterate(from)),
      );
  const records = [
    ...found(CHECKS.filter(({ ofRecords }) => ofRecords === true)),
    ...sentence("a call is open that nobody holds any more", openCalls(db, underWay)),
    ...sentence("a published page cannot be shown", unreadablePages(db, from)),
  ];
  const count = (sql: string, after: number): number => db.prepare<[number], number>(sql).pluck().get(after) ?? 0;
  return {
    books: found(CHECKS.filter(({ ofRecords }) => ofRecords !== true)),
    records,
    lost: lostCommits(db),
    calls: count("SELECT COUNT(*) FROM call WHERE seq > ?", from.call),
    transfers: count("SELECT COUNT(*) FROM ledger_transfer WHERE seq > ?", from.transfer),
  };
}

/** What is new, and remembers how far it has looked when it is sound. Part of a transaction of the caller's. */
export function verifyNew(db: Database, underWay: VerifyOptions["underWay"], atMs: number): Verified {
  const found = verify(db, { scope: "new", underWay });
  if (found.books.length + found.records.length === 0) rememberVerified(db, atMs);
  return found;
}

/** For a reader: all sentences together. */
export function reported({ books, records, lost, calls, transfers }: Verified): Verification {
  return { problems: [...books, ...records, ...lost], calls, transfers };
}

/** Calls under way are looked at again the next time. */
function rememberVerified(db: Database, atMs: number): void {
  db.prepare(
    `INSERT INTO verified(one, call_seq, transfer_seq, share_n, at_ms) VALUES(1,
      (SELECT COALESCE(MIN(seq) - 1, (SELECT COALESCE(MAX(seq), 0) FROM call)) FROM call INDEXED BY call_unended
        WHERE status <> 'ended'),
      (SELECT COALESCE(MAX(seq), 0) FROM ledger_transfer),
      (SELECT COALESCE(MAX(n), 0) FROM share),
      ?)
    ON CONFLICT(one) DO UPDATE SET call_seq = excluded.call_seq, transfer_seq = excluded.transfer_seq,
      share_n = excluded.share_n, at_ms = excluded.at_ms`,
  ).run(atMs);
  db.exec(`INSERT INTO verified_balance(id, debits, credits) SELECT id, debits, credits FROM ledger_account WHERE true
    ON CONFLICT(id) DO UPDATE SET debits = excluded.debits, credits = excluded.credits
      WHERE debits <> excluded.debits OR credits <> excluded.credits`);
}

function verifiedSoFar(db: Database): From {
  const row = db
    .prepare<[], From>("SELECT call_seq AS call, transfer_seq AS transfer, share_n AS share FROM verified")
    .get();
  return row ?? NOTHING_VERIFIED;
}

function* openCalls(db: Database, underWay: VerifyOptions["underWay"]): Iterable<string> {
  if (underWay === "unknown") return;
  const open = db.prepare<[], { callId: string; createdAtMs: number }>(
    `SELECT call_id AS callId, created_at_ms AS createdAtMs FROM call INDEXED BY call_unended
     WHERE status <> 'ended' AND call_id NOT IN (SELECT call_id FROM set_aside)`,
  );
  for (const { callId, createdAtMs } of open.iterate()) {
    const held = "placedSinceMs" in underWay ? createdAtMs >= underWay.placedSinceMs : underWay.has(callId);
    if (!held) yield callId;
  }
}

function* unreadablePages(db: Database, { share }: From): Iterable<string> {
  const published = db.prepare<[number], { callId: string; copy: string }>(
    "SELECT call_id AS callId, copy FROM share WHERE n > ? AND withdrawn_at_ms IS NULL",
  );
  for (const { callId, copy } of published.iterate(share)) {
    try {
      readSharedCall(copy);
    } catch {
      yield callId;
    }
  }
}

function lostCommits(db: Database): readonly string[] {
  const rows = db.prepare<[], { missing: number; atMs: number }>(
    "SELECT missing, at_ms AS atMs FROM lost_commits WHERE noted_at_ms IS NULL ORDER BY at_ms",
  );
  return rows
    .all()
    .map(
      ({ missing, atMs }) =>
        `the last ${missing} commits before the start at ${new Date(atMs).toISOString()} are lost: the end of the write-ahead log was damaged or removed (after a look: outdial verify --noted)`,
    );
}

function sentence(name: string, found: Iterable<string | number>): readonly string[] {
  const shown: (string | number)[] = [];
  let more = 0;
  for (const one of found) {
    if (shown.length < SHOWN) shown.push(one);
    else more += 1;
  }
  if (shown.length === 0) return [];
  return [`${name} (${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`})`];
}
