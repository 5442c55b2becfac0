/** The thread of one check of the database's file. */
import Database from "better-sqlite3";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { FileVerdict } from "./check-file.ts";
import { damageOf, DATABASE } from "./open.ts";

// Linux takes this for the calling thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const db = new Database(join(workerData as string, DATABASE), { readonly: true, fileMustExist: true });
try {
  const verdict: FileVerdict = { damage: damageOf(db) };
  parentPort?.postMessage(verdict);
} finally {
  db.close();
}
