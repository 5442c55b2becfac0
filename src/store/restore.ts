/**
 * Puts a backup in the place of the database. Nothing runs meanwhile (the folder's owner lock is held), what was there
 * is kept aside, and at every moment, also of a power cut, there is either the old database or the new one.
 */
import Database from "better-sqlite3";
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { flush, tryBackup } from "./backup.ts";
import { claim, DATABASE, makePrivate } from "./open.ts";
import { failpoint } from "../lib/failpoint.ts";

export type Restored = {
  /** Where the replaced database is now; null when there was none. */
  readonly asideAs: string | null;
};

/** Throws one sentence, and nothing has changed, when the file is not good or an appliance runs on the folder. */
export function restoreBackup(folder: string, file: string, nowMs: number): Restored {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const problems = look(file);
  if (problems.length > 0) throw new Error(`${file} cannot be restored: ${problems.join("; ")}`);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: start the appliance once, it makes it.`);
  const owner = claim(folder);
  try {
    const path = join(folder, DATABASE);
    const half = join(folder, `.${DATABASE}.restored`);
    rmSync(half, { force: true });
    makePrivate(half);
    copyFileSync(file, half);
    flush(half);
    failpoint("restore.copied");
    const asideAs = existsSync(path) ? putAside(path, nowMs) : null;
    failpoint("restore.aside");
    renameSync(half, path);
    failpoint("restore.replaced");
    // It counts the commits of the database that was here.
    rmSync(join(folder, "commits.count"), { force: true });
    flush(folder);
    return { asideAs };
  } finally {
    owner.close();
  }
}

function look(file: string): readonly string[] {
  try {
    return tryBackup(file);
  } catch (error) {
    return [`it is no database of an appliance (${error instanceof Error ? error.message : String(error)})`];
  }
}

/** A second name for the old one, which stays where it is until the new one takes its place. */
function putAside(path: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const aside = free(`${path}.replaced-${stamp}Z`);
  foldLog(path);
  linkSync(path, aside);
  // Still there only of a database that cannot be opened. It must not be taken for the log of the new one.
  for (const end of ["-wal", "-shm"]) if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${aside}${end}`);
  return aside;
}

/** What was put aside before, in the same second perhaps, stays. */
function free(name: string): string {
  for (let nth = 1; ; nth += 1) {
    const tried = nth === 1 ? name : `${name}-${nth}`;
    if (!existsSync(tried)) return tried;
  }
}

function foldLog(path: string): void {
  try {
    const db = new Database(path, { fileMustExist: true });
    try {
      db.pragma("journal_mode = DELETE");
    } finally {
      db.close();
    }
  } catch {
    // A damaged one is kept as it is, its log beside it.
  }
}
