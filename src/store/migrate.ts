import type { Database } from "better-sqlite3";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { failpoint } from "../lib/failpoint.ts";

const folder = join(import.meta.dirname, "migrations");

/** `migrations/NNN.sql`, in order; the number is the schema version that it leads to. */
function migrations(): readonly { readonly version: number; readonly file: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), file: join(folder, name) }));
}

/** The schema that this version works on. */
export function newestSchema(): number {
  return migrations().at(-1)?.version ?? 0;
}

/**
 * Brings the schema up to date, each step in one transaction with its version; `backUp` is called first when there is
 * something to lose. Refuses a database from the future.
 */
export function migrate(db: Database, backUp: (schema: number) => void): void {
  const steps = migrations();
  const newest = steps.at(-1)?.version ?? 0;
  const present = Number(db.pragma("user_version", { simple: true }));
  if (present > newest) {
    throw new Error(
      `The database has schema ${present}, but this version knows only up to ${newest}: start the newer version, or restore an older backup.`,
    );
  }
  if (present > 0 && present < newest) backUp(present);
  for (const { version, file } of steps) {
    if (version <= present) continue;
    const sql = readFileSync(file, "utf8");
    db.transaction(() => {
      db.exec(sql);
      failpoint("migration.step");
      db.pragma(`user_version = ${version}`);
    }).exclusive();
    failpoint("migration.stepped");
  }
}
