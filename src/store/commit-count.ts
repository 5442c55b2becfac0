/**
 * How many commits there were, in a file beside the database. The end of a write-ahead log can get lost without a trace:
 * SQLite takes a damaged frame for the end of the log and finds everything in order. The file is written after each
 * commit and never waits for the disk, so it may know of fewer commits than the database, and never of more.
 */
import type { Database } from "better-sqlite3";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";

const BYTES = 8;

export type CommitCount = {
  /** As it was left; 0 when there was none. */
  readonly known: number;
  note(nth: number): void;
  close(): void;
};

export function openCommitCount(folder: string): CommitCount {
  const file = openSync(join(folder, "commits.count"), "a+", 0o600);
  closeSync(file);
  const open = openSync(join(folder, "commits.count"), "r+");
  const buffer = Buffer.alloc(BYTES);
  let closed = false;
  const known = readSync(open, buffer, 0, BYTES, 0) === BYTES ? Number(buffer.readBigUInt64LE()) : 0;
  return {
    known: Number.isSafeInteger(known) ? known : 0,
    note(nth) {
      if (closed) return;
      buffer.writeBigUInt64LE(BigInt(nth));
      try {
        writeSync(open, buffer, 0, BYTES, 0);
      } catch {
        // It only helps to notice a loss, and must never be the reason of one.
      }
    },
    close() {
      if (!closed) closeSync(open);
      closed = true;
    },
  };
}

/** Remembers what is missing, for every check to name, and counts on from the larger number. Part of a transaction. */
export function noteLostCommits(db: Database, known: number, atMs: number): void {
  const present = db.prepare<[], number>("SELECT n FROM commits").pluck().get() ?? 0;
  if (known <= present) return;
  db.prepare("INSERT INTO lost_commits(at_ms, missing) VALUES(?, ?)").run(atMs, known - present);
  db.prepare("UPDATE commits SET n = ?").run(known);
}
