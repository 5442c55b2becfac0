import Database from "better-sqlite3";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { BACKUPS, backupName, keepNewest, makeBackup, newestBackupMs } from "../../src/store/backup.ts";
import { backUpInThread, untilBackupMs } from "../../src/store/nightly.ts";
import { restoreBackup } from "../../src/store/restore.ts";
import { openStore } from "../../src/store/store.ts";
import { DeskBench } from "../fakes/desk.ts";

let bench: DeskBench;
let caller: KeyHolder & { readonly kind: "account" };
beforeEach(() => {
  bench = new DeskBench();
  caller = bench.fund(100_000).caller;
});
afterEach(() => bench.end());

async function wholeCall(): Promise<string> {
  const callId = await bench.talk(caller);
  bench.conversations.tell(callId, "heard", { text: "Good evening.", atMs: 500 });
  bench.conversations.finish(callId, "completed");
  return callId;
}
const backups = (): string => join(bench.folder, BACKUPS);
async function stop(): Promise<void> {
  await bench.desk.close();
  bench.store.close();
}

describe("a backup", () => {
  it("taken while calls are placed, talk and end holds all that was told before it began, and is sound", async () => {
    const before = await wholeCall();
    const open = await bench.talk(caller);
    const made = makeBackup(bench.folder, join(backups(), "b.db"));
    for (let nth = 0; nth < 6; nth += 1) await wholeCall();
    const { path } = await made;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(backups())).toEqual(["b.db"]);
    const elsewhere = join(bench.folder, "elsewhere");
    mkdirSync(elsewhere);
    copyFileSync(path, join(elsewhere, "outdial.db"));
    const restored = openStore({ folder: elsewhere, onEffectError: () => {} });
    expect(restored.verify()).toEqual([]);
    expect(restored.calls.read(before)).toMatchObject({ status: "ended", endReason: "completed" });
    expect(restored.calls.lines(before)).toHaveLength(1);
    expect(restored.calls.read(open)).toMatchObject({ status: "in_progress" });
    restored.close();
  });

  it("is made in a thread of its own, and the oldest make room", async () => {
    mkdirSync(backups());
    const nights = [1, 2, 3, 4].map((day) => backupName(Date.UTC(2026, 0, day, 3, 30)));
    for (const name of nights) writeFileSync(join(backups(), name), "");
    writeFileSync(join(backups(), "mine.db"), "");
    const nowMs = Date.UTC(2026, 0, 5, 3, 30);
    const { path } = await backUpInThread(bench.folder, 3, nowMs);
    expect(path).toBe(join(backups(), "outdial-20260105T033000Z.db"));
    expect(readdirSync(backups()).toSorted()).toEqual(["mine.db", ...nights.slice(2), backupName(nowMs)]);
    expect(newestBackupMs(bench.folder)).toBe(statSync(path).mtimeMs);
    expect(keepNewest(backups(), 3)).toEqual([]);
    await expect(backUpInThread(bench.folder, 3, nowMs)).rejects.toThrow(/exists already/);
  });

  it("that would not be good is not kept, and leaves no half of a file", async () => {
    await wholeCall();
    const other = new Database(join(bench.folder, "outdial.db"));
    other.exec("DROP TRIGGER transcript_not_deleted; DELETE FROM transcript");
    other.close();
    await expect(makeBackup(bench.folder, join(backups(), "b.db"))).rejects.toThrow(/not kept: .*transcript/);
    expect(readdirSync(backups())).toEqual([]);
  });

  it.each([
    ["tonight", "03:30", "2026-03-04T01:00:00", null, 2.5],
    ["tomorrow night when tonight's is over", "03:30", "2026-03-04T03:30:00", null, 24],
    ["tonight when there was one last night", "03:30", "2026-03-04T01:00:00", "2026-03-03T03:31:00", 2.5],
    ["soon when a night was missed", "03:30", "2026-03-04T05:00:00", "2026-03-02T03:30:00", 1 / 6],
  ])("is due %s", (_, at, now, newest, hours) => {
    const newestMs = newest === null ? null : new Date(newest).getTime();
    expect(untilBackupMs(at, new Date(now), newestMs) / 3_600_000).toBeCloseTo(hours, 5);
  });
});

describe("restoring", () => {
  it("is refused while an appliance runs on the folder, and changes nothing", async () => {
    const { path } = await makeBackup(bench.folder, join(backups(), "b.db"));
    const callId = await wholeCall();
    expect(() => restoreBackup(bench.folder, path, 0)).toThrow(/Another appliance is running/);
    expect(bench.read(callId)).toMatchObject({ status: "ended" });
  });

  it("brings back what was there at the backup, and keeps what it replaces", async () => {
    const first = await wholeCall();
    const { path } = await makeBackup(bench.folder, join(backups(), "b.db"));
    const second = await wholeCall();
    await stop();
    const { asideAs } = restoreBackup(bench.folder, path, Date.UTC(2026, 2, 4));
    expect(asideAs).toBe(join(bench.folder, "outdial.db.replaced-20260304T000000Z"));
    bench.reopen();
    expect(bench.read(first)).toMatchObject({ status: "ended" });
    expect(bench.desk.readCallById(second)).toBeNull();
    expect(bench.store.verify()).toEqual([]);
    expect(statSync(join(bench.folder, "outdial.db")).mode & 0o777).toBe(0o600);
    await stop();
    // In the same second: nothing that is kept takes the place of something else.
    const again = restoreBackup(bench.folder, asideAs ?? "", Date.UTC(2026, 2, 4));
    expect(again.asideAs).toBe(`${asideAs}-2`);
    bench.reopen();
    expect(bench.read(second)).toMatchObject({ status: "ended" });
  });

  it("never takes the log of a damaged database for that of the restored one", async () => {
    const { path } = await makeBackup(bench.folder, join(backups(), "b.db"));
    const callId = await wholeCall();
    // As a kill leaves it: the last commits are in the log only.
    const wal = readFileSync(join(bench.folder, "outdial.db-wal"));
    await stop();
    writeFileSync(join(bench.folder, "outdial.db"), "no database any more, but long enough to be looked at as one");
    writeFileSync(join(bench.folder, "outdial.db-wal"), wal);
    restoreBackup(bench.folder, path, Date.UTC(2026, 2, 4));
    expect(existsSync(join(bench.folder, "outdial.db-wal"))).toBe(false);
    bench.reopen();
    expect(bench.desk.readCallById(callId)).toBeNull();
    expect(bench.store.verify()).toEqual([]);
  });

  it("refuses what is no good backup, and says why", async () => {
    const { path } = await makeBackup(bench.folder, join(backups(), "b.db"));
    await stop();
    const bad = join(bench.folder, "bad.db");
    const refused = (why: RegExp) => expect(() => restoreBackup(bench.folder, bad, 0)).toThrow(why);
    refused(/There is no file/);
    writeFileSync(bad, "this is no database at all, but it is long enough to be read as one");
    refused(/it is no database of an appliance/);
    writeFileSync(bad, "");
    refused(/it is empty/);
    copyFileSync(path, bad);
    const newer = new Database(bad);
    newer.pragma("user_version = 999");
    newer.close();
    refused(/schema 999, and this version knows only up to/);
    const bytes = readFileSync(path);
    bytes.fill(0xff, 3 * 4096, 6 * 4096);
    writeFileSync(bad, bytes);
    refused(/damaged|malformed/);
    bench.reopen();
    expect(bench.store.verify()).toEqual([]);
  });
});
