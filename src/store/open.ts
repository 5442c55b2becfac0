/**
 * Opens the database of one appliance: private files, one owner process, and the settings under which a commit that
 * returned is on the disk (reference: durability settings).
 */
import Database from "better-sqlite3";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { checkDone, isCheckDue } from "./check-file.ts";
import { migrate, newestSchema } from "./migrate.ts";
import { failpoint } from "../lib/failpoint.ts";

export type OpenDatabase = {
  readonly db: Database.Database;
  readonly folder: string;
  /** SQLite has not looked at the whole file: the opener has to (`check-file.ts`). */
  readonly unchecked: boolean;
  close(): void;
};

/** The file, in the appliance's folder. */
export const DATABASE = "outdial.db";
const OWNER = "owner.lock";

const OLDEST_SQLITE = [3, 51, 3] as const;
const LOOK_MS = 200;
/** Of the system and of SQLite. */
const UNWRITABLE = /^(EROFS|EACCES|EPERM|ENOSPC|SQLITE_(READONLY|CANTOPEN|FULL|IOERR))/;
/** Nobody else writes here but by mistake; whoever waits for them holds up everything. */
const LOCKED_MS = 500;

/** `mayCheckLater`: who opens it has the file looked at. Not where its schema is going to be changed. */
export function openDatabase(folder: string, mayCheckLater = false): OpenDatabase {
  // A folder that somebody else has made is theirs to guard; what lies in it is ours (0600).
  const owner = claimWritable(folder);
  try {
    const { db, unchecked } = open(join(folder, DATABASE), mayCheckLater && !isCheckDue(folder));
    if (!unchecked) checkDone(folder);
    return {
      db,
      folder,
      unchecked,
      close() {
        db.close();
        owner.close();
      },
    };
  } catch (error) {
    owner.close();
    throw error;
  }
}

/** Throws one sentence where nothing can be written: a disk that came back read-only, somebody else's folder. */
function claimWritable(folder: string): Database.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return claim(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === null || !UNWRITABLE.test(code)) throw error;
    throw new Error(`The data folder ${folder} cannot be written (${code}): check its disk and its rights.`, {
      cause: error,
    });
  }
}

/**
 * One owner a folder. The lock is a transaction held open on a database of its own: the kernel drops it with the
 * process, so that there is no stale lock to clear after a crash. Closing it gives the folder up.
 */
export function claim(folder: string): Database.Database {
  const path = join(folder, OWNER);
  makePrivate(path);
  // A moment's patience, for somebody who only looks whether there is an owner.
  const lock = new Database(path, { timeout: LOOK_MS });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isCode(error, "SQLITE_BUSY")) {
      throw new Error(`Another appliance is running on ${folder}: stop it, or give this one its own data_dir.`, {
        cause: error,
      });
    }
    throw error;
  }
  return lock;
}

/** Whether an appliance runs on the folder just now. */
export function isOwned(folder: string): boolean {
  if (!existsSync(join(folder, OWNER))) return false;
  const lock = new Database(join(folder, OWNER), { readonly: true, timeout: 0 });
  try {
    lock.prepare("SELECT COUNT(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if (isCode(error, "SQLITE_BUSY")) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function open(path: string, mayCheckLater: boolean): Pick<OpenDatabase, "db" | "unchecked"> {
  makePrivate(path);
  const db = new Database(path, { timeout: LOCKED_MS });
  try {
    checkVersion(db);
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = ON");
    db.pragma("trusted_schema = OFF");
    db.pragma("secure_delete = ON");
    db.pragma("cell_size_check = ON");
    const unchecked = mayCheckLater && Number(db.pragma("user_version", { simple: true })) === newestSchema();
    const damage = unchecked ? null : damageOf(db);
    if (damage !== null) throw new Error(damaged(path, damage));
    migrate(db, (schema) => copyBeside(db, path, schema));
    return { db, unchecked };
  } catch (error) {
    db.close();
    if (isCode(error, "SQLITE_NOTADB") || isCode(error, "SQLITE_CORRUPT")) {
      throw new Error(damaged(path), { cause: error });
    }
    throw error;
  }
}

/** What SQLite says is wrong with the file; null when nothing is. */
export function damageOf(db: Database.Database): string | null {
  try {
    const verdict = String(db.pragma("quick_check(1)", { simple: true }));
    return verdict === "ok" ? null : verdict.replaceAll(/\s+/g, " ");
  } catch (error) {
    if (isCode(error, "SQLITE_NOTADB") || isCode(error, "SQLITE_CORRUPT")) return String(error);
    throw error;
  }
}

/** `npm run restore` is the way back. */
export function damaged(path: string, how?: string): string {
  const what = how === undefined ? "" : ` (${how})`;
  return `The database ${path} is damaged${what}: restore it from a backup with \`npm run restore\`.`;
}

/** What the database was before this version changed its schema: the way back to the version before. */
function copyBeside(db: Database.Database, path: string, schema: number): void {
  const copy = `${path}.schema-${schema}`;
  const half = `${copy}.half`;
  try {
    rmSync(half, { force: true });
    makePrivate(half);
    // The whole of it is in the one file then, and nobody else writes: the folder is ours.
    db.pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(path, half);
    const file = openSync(half, "r");
    fsyncSync(file);
    closeSync(file);
    renameSync(half, copy);
    failpoint("migration.copied");
  } catch (error) {
    rmSync(half, { force: true });
    throw new Error(
      `The database cannot be copied to ${copy} before its schema is changed (${String(error)}): make room, or start the version before.`,
      { cause: error },
    );
  }
}

/** SQLite before 3.51.3 can corrupt a database when the write-ahead log is reset. */
function checkVersion(db: Database.Database): void {
  const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
  const parts = version.split(".").map(Number);
  for (const [index, least] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Error(`SQLite ${version} is too old: at least ${OLDEST_SQLITE.join(".")} is needed.`);
  }
}

/** Created with its mode, not changed afterwards: there is no moment in which others could read it. */
export function makePrivate(path: string): void {
  if (existsSync(path)) chmodSync(path, 0o600);
  else closeSync(openSync(path, "ax", 0o600));
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Database.SqliteError && error.code === code;
}

/** SQLite's or the system's. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
