/** An upgrade: what was there before it is kept, and a step that fails leaves everything as it was. */
import Database from "better-sqlite3";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newestSchema } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open.ts";
import { openStore } from "../../src/store/store.ts";

const MIGRATIONS = new URL("../../src/store/migrations/", import.meta.url).pathname;
const versions = readdirSync(MIGRATIONS).map((name) => Number(name.slice(0, 3)));

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "outdial-migrate-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database as a version of before has left it. */
function before(schema: number): Database.Database {
  const db = new Database(join(folder, "outdial.db"));
  db.pragma("journal_mode = WAL");
  for (const version of versions.filter((one) => one <= schema).sort((a, b) => a - b)) {
    db.exec(readFileSync(join(MIGRATIONS, `${String(version).padStart(3, "0")}.sql`), "utf8"));
    db.pragma(`user_version = ${version}`);
  }
  db.exec("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES('acct_old', 1, 't')");
  db.exec(`INSERT INTO ledger_account(id, account_id, kind) VALUES
    ('acct_old:available', 'acct_old', 'available'), ('acct_old:held', 'acct_old', 'held')`);
  return db;
}

it.each(versions.filter((version) => version < newestSchema()))(
  "from schema %i brings everything along, and keeps a copy of before beside it",
  (schema) => {
    before(schema).close();
    const store = openStore({ folder, onEffectError: () => {} });
    expect(store.accounts.read("acct_old")).toMatchObject({ createdAtMs: 1 });
    expect(store.verify()).toEqual([]);
    store.close();
    const copy = join(folder, `outdial.db.schema-${schema}`);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const old = new Database(copy, { readonly: true });
    expect(old.pragma("user_version", { simple: true })).toBe(schema);
    expect(old.prepare("SELECT account_id FROM account").pluck().all()).toEqual(["acct_old"]);
    old.close();
  },
);

it("makes no copy when there is nothing to change, or nothing to lose", () => {
  openDatabase(folder).close();
  openDatabase(folder).close();
  expect(readdirSync(folder).filter((name) => name.includes("schema"))).toEqual([]);
});

it("that fails leaves the schema and the data of before, and the copy", () => {
  const db = before(8);
  // In the way of a later step.
  db.exec("CREATE TABLE progress(taken TEXT)");
  db.close();
  expect(() => openDatabase(folder)).toThrow(/already exists/);
  const after = new Database(join(folder, "outdial.db"));
  expect(after.pragma("user_version", { simple: true })).toBe(8);
  expect(after.prepare("SELECT account_id FROM account").pluck().all()).toEqual(["acct_old"]);
  after.close();
  expect(existsSync(join(folder, "outdial.db.schema-8"))).toBe(true);
});

it("is not begun when the copy cannot be made, and says what to do", () => {
  before(8).close();
  // A folder stands where the copy has to go.
  mkdirSync(join(folder, "outdial.db.schema-8/not-empty"), { recursive: true });
  expect(() => openDatabase(folder)).toThrow(/cannot be copied .* make room, or start the version before/);
  const after = new Database(join(folder, "outdial.db"));
  expect(after.pragma("user_version", { simple: true })).toBe(8);
  after.close();
});
