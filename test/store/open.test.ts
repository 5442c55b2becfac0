import Database from "better-sqlite3";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isCheckDue, noteCheckDue } from "../../src/store/check-file.ts";
import { openDatabase } from "../../src/store/open.ts";
import { openStore } from "../../src/store/store.ts";

describe("opening the store", () => {
  let folder: string;
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), "outdial-store-")), "store")));
  afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));
  const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;
  const open = () => openStore({ folder, onEffectError: () => {} });

  it("makes a folder and files that only their owner can read", () => {
    const store = open();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["outdial.db", "outdial.db-wal", "owner.lock"]));
    for (const name of readdirSync(folder)) expect([name, modeOf(name)]).toEqual([name, 0o600]);
    store.close();
  });

  it("takes away the right to read from a file that others could read", () => {
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, "outdial.db"), "", { mode: 0o644 });
    open().close();
    expect(modeOf("outdial.db")).toBe(0o600);
  });

  it("has one owner at a time, and another one after it has closed", () => {
    const first = open();
    expect(open).toThrow(/Another appliance is running/);
    first.close();
    open().close();
  });

  it("runs with the settings under which a commit that returned is on the disk", () => {
    const opened = openDatabase(folder);
    const pragma = (name: string) => opened.db.pragma(name, { simple: true });
    expect(pragma("journal_mode")).toBe("wal");
    expect(pragma("synchronous")).toBe(2);
    expect(pragma("foreign_keys")).toBe(1);
    expect(pragma("trusted_schema")).toBe(0);
    expect(pragma("secure_delete")).toBe(1);
    expect(pragma("cell_size_check")).toBe(1);
    opened.close();
  });

  it("refuses a database of a newer version", () => {
    const opened = openDatabase(folder);
    opened.db.pragma("user_version = 999");
    opened.close();
    expect(open).toThrow(/schema 999.*newer version/);
  });

  it("refuses a damaged file, and names it", () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, "outdial.db"), "this is no database at all, but it is long enough to be read as one");
    expect(open).toThrow(/outdial\.db is damaged: restore/);
  });

  describe("whose file is looked at beside the start", () => {
    const openUnchecked = () => {
      const verdict = Promise.withResolvers<string | null>();
      const store = openStore({ folder, onEffectError: () => {}, onFileChecked: verdict.resolve });
      return { store, verdict: verdict.promise };
    };

    function damageTheLastPage(): void {
      const opened = openDatabase(folder);
      opened.db
        .exec(`CREATE TABLE filler(text TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        INSERT INTO filler SELECT printf('%050d', i) FROM n`);
      opened.close();
      const file = openSync(join(folder, "outdial.db"), "r+");
      writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, fstatSync(file).size - 4096);
      closeSync(file);
    }

    it("is told to be sound when it is", async () => {
      open().close();
      const { store, verdict } = openUnchecked();
      expect(await verdict).toBeNull();
      store.close();
    });

    it("is told to be damaged when it is, also where nothing has read it yet", async () => {
      damageTheLastPage();
      const { store, verdict } = openUnchecked();
      expect(await verdict).toMatch(/outdial\.db is damaged.*npm run restore/);
      store.close();
    });

    it("is looked at before anything else when somebody has served before the verdict", () => {
      open().close();
      noteCheckDue(folder);
      open().close();
      expect(isCheckDue(folder)).toBe(false);
      damageTheLastPage();
      noteCheckDue(folder);
      expect(openUnchecked).toThrow(/is damaged.*npm run restore/);
      expect(isCheckDue(folder)).toBe(true);
    });
  });

  it("refuses books that do not balance, and says what is wrong", () => {
    const opened = openDatabase(folder);
    opened.db.exec("UPDATE ledger_account SET credits = 5 WHERE id = 'revenue'");
    opened.close();
    expect(open).toThrow(/do not balance: I1 .*; I2 .*revenue/);
  });

  it("is migrated in one step: a schema that fails leaves nothing", () => {
    mkdirSync(folder, { mode: 0o700 });
    const db = new Database(join(folder, "outdial.db"));
    db.exec("CREATE TABLE reply(taken TEXT)");
    db.close();
    expect(open).toThrow(/already exists/);
    const after = new Database(join(folder, "outdial.db"));
    expect(after.prepare("SELECT name FROM sqlite_schema").pluck().all()).toEqual(["reply"]);
    expect(after.pragma("user_version", { simple: true })).toBe(0);
    after.close();
  });

  it("is not ready when too little disk is free", () => {
    const store = openStore({ folder, onEffectError: () => {}, minFreeBytes: Number.MAX_SAFE_INTEGER });
    expect(store.notReady()).toMatch(/disk are free/);
    store.close();
  });
});
