/**
 * Suspended accounts, for the operator's hand beside a running appliance: reads and writes single rows of its database,
 * as another process may (WAL; each waits for the other a moment). It never makes a database and never migrates one.
 */
import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newestSchema } from "./migrate.ts";

export type Suspensions = {
  readonly list: () => readonly { readonly accountId: string; readonly why: string }[];
  /** From then on the account may place calls. */
  readonly lift: (accountId: string) => "lifted" | "not suspended" | "unknown";
  readonly close: () => void;
};

const BUSY_MS = 10_000;

/** Throws one sentence when there is no such database, or it is one of another version. */
export function openSuspensions(folder: string): Suspensions {
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
  } catch (error) {
    db.close();
    throw error;
  }
  const list = db.prepare<[], { accountId: string; why: string }>(
    "SELECT account_id AS accountId, frozen AS why FROM account WHERE frozen IS NOT NULL ORDER BY created_at_ms",
  );
  const present = db.prepare<[string], number>("SELECT 1 FROM account WHERE account_id = ?").pluck();
  const lift = db.prepare("UPDATE account SET frozen = NULL WHERE account_id = ? AND frozen IS NOT NULL");
  return {
    list: () => list.all(),
    lift(accountId) {
      if (lift.run(accountId).changes === 1) return "lifted";
      return present.get(accountId) === undefined ? "unknown" : "not suspended";
    },
    close: () => void db.close(),
  };
}
