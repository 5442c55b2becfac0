/** The appliance's memory: one SQLite file, opened by one process. `main.ts` opens it, the desk uses it. */
import { statfsSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../calls/ports-store.ts";
import { accountTable } from "./accounts.ts";
import { callTable } from "./calls.ts";
import { noteLostCommits, openCommitCount } from "./commit-count.ts";
import { checkInThread, noteCheckDue } from "./check-file.ts";
import { storeFigures } from "./figures.ts";
import { keyTable } from "./keys.ts";
import { ledgerTable } from "./ledger.ts";
import { damaged, DATABASE, openDatabase } from "./open.ts";
import { paymentTable } from "./payments.ts";
import { replyTable } from "./replies.ts";
import { SharedCommit } from "./shared-commit.ts";
import { sessionTable } from "./sessions.ts";
import { setupTable } from "./setups.ts";
import { shareTable } from "./shares.ts";
import { demoUseTable, doNotCallTable } from "./small-tables.ts";
import { reported, verify, verifyNew } from "./verify.ts";
import { webhookTable } from "./webhooks.ts";
import { Work } from "./work.ts";

export type StoreOptions = {
  /** Made for the owner's eyes only if it is missing (0700); the files in it always are (0600). */
  readonly folder: string;
  /** Below this much free disk no new call is accepted, so that the running ones can still be written. */
  readonly minFreeBytes?: number;
  /**
   * Given: SQLite's look at the whole file is made in a thread beside the start, and its end is told once, with a sentence
   * when the file is damaged. Left out: made before anything else, and a damaged file is refused.
   */
  readonly onFileChecked?: (damage: string | null) => void;
  /** An effect after a commit failed: a bug, to be logged. */
  readonly onEffectError: (error: unknown) => void;
  /** After each transaction: how long it had to wait for the disk, or for somebody else's lock. */
  readonly onWaited?: (ms: number) => void;
  /** Told once when the database has failed so that nothing can be written until a restart. */
  readonly onBroken?: (why: string) => void;
};

const DEFAULT_MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Throws one sentence when the folder is in use, the file damaged, from a newer version, or its books do not balance. */
export function openStore(options: StoreOptions): Store {
  const { folder, onEffectError, onBroken = () => undefined } = options;
  const opened = openDatabase(folder, options.onFileChecked !== undefined);
  const { db } = opened;
  const count = openCommitCount(folder);
  const listeners = new Set<() => void>();
  const onCommit = (nth: number): void => {
    count.note(nth);
    for (const told of listeners) told();
  };
  const work = new Work(db, {
    onEffectError,
    onBroken,
    onCommit,
    ...(options.onWaited === undefined ? {} : { onWaited: options.onWaited }),
  });
  const closing = new AbortController();
  const close = (): void => {
    closing.abort();
    count.close();
    opened.close();
  };
  try {
    work.atomically(() => noteLostCommits(db, count.known, Date.now()));
    // A single call whose record is damaged, or what is lost for good, is no reason to stay down: every check names it.
    const { books } = work.atomically(() => verifyNew(db, "unknown", Date.now()));
    if (books.length > 0) {
      throw new Error(
        `The books in ${folder} do not balance: ${books.join("; ")}. Restore a backup with \`npm run restore\`.`,
      );
    }
  } catch (error) {
    close();
    throw error;
  }
  if (opened.unchecked) void checkBeside(options, closing.signal);
  else options.onFileChecked?.(null);
  const shared = new SharedCommit(work);
  const keys = keyTable(db);
  const minFreeBytes = options.minFreeBytes ?? DEFAULT_MIN_FREE_BYTES;
  /** Whatever fails, the database's own end is noticed: a read that finds it damaged as well as a write. */
  const watched = <T extends object>(table: T): T => withErrors(table, (error) => work.translate(error));

  return {
    atomically: (run) => work.atomically(run),
    shareCommit: (run) => shared.run(run),
    afterCommit: (effect) => work.afterCommit(effect),
    onCommit(told) {
      const soon = (): void => void setImmediate(told);
      listeners.add(soon);
      return () => void listeners.delete(soon);
    },
    notReady() {
      if (work.broken !== null) return work.broken;
      const disk = statfsSync(folder);
      if (disk.bavail * disk.bsize >= minFreeBytes) return null;
      return `Less than ${Math.round(minFreeBytes / 1024 / 1024)} MB of disk are free for the database: make room.`;
    },
    calls: watched(callTable(db)),
    ledger: watched(ledgerTable(db)),
    accounts: watched(accountTable(db)),
    keys: watched(keys),
    setups: watched(setupTable(db)),
    sessions: watched(sessionTable(db)),
    payments: watched(paymentTable(db)),
    replies: watched(replyTable(db)),
    shares: watched(shareTable(db)),
    demoUse: watched(demoUseTable(db)),
    doNotCall: watched(doNotCallTable(db)),
    figures: storeFigures(db, folder),
    webhooks: watched(webhookTable(db)),
    flushUses() {
      if (keys.unwritten > 0) work.atomically(() => keys.flushUses());
    },
    verify: () => work.atomically(() => reported(verify(db, { scope: "all", underWay: "unknown" })).problems),
    verifyNew: (underWay, atMs) => work.atomically(() => reported(verifyNew(db, underWay, atMs))),
    close() {
      try {
        if (work.broken === null) work.atomically(() => keys.flushUses());
      } finally {
        close();
      }
    },
  };
}

/** A look that failed says nothing about the file: the next start makes it before anything else. */
async function checkBeside({ folder, onFileChecked }: StoreOptions, signal: AbortSignal): Promise<void> {
  try {
    const { damage } = await checkInThread(folder, signal);
    onFileChecked?.(damage === null ? null : damaged(join(folder, DATABASE), damage));
  } catch {
    if (!signal.aborted) noteCheckDue(folder);
    onFileChecked?.(null);
  }
}

/** The same functions, whose errors are those that `translate` makes of theirs. */
function withErrors<T extends object>(table: T, translate: (error: unknown) => unknown): T {
  const wrapped = Object.entries(table).map(([name, value]: [string, unknown]) => {
    if (typeof value !== "function") return [name, value];
    const call = (...parameters: unknown[]): unknown => {
      try {
        return (value as (...given: unknown[]) => unknown)(...parameters);
      } catch (error) {
        throw translate(error);
      }
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped) as T;
}
