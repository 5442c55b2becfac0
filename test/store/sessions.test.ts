import Database from "better-sqlite3";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { digestOf } from "../../src/store/key-format.ts";
import { openStore } from "../../src/store/store.ts";

it("a session of before keys were remembered with it ends, and a one-time link still works", () => {
  const parent = mkdtempSync(join(tmpdir(), "outdial-sessions-"));
  const folder = join(parent, "data");
  mkdirSync(folder);
  const old = new Database(join(folder, "outdial.db"));
  const migrations = join(import.meta.dirname, "../../src/store/migrations");
  for (const step of ["001", "002", "003", "004", "005"]) {
    old.exec(readFileSync(join(migrations, `${step}.sql`), "utf8"));
  }
  old.pragma("user_version = 5");
  old.prepare("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES('acct_1', 0, 'word')").run();
  for (const account of ["available", "held"]) {
    old.prepare("INSERT INTO ledger_account(id, account_id, kind) VALUES(?, 'acct_1', ?)").run(`${account}:1`, account);
  }
  const insert = old.prepare(
    "INSERT INTO session(digest, kind, account_id, expires_at_ms) VALUES(?, ?, 'acct_1', 9000)",
  );
  insert.run(digestOf("old session"), "session");
  insert.run(digestOf("old link"), "link");
  old.close();

  const store = openStore({ folder, onEffectError: () => {} });
  expect(store.sessions.find("session", "old session", 1)).toBeNull();
  expect(store.sessions.consume("link", "old link", 1)).toBe("acct_1");
  store.close();
  rmSync(parent, { recursive: true, force: true });
});
