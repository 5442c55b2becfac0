/** When a machine counts as strained, and how that is found out. */
import Database from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUSY, SLOW_DISK, watchStrain } from "../../src/app/strain.ts";
import { openStore } from "../../src/store/store.ts";

describe("strain", () => {
  let nowMs: number;
  let changes: (string | null)[];
  const fresh = () =>
    watchStrain(
      () => nowMs,
      (why) => void changes.push(why),
    );
  beforeEach(() => {
    nowMs = 0;
    changes = [];
  });
  const seconds = (strain: ReturnType<typeof fresh>, what: string, waits: readonly number[]): void => {
    for (const ms of waits) {
      nowMs += 1000;
      strain.note(what, ms);
    }
  };

  it.each([
    ["media_0", 130, 100, BUSY],
    ["main", 450, 350, BUSY],
    ["disk", 450, 350, SLOW_DISK],
  ] as const)(
    "of %s is three seconds of waiting too long among ten; what is bearable is none",
    (what, bad, fine, why) => {
      const bearable = fresh();
      seconds(
        bearable,
        what,
        Array.from({ length: 30 }, () => fine),
      );
      expect(bearable.why()).toBeNull();
      const strain = fresh();
      seconds(strain, what, [bad, 0, 0, bad, 0]);
      expect(strain.why()).toBeNull();
      seconds(strain, what, [bad]);
      expect(strain.why()).toBe(why);
      seconds(strain, what, [0, 0, 0, 0, 0, 0]);
      expect(strain.why()).toBeNull();
      expect(changes).toEqual([why, null]);
    },
  );

  it("is not a single hiccup, however long and however many commits it holds up", () => {
    const strain = fresh();
    seconds(strain, "media_0", [9000]);
    for (let nth = 0; nth < 50; nth += 1) strain.note("disk", 4000);
    expect(strain.why()).toBeNull();
  });

  it("of one thread is not added to another's", () => {
    const strain = fresh();
    seconds(strain, "media_0", [500, 500]);
    seconds(strain, "media_1", [500, 500]);
    expect(strain.why()).toBeNull();
  });
});

describe("a database that keeps its writers waiting", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "outdial-strain-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("tells how long each has waited, also one that was refused in the end", () => {
    const waits: number[] = [];
    const store = openStore({ folder, onEffectError: () => {}, onWaited: (ms) => void waits.push(ms) });
    waits.length = 0;
    store.atomically(() => store.doNotCall.add("+14155550199", 1));
    const other = new Database(join(folder, "outdial.db"));
    other.exec("BEGIN IMMEDIATE");
    expect(() => store.atomically(() => store.doNotCall.add("+14155550198", 1))).toThrow(/cannot write/);
    other.exec("ROLLBACK");
    other.close();
    store.close();
    expect(waits.slice(0, 2)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(waits[1]).toBeGreaterThan(400);
    expect(waits[1]).toBeGreaterThan(10 * (waits[0] ?? Infinity));
  });
});
