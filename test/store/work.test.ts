import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "better-sqlite3";
import { openDatabase, type OpenDatabase } from "../../src/store/open.ts";
import { Work } from "../../src/store/work.ts";

describe("a transaction", () => {
  let folder: string;
  let opened: OpenDatabase;
  let db: Database;
  let work: Work;
  let failed: unknown[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "outdial-work-"));
    opened = openDatabase(folder);
    db = opened.db;
    failed = [];
    work = new Work(db, {
      onEffectError: (error) => void failed.push(error),
      onCommit: () => {},
      onBroken: () => {},
    });
    db.exec("CREATE TABLE note(text TEXT) STRICT");
  });
  afterEach(() => {
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (text: string) => db.prepare("INSERT INTO note VALUES(?)").run(text);
  const notes = () => db.prepare("SELECT text FROM note").pluck().all();

  it("is all or nothing", () => {
    expect(() =>
      work.atomically(() => {
        write("a");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(notes()).toEqual([]);
    expect(work.atomically(() => write("b").changes)).toBe(1);
    expect(notes()).toEqual(["b"]);
  });

  it("runs effects after the outermost commit, in order, and drops those of a part that failed", () => {
    const ran: string[] = [];
    const effect = (name: string) => work.afterCommit(() => ran.push(`${name}:${notes().length}:${db.inTransaction}`));
    work.atomically(() => {
      effect("outer");
      work.atomically(() => {
        write("kept");
        effect("inner");
      });
      try {
        work.atomically(() => {
          write("dropped");
          effect("failed");
          throw new Error("no");
        });
      } catch {
        write("instead");
      }
      effect("last");
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(["outer:2:false", "inner:2:false", "last:2:false"]);
    expect(notes()).toEqual(["kept", "instead"]);
  });

  it("may be begun again by an effect, whose own effects run too; a failing effect harms no other", () => {
    const ran: string[] = [];
    work.atomically(() => {
      work.afterCommit(() => {
        throw new Error("broken effect");
      });
      work.afterCommit(() =>
        work.atomically(() => {
          write("later");
          work.afterCommit(() => ran.push("later"));
        }),
      );
    });
    work.afterCommit(() => ran.push("outside"));
    expect(ran).toEqual(["later", "outside"]);
    expect(failed).toEqual([new Error("broken effect")]);
  });

  it("that does not fit on the disk is database_unavailable, changes nothing, and works again when there is room", () => {
    const pages = Number(db.pragma("page_count", { simple: true }));
    db.pragma(`max_page_count = ${pages}`);
    const fill = () => work.atomically(() => write("x".repeat(1_000_000)));
    expect(fill).toThrow(expect.objectContaining({ code: "database_unavailable", details: { retryAfterSeconds: 10 } }));
    expect(() =>
      work.atomically(() => {
        write("small");
        try {
          fill();
        } catch {
          // Whoever asked for the part answers for it; what is left of the whole is either written or refused.
        }
      }),
    ).not.toThrow(TypeError);
    expect(db.inTransaction).toBe(false);
    expect(work.broken).toBeNull();
    db.pragma("max_page_count = 1000000");
    fill();
    expect(notes().at(-1)).toHaveLength(1_000_000);
  });

  it("leaves errors of the statement itself as they are", () => {
    expect(() => work.atomically(() => db.prepare("INSERT INTO note VALUES(1, 2)"))).toThrow(/2 values/);
    expect(() => work.atomically(() => db.prepare("INSERT INTO payment(payment_id) VALUES('x')").run())).toThrow(
      /NOT NULL/,
    );
  });
});
