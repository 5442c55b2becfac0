/** What happened to a call is told once, in order, and the same whenever it is read. */
import Database from "better-sqlite3";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder, ProgressStep } from "../../src/calls/operations.ts";
import { openStore } from "../../src/store/store.ts";
import { DeskBench, briefTo } from "../fakes/desk.ts";

let bench: DeskBench;
let caller: KeyHolder;
beforeEach(() => {
  bench = new DeskBench();
  ({ caller } = bench.fund(500));
});
afterEach(() => bench.end());

/** What a stream that is open all the time is told. */
function follow(callId: string): ProgressStep[] {
  const told: ProgressStep[] = [];
  const look = (): void => void told.push(...bench.desk.readProgress(caller, callId, told.at(-1)?.n ?? 0));
  look();
  bench.desk.watch(callId, look);
  return told;
}

async function wholeCall(): Promise<{ callId: string; told: ProgressStep[] }> {
  const callId = await bench.place(caller, briefTo("+14155550123", { questions: ["How much?"] }));
  const told = follow(callId);
  const { pbx, conversations, clock } = bench;
  pbx.ringing(callId);
  pbx.answered(callId);
  conversations.tell(callId, "introduced", {});
  conversations.tell(callId, "line_state", { state: "human" });
  conversations.tell(callId, "heard", { text: "Good morning.", atMs: 300 });
  const latency = { totalMs: 640, endpointingMs: 320, recogniserMs: 70, brainMs: 60, voiceMs: 110, playoutMs: 80 };
  conversations.tell(callId, "spoke", { text: "Hello.", cutOff: "I call", atMs: 900, latency });
  conversations.tell(callId, "asked", { questionId: "q_1", question: "Which day?" });
  clock.advance(1_000);
  bench.desk.answerQuestion(caller, callId, "Friday");
  conversations.tell(callId, "asked", { questionId: "q_2", question: "Which hour?" });
  conversations.tell(callId, "line_state", { state: "hold" });
  conversations.tell(callId, "heard", { text: "Goodbye.", atMs: 2_000 });
  pbx.ended(callId, "hangup_business");
  return { callId, told };
}

describe("the progress of a call", () => {
  it("is told in the order in which it happened", async () => {
    const { told } = await wholeCall();
    const brief = told.map((step) => {
      if (step.kind === "status") return `${step.status} ${step.lineState}`;
      if (step.kind === "transcript") return step.entry.text;
      return step.kind === "question" ? (step.pending?.question ?? "no question") : step.kind;
    });
    expect(brief).toEqual([
      ...["queued null", "ringing ringing", "in_progress null", "in_progress human", "Good morning.", "Hello."],
      ...[
        "Which day?",
        "Answer to “Which day?”: Friday",
        "no question",
        "Which hour?",
        "in_progress hold",
        "Goodbye.",
        "no question",
      ],
      ...["ended null", "ended"],
    ]);
    expect(told.map(({ n }) => n)).toEqual(told.map((_, index) => index + 1));
  });

  it("is the same when it is read again: from the start, after every step, and by the next process", async () => {
    const { callId, told } = await wholeCall();
    const readAgain = (): void => {
      expect(bench.desk.readProgress(caller, callId, 0)).toEqual(told);
      for (const { n } of told) expect(bench.desk.readProgress(caller, callId, n)).toEqual(told.slice(n));
    };
    readAgain();
    await bench.restart();
    readAgain();
  });

  it("begins at the beginning after a step that there is not", async () => {
    const { callId, told } = await wholeCall();
    expect(bench.desk.readProgress(caller, callId, told.length + 1)).toEqual(told);
  });

  it("says with a change of status which version of the call it made", async () => {
    const callId = await bench.place(caller);
    const told = follow(callId);
    const seen = new Map([[1, "queued"]]);
    bench.desk.watch(callId, () => {
      const { version, status } = bench.read(callId);
      if (!seen.has(version)) seen.set(version, status);
    });
    bench.pbx.ringing(callId);
    bench.pbx.ended(callId, "busy", 486);
    for (const step of told) {
      if (step.kind === "status") expect(seen.get(step.version)).toBe(step.status);
    }
    expect(told.filter(({ kind }) => kind === "status")).toHaveLength(3);
  });

  it("goes on where a crash has cut it off", async () => {
    const callId = await bench.talk(caller);
    const before = bench.desk.readProgress(caller, callId, 0);
    await bench.restart();
    expect(bench.desk.readProgress(caller, callId, before.length)).toMatchObject([
      { n: before.length + 1, kind: "status", status: "ended" },
      { n: before.length + 2, kind: "ended" },
    ]);
  });

  it("cannot be changed", async () => {
    const { callId } = await wholeCall();
    await bench.desk.close();
    bench.store.close();
    const db = new Database(join(bench.folder, "outdial.db"));
    for (const sql of [
      "UPDATE progress SET n = 99",
      "DELETE FROM progress",
      `INSERT INTO progress(call_id, n, kind) VALUES('${callId}', 99, 'ended')`,
    ]) {
      expect(() => db.exec(sql), sql).toThrow(/append-only|without gaps/);
    }
    db.close();
    bench.reopen();
  });
});

describe("a database of before", () => {
  const folder = mkdtempSync(join(tmpdir(), "outdial-before-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("tells of its calls what they came to", () => {
    const source = new URL("../../src/store/migrations/", import.meta.url);
    mkdirSync(folder, { recursive: true });
    const db = new Database(join(folder, "outdial.db"));
    for (const version of ["001", "002", "003", "004", "005"])
      db.exec(readFileSync(new URL(`${version}.sql`, source), "utf8"));
    db.pragma("user_version = 5");
    db.exec(`
      INSERT INTO call(call_id, phone, brief, route, free, answered_cents, included_seconds, extra_minute_cents,
        created_at_ms, questions)
      VALUES ('call_over', '+1', '{}', 'demo', 1, 100, 300, 25, 0, '[]'), ('call_new', '+1', '{}', 'demo', 1, 100, 300, 25, 0, '[]');
      INSERT INTO transcript(call_id, seq, role, text, at_ms, offset_ms) VALUES ('call_over', 1, 'business', 'Hello.', 5, 5);
      UPDATE call SET status = 'ended', ended_at_ms = 9, end_reason = 'completed', duration_s = 3, outcome = '{}', version = 7
        WHERE call_id = 'call_over';`);
    db.close();
    const store = openStore({ folder, onEffectError: () => {} });
    expect(store.calls.progress("call_over", 0)).toMatchObject([
      { n: 1, kind: "status", status: "queued", version: 1 },
      { n: 2, kind: "transcript", entry: { seq: 1, text: "Hello." } },
      { n: 3, kind: "status", status: "ended", lineState: null, version: 7 },
      { n: 4, kind: "ended" },
    ]);
    expect(store.calls.progress("call_new", 0)).toMatchObject([{ n: 1, kind: "status", status: "queued" }]);
    store.close();
  });
});
