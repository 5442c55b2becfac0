/**
 * The directory's own database file, `directory.db` in the data folder: it can be deleted and imported again, so it is
 * kept apart from the calls and the money, and its commits need not reach the disk at once.
 */
import Database from "better-sqlite3";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { fold } from "./fold.ts";

const VERSION = 1;

/**
 * `words` holds no text, only where words occur: what is shown comes from `businesses`. Columns: the name; what kind it
 * is, in many words; where it is; and the cells of the map it lies in.
 */
const SCHEMA = `
CREATE TABLE businesses (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  source_id TEXT NOT NULL,
  import_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  phone TEXT,
  address TEXT,
  city TEXT,
  region TEXT,
  postcode TEXT,
  country TEXT,
  latitude REAL,
  longitude REAL,
  categories TEXT NOT NULL,
  hours TEXT,
  rating REAL,
  timezone TEXT,
  UNIQUE (source, source_id)
) STRICT;
CREATE INDEX businesses_phone ON businesses (phone) WHERE phone IS NOT NULL;
CREATE VIRTUAL TABLE words USING fts5 (
  name, kinds, place, cells,
  content = '', contentless_delete = 1, detail = column, prefix = '3 4', tokenize = 'unicode61 remove_diacritics 0'
);
INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, 'col');
CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL) STRICT;
CREATE TABLE spellings (key INTEGER NOT NULL, term_id INTEGER NOT NULL, PRIMARY KEY (key, term_id)) STRICT, WITHOUT ROWID;
CREATE TABLE places (
  name TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, businesses INTEGER NOT NULL,
  PRIMARY KEY (name, businesses, latitude)
) STRICT, WITHOUT ROWID;
CREATE TABLE sources (
  source TEXT PRIMARY KEY, attribution TEXT, digest TEXT, imported_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE imports (id INTEGER PRIMARY KEY, source TEXT NOT NULL, started_at_ms INTEGER NOT NULL) STRICT;
`;

export function openDirectoryDatabase(folder: string): Database.Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "directory.db");
  closeSync(openSync(path, "a", 0o600));
  const db = new Database(path, { timeout: 10_000 });
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.pragma("cache_size = -32768");
    db.pragma("mmap_size = 268435456");
    db.function("fold", { deterministic: true }, (text) => (typeof text === "string" ? fold(text) : ""));
    migrate(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: Database.Database, path: string): void {
  db.transaction(() => {
    const version = db.pragma("user_version", { simple: true });
    if (version === VERSION) return;
    if (version !== 0) {
      throw new Error(`${path} was written by another version: delete it and import the directory again.`);
    }
    db.exec(SCHEMA);
    db.pragma(`user_version = ${VERSION}`);
  }).immediate();
}
