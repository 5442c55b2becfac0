/** What a turn took, kept with the line of the transcript that answered it. */
import Database from "better-sqlite3";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { openStore } from "../../src/store/store.ts";
import { DeskBench } from "../fakes/desk.ts";

const TOOK = { totalMs: 640, endpointingMs: 320, recogniserMs: 70, brainMs: 60, voiceMs: 110, playoutMs: 80 };

const said = (role: TranscriptEntry["role"], text: string, latency: TranscriptEntry["latency"] = null) => ({
  ...{ role, text, latency },
  ...{ cutOff: null, atMs: 1_772_000_000_000, offsetMs: 1500 },
});

describe("what a turn took", () => {
  let bench: DeskBench;
  let callId: string;
  beforeEach(async () => {
    bench = new DeskBench();
    callId = await bench.talk(bench.fund(500).caller);
  });
  afterEach(() => bench.end());
  const add = (line: Omit<TranscriptEntry, "seq">): number =>
    bench.store.atomically(() => bench.store.calls.addLine(callId, line));
  const took = (after?: number) => bench.store.calls.lines(callId, after).map(({ latency }) => latency);

  it("comes back with its line and with no other, also in the next process", async () => {
    const lines = [
      said("business", "Hello."),
      said("assistant", "Good day.", TOOK),
      said("assistant", "One more thing."),
      said("assistant", "Goodbye.", { ...TOOK, totalMs: 1640, brainMs: 1060 }),
    ];
    for (const line of lines) add(line);
    const written = lines.map((line, index) => ({ seq: index + 1, ...line }));
    expect(bench.store.calls.lines(callId)).toEqual(written);
    await bench.restart();
    expect(bench.store.calls.lines(callId)).toEqual(written);
    expect(took(3)).toEqual([{ ...TOOK, totalMs: 1640, brainMs: 1060 }]);
    expect(bench.read(callId).transcript).toEqual(written);
    expect(bench.store.verify()).toEqual([]);
  });

  it("is in whole milliseconds", () => {
    add(said("assistant", "Good day.", { ...TOOK, totalMs: 639.6, voiceMs: 109.5, brainMs: 60.4 }));
    expect(took()).toEqual([TOOK]);
  });

  it("is one change of the call together with its line", () => {
    const version = (): number => bench.store.calls.read(callId)?.version ?? 0;
    const before = version();
    add(said("assistant", "Good day.", TOOK));
    expect(version()).toBe(before + 1);
  });

  it("is written together with its line or not at all, and only with one of the assistant", () => {
    expect(() => add(said("business", "Hello.", TOOK))).toThrow(/answered by a line of the assistant/);
    expect(bench.store.calls.lines(callId)).toEqual([]);
    expect(add(said("assistant", "Good day.", TOOK))).toBe(1);
    expect(took()).toEqual([TOOK]);
  });
});

describe("the turns of a database of before", () => {
  let folder: string;
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), "outdial-turns-")), "store")));
  afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

  it("stay, and the lines are read without them, since which was whose is not known", () => {
    mkdirSync(folder, { mode: 0o700 });
    const old = new Database(join(folder, "outdial.db"));
    const migrations = join(import.meta.dirname, "../../src/store/migrations");
    for (const step of ["001", "002", "003", "004"]) old.exec(readFileSync(join(migrations, `${step}.sql`), "utf8"));
    old.exec(`
      PRAGMA user_version = 4;
      INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES ('a', 0, 't');
      INSERT INTO ledger_account(id, account_id, kind) VALUES ('a:available', 'a', 'available'), ('a:held', 'a', 'held');
      INSERT INTO call(call_id, account_id, phone, brief, route, free, answered_cents, included_seconds,
        extra_minute_cents, created_at_ms, questions) VALUES ('c', 'a', '+1', '{}', 'demo', 1, 100, 300, 25, 0, '[]');
      UPDATE call SET status = 'in_progress', answered_at_ms = 1, latency_p50 = 640, latency_p95 = 910;
      INSERT INTO transcript VALUES ('c', 1, 'business', 'Hello.', NULL, 0, 0), ('c', 2, 'assistant', 'Good day.', NULL, 0, 0);
      INSERT INTO turn VALUES ('c', 1, 640, 320, 70, 60, 110, 80), ('c', 2, 910, 500, 90, 80, 150, 90);
    `);
    old.close();
    const store = openStore({ folder, onEffectError: () => {} });
    expect(store.calls.lines("c").map(({ text, latency }) => [text, latency])).toEqual([
      ["Hello.", null],
      ["Good day.", null],
    ]);
    store.atomically(() => store.calls.addLine("c", said("assistant", "Goodbye.", TOOK)));
    expect(store.calls.lines("c", 2)).toMatchObject([{ seq: 3, text: "Goodbye.", latency: TOOK }]);
    store.close();
    const after = new Database(join(folder, "outdial.db"));
    expect(after.prepare("SELECT n, seq, total_ms FROM turn ORDER BY n").raw().all()).toEqual([
      [1, null, 640],
      [2, null, 910],
      [3, 3, 640],
    ]);
    after.close();
  });
});
