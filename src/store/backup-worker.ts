/** The thread of one backup: copying and trying it takes as long as it takes, and no call waits for it. */
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { BACKUPS, keepNewest, makeBackup } from "./backup.ts";
import type { BackupNews, BackupOrder } from "./nightly.ts";

// Linux takes this for the calling thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { folder, name, keep } = workerData as BackupOrder;
const tell = (news: BackupNews): void => parentPort?.postMessage(news);

try {
  const backup = await makeBackup(folder, join(folder, BACKUPS, name));
  tell({ type: "done", backup, removed: keepNewest(join(folder, BACKUPS), keep).length });
} catch (error) {
  tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}
