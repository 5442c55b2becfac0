/** Backups that come by themselves: when the next one is due, and the thread that makes it. */
import { startWorker } from "../lib/supervised-worker.ts";
import { backupName, type Backup } from "./backup.ts";

export type BackupOrder = {
  /** The appliance's data folder. */
  readonly folder: string;
  readonly name: string;
  /** How many are kept. */
  readonly keep: number;
};

export type BackupNews =
  | { readonly type: "done"; readonly backup: Backup; readonly removed: number }
  | { readonly type: "failed"; readonly message: string };

const DAY_MS = 24 * 60 * 60_000;
/** After a start, before a backup that was missed while nothing ran. */
const SETTLE_MS = 10 * 60_000;

/**
 * How long until the next backup: the next time that the machine's clock shows `at` (`"03:30"`). A night that was
 * missed, because nothing ran, is made up for soon after the start.
 */
export function untilBackupMs(at: string, now: Date, newestMs: number | null): number {
  if (newestMs !== null && now.getTime() - newestMs > DAY_MS + 2 * SETTLE_MS) return SETTLE_MS;
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next.getTime() <= now.getTime()) next.setDate(next.getDate() + 1);
  return next.getTime() - now.getTime();
}

/** Rejects with a sentence. */
export async function backUpInThread(folder: string, keep: number, nowMs: number): Promise<Backup> {
  const result = Promise.withResolvers<Backup>();
  const data: BackupOrder = { folder, name: backupName(nowMs), keep };
  const worker = startWorker<never, BackupNews>({
    name: "the backup's thread",
    entry: new URL("./backup-worker.ts", import.meta.url),
    data,
    readyWithinMs: null,
    mayBeTerminated: true,
    onMessage(news) {
      if (news.type === "done") result.resolve(news.backup);
      else result.reject(new Error(news.message));
      return undefined;
    },
  });
  void worker.gone.then(({ cause }) => result.reject(new Error(`The backup's thread has died: ${cause.message}`)));
  return await result.promise;
}
