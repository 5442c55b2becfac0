/**
 * Copies of the database that are known to be good. Taken while the appliance runs, over a connection of their own: the
 * copy holds every commit from before it began, whole. Each is tried before it counts (opened, SQLite's own check,
 * everything verified), gets its name only then, and the oldest make room.
 */
import Database from "better-sqlite3";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileProblems } from "./beside.ts";
import { newestSchema } from "./migrate.ts";
import { DATABASE, makePrivate } from "./open.ts";
import { verify } from "./verify.ts";
import { failpoint } from "../lib/failpoint.ts";

/** Below the data folder, unless a file is named. */
export const BACKUPS = "backups";
/** What a nightly one is called, so that they sort by age and nothing else is ever removed. */
const NAME = /^outdial-\d{8}T\d{6}Z\.db$/;
/** A backup never takes the room that running calls need. */
const LEAVE_FREE_BYTES = 64 * 1024 * 1024;
const ALL_PAGES = 2 ** 30;
const BUSY_MS = 10_000;

export type Backup = { readonly path: string; readonly bytes: number };

export function backupName(nowMs: number): string {
  return `outdial-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.db`;
}

/** Throws one sentence, leaving no half of a file, when it cannot be made or is not good. */
export async function makeBackup(folder: string, path: string): Promise<Backup> {
  const source = join(folder, DATABASE);
  if (!existsSync(source)) {
    throw new Error(`There is no database in ${folder}: name the configuration of the appliance with OUTDIAL_CONFIG.`);
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) throw new Error(`${path} exists already: name a file that does not.`);
  const disk = statfsSync(dirname(path));
  const needed = statSync(source).size + LEAVE_FREE_BYTES;
  if (disk.bavail * disk.bsize < needed) {
    throw new Error(
      `A backup needs ${Math.ceil(needed / 1024 / 1024)} MB of free disk at ${dirname(path)}: make room.`,
    );
  }
  const half = join(dirname(path), `.${basename(path)}.half`);
  rmSync(half, { force: true });
  makePrivate(half);
  try {
    await copy(source, half);
    failpoint("backup.copied");
    const problems = tryBackup(half);
    if (problems.length > 0) throw new Error(`The backup is not good and was not kept: ${problems.join("; ")}`);
    failpoint("backup.tried");
    flush(half);
    renameSync(half, path);
    failpoint("backup.named");
    flush(dirname(path));
  } catch (error) {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${half}${end}`, { force: true });
    throw error;
  }
  return { path, bytes: statSync(path).size };
}

/** Removes the oldest nightly backups beyond so many; answers their names. */
export function keepNewest(backups: string, keep: number): readonly string[] {
  const names = readdirSync(backups).filter((name) => NAME.test(name)).sort(); // prettier-ignore
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) rmSync(join(backups, name), { force: true });
  return old;
}

/** When the newest nightly backup was made; null when there is none. */
export function newestBackupMs(folder: string): number | null {
  const backups = join(folder, BACKUPS);
  if (!existsSync(backups)) return null;
  const newest = readdirSync(backups).filter((name) => NAME.test(name)).sort().at(-1); // prettier-ignore
  return newest === undefined ? null : statSync(join(backups, newest)).mtimeMs;
}

/** What is wrong with a copy; empty when it could be restored. Throws when it cannot be opened at all. */
export function tryBackup(path: string): readonly string[] {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const schema = Number(db.pragma("user_version", { simple: true }));
    if (schema === 0) return ["it is empty"];
    if (schema > newestSchema()) {
      return [`it has schema ${schema}, and this version knows only up to ${newestSchema()}: use the newer version`];
    }
    const file = fileProblems(db);
    // A database of before is verified when it has been brought up to date, by the start that does so.
    if (file.length > 0 || schema < newestSchema()) return file;
    const { books, records } = verify(db, { scope: "all", underWay: "unknown" });
    return [...books, ...records];
  } finally {
    db.close();
  }
}

async function copy(source: string, target: string): Promise<void> {
  const db = new Database(source, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    // In one step, after a first small one: a writer that comes between would make it begin anew.
    await db.backup(target, { progress: () => ALL_PAGES });
  } finally {
    db.close();
  }
  // One file that needs no other beside it.
  const made = new Database(target, { fileMustExist: true });
  made.pragma("journal_mode = DELETE");
  made.close();
}

/** To the disk, before anybody relies on it. */
export function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
