import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type OpenDatabase } from "../../src/store/open.ts";
import { SharedCommit } from "../../src/store/shared-commit.ts";
import { Work } from "../../src/store/work.ts";

describe("a commit shared by many", () => {
  let folder: string;
  let opened: OpenDatabase;
  let outside: Database.Database;
  let work: Work;
  let shared: SharedCommit;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "outdial-shared-"));
    opened = openDatabase(folder);
    opened.db.exec("CREATE TABLE note(text TEXT NOT NULL UNIQUE) STRICT");
    outside = new Database(join(folder, "outdial.db"), { readonly: true });
    work = new Work(opened.db, {
      onEffectError(error) {
        throw error;
      },
      onCommit: () => {},
      onBroken: () => {},
    });
    shared = new SharedCommit(work);
  });
  afterEach(() => {
    outside.close();
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (text: string) => opened.db.prepare("INSERT INTO note VALUES(?)").run(text);
  /** What is on the disk, as another process sees it. */
  const kept = () => outside.prepare("SELECT text FROM note ORDER BY rowid").pluck().all();

  it("holds what was asked for in the same moment, and nobody hears of it before", async () => {
    const seen: unknown[] = [];
    const answers = ["a", "b", "c"].map((text) =>
      shared
        .run(() => {
          seen.push(kept());
          work.afterCommit(() => seen.push(`effect of ${text}`));
          write(text);
          return text;
        })
        .then((answer) => seen.push([answer, kept()])),
    );
    await Promise.all(answers);
    const all = ["a", "b", "c"];
    expect(seen).toEqual([
      ...[[], [], []],
      ...["effect of a", "effect of b", "effect of c"],
      ...[
        ["a", all],
        ["b", all],
        ["c", all],
      ],
    ]);
  });

  it("lets one fail alone, with its effects", async () => {
    const effects: string[] = [];
    const add = (text: string) =>
      shared.run(() => {
        write(`${text} begins`);
        work.afterCommit(() => effects.push(text));
        write(text);
      });
    write("taken");
    const told = await Promise.allSettled([add("first"), add("taken"), add("last")]);
    expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(kept()).toEqual(["taken", "first begins", "first", "last begins", "last"]);
    expect(effects).toEqual(["first", "last"]);
  });

  it("fails one that is alone like any other", async () => {
    await expect(
      shared.run(() => {
        write("dropped");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(kept()).toEqual([]);
    await shared.run(() => write("next"));
    expect(kept()).toEqual(["next"]);
  });

  it("fails all when a part has taken the transaction with it, and does not begin the rest", async () => {
    let begun = 0;
    const add = (text: string) =>
      shared.run(() => {
        begun += 1;
        write(text);
        if (text !== "b") return;
        // As SQLite does by itself on a full disk.
        opened.db.exec("ROLLBACK");
        throw new Error("disk full");
      });
    const told = await Promise.allSettled(["a", "b", "c"].map(add));
    expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(kept()).toEqual([]);
    expect(begun).toBe(2);
    expect(opened.db.inTransaction).toBe(false);
  });

  it("takes a crowd in its order, a few at a time", async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `note ${index}`);
    const seenByLast: unknown[] = [];
    await Promise.all(
      texts.map((text) =>
        shared.run(() => {
          if (text === texts.at(-1)) seenByLast.push(...kept());
          write(text);
        }),
      ),
    );
    expect(kept()).toEqual(texts);
    expect(seenByLast).toEqual(texts.slice(0, 96));
  });
});
