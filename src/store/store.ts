/** The appliance's memory: one SQLite file, opened by one process. `main.ts` opens it, the desk uses it. */
import { statfsSync } from "node:fs";
import type { Store } from "../calls/ports-store.ts";
import { accountTable } from "./accounts.ts";
import { callTable } from "./calls.ts";
import { keyTable } from "./keys.ts";
import { ledgerTable } from "./ledger.ts";
import { openDatabase } from "./open.ts";
import { paymentTable } from "./payments.ts";
import { replyTable } from "./replies.ts";
import { SharedCommit } from "./shared-commit.ts";
import { sessionTable } from "./sessions.ts";
import { setupTable } from "./setups.ts";
import { shareTable } from "./shares.ts";
import { demoUseTable, doNotCallTable } from "./small-tables.ts";
import { verify } from "./verify.ts";
import { Work } from "./work.ts";

export type StoreOptions = {
  /** Made for the owner's eyes only if it is missing (0700); the files in it always are (0600). */
  readonly folder: string;
  /** Below this much free disk no new call is accepted, so that the running ones can still be written. */
  readonly minFreeBytes?: number;
  /** An effect after a commit failed: a bug, to be logged. */
  readonly onEffectError: (error: unknown) => void;
};

const DEFAULT_MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Throws one sentence when the folder is in use, the file damaged, from a newer version, or its books do not balance. */
export function openStore(options: StoreOptions): Store {
  const opened = openDatabase(options.folder);
  const { db } = opened;
  try {
    const problems = verify(db);
    if (problems.length > 0) {
      throw new Error(`The books in ${options.folder} do not balance: ${problems.join("; ")}. Restore a backup.`);
    }
  } catch (error) {
    opened.close();
    throw error;
  }
  const work = new Work(db, options.onEffectError);
  const shared = new SharedCommit(work);
  const keys = keyTable(db);
  const minFreeBytes = options.minFreeBytes ?? DEFAULT_MIN_FREE_BYTES;

  return {
    atomically: (run) => work.atomically(run),
    shareCommit: (run) => shared.run(run),
    afterCommit: (effect) => work.afterCommit(effect),
    notReady() {
      if (work.broken !== null) return work.broken;
      const disk = statfsSync(options.folder);
      if (disk.bavail * disk.bsize >= minFreeBytes) return null;
      return `Less than ${Math.round(minFreeBytes / 1024 / 1024)} MB of disk are free for the database: make room.`;
    },
    calls: callTable(db),
    ledger: ledgerTable(db),
    accounts: accountTable(db),
    keys,
    setups: setupTable(db),
    sessions: sessionTable(db),
    payments: paymentTable(db),
    replies: replyTable(db),
    shares: shareTable(db),
    demoUse: demoUseTable(db),
    doNotCall: doNotCallTable(db),
    flushUses() {
      if (keys.unwritten > 0) work.atomically(() => keys.flushUses());
    },
    verify: () => verify(db),
    close() {
      try {
        if (work.broken === null) work.atomically(() => keys.flushUses());
      } finally {
        opened.close();
      }
    },
  };
}
