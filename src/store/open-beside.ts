/**
 * The database of an appliance that may be running, for the operator's hand beside it: reads and writes single rows, as
 * another process may (WAL; each waits for the other a moment). It never makes a database and never migrates one.
 */
import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newestSchema } from "./migrate.ts";

const BUSY_MS = 10_000;

/** Throws one sentence when there is no such database, or it is one of another version. */
export function openBeside(folder: string): Database.Database {
  const path = join(folder, "outdial.db");
  if (!existsSync(path)) {
    throw new Error(`There is no database in ${folder}: name the configuration of the appliance with OUTDIAL_CONFIG.`);
  }
  const db = new Database(path, { fileMustExist: true, timeout: BUSY_MS });
  try {
    const present = Number(db.pragma("user_version", { simple: true }));
    if (present !== newestSchema()) {
      throw new Error(
        `The database has schema ${present}, and this version works on ${newestSchema()}: start the appliance of this version first.`,
      );
    }
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = ON");
    db.pragma("secure_delete = ON");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
