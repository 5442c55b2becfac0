import type { Database } from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type OpenDatabase } from "../../src/store/open.ts";
import { verify } from "../../src/store/verify.ts";

/** What the database itself makes impossible, whatever the code above it does. */
describe("in SQL itself", () => {
  let folder: string;
  let opened: OpenDatabase;
  let db: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "outdial-schema-"));
    opened = openDatabase(folder);
    db = opened.db;
    db.exec(`
      INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES ('a', 0, 't1'), ('b', 0, 't2');
      INSERT INTO ledger_account(id, account_id, kind) VALUES
        ('a:available', 'a', 'available'), ('a:held', 'a', 'held'),
        ('b:available', 'b', 'available'), ('b:held', 'b', 'held');
      INSERT INTO payment(payment_id, account_id, kind, amount_cents, created_at_ms, state) VALUES
        ('p1', 'a', 'top_up', 150, 0, 'succeeded');
      INSERT INTO call(call_id, account_id, phone, brief, route, free, answered_cents, included_seconds,
        extra_minute_cents, created_at_ms, questions) VALUES
        ('c1', 'a', '+1', '{}', 'trunk', 0, 100, 300, 25, 0, '[]'),
        ('c2', 'a', '+1', '{}', 'trunk', 0, 100, 300, 25, 0, '[]'),
        ('free', 'a', '+1', '{}', 'demo', 1, 100, 300, 25, 0, '[]');
    `);
    move("pay:p1", "external", "a:available", 150, "topup", null, "p1");
  });
  afterEach(() => {
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const move = (
    key: string,
    debit: string,
    credit: string,
    amount: number,
    code: string,
    call: string | null,
    payment: string | null = null,
    account = "a",
  ) =>
    db
      .prepare(
        `INSERT INTO ledger_transfer(key, debit_id, credit_id, amount_cents, code, account_id, call_id, payment_id, at_ms)
         VALUES(?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      )
      .run(key, debit, credit, amount, code, account, call, payment);
  const hold = (call: string, amount = 100) => move(`hold:${call}:base`, "a:available", "a:held", amount, "hold", call);
  const charge = (call: string) => move(`charge:${call}:base`, "a:held", "revenue", 100, "charge", call);
  const answer = (call: string) =>
    db.exec(`UPDATE call SET status = 'in_progress', answered_at_ms = 1 WHERE call_id = '${call}'`);
  const end = (call: string, duration = 0) =>
    db.exec(`UPDATE call SET status = 'ended', ended_at_ms = 2, end_reason = 'completed', duration_s = ${duration}, outcome = '{"success":false,"summary":"","nextSteps":""}'
      WHERE call_id = '${call}'`);

  it("nobody spends more than there is", () => {
    hold("c1");
    expect(() => hold("c2")).toThrow(/CHECK constraint failed/);
    expect(verify(db, { scope: "all", underWay: "unknown" }).books).toEqual([]);
  });

  it("nothing is posted twice, and nothing that was not reserved", () => {
    hold("c1");
    answer("c1");
    charge("c1");
    expect(() => charge("c1")).toThrow(/UNIQUE constraint failed/);
    answer("c2");
    expect(() => charge("c2")).toThrow(/CHECK constraint failed/);
    expect(verify(db, { scope: "all", underWay: "unknown" }).books).toEqual([]);
  });

  it("no transfer is changed, taken back, negative, or from an account to itself", () => {
    expect(() => db.exec("UPDATE ledger_transfer SET amount_cents = 1")).toThrow(/immutable/);
    expect(() => db.exec("DELETE FROM ledger_transfer")).toThrow(/immutable/);
    expect(() => move("x", "a:available", "a:held", -5, "hold", "c1")).toThrow(/CHECK/);
    expect(() => move("x", "a:available", "a:available", 5, "hold", "c1")).toThrow(/CHECK/);
    expect(() => move("x", "external", "a:available", 5, "topup", null)).toThrow(/CHECK/);
    expect(() => db.exec("DELETE FROM ledger_account")).toThrow(/kept/);
  });

  it("no free call and no stranger's call moves money", () => {
    expect(() => hold("free")).toThrow(/free call/);
    expect(() => move("x", "b:available", "b:held", 5, "hold", "c1", null, "b")).toThrow(/stranger/);
  });

  it("no unanswered call is charged, and no ended one moves money again", () => {
    hold("c1");
    expect(() => charge("c1")).toThrow(/unanswered/);
    expect(() => end("c1")).toThrow(/reserves nothing/);
    move("release:c1", "a:held", "a:available", 100, "release", "c1");
    end("c1");
    expect(() => hold("c1", 10)).toThrow(/UNIQUE|no more money/);
    expect(() => move("hold:c1:m1", "a:available", "a:held", 25, "hold", "c1")).toThrow(/no more money/);
    expect(verify(db, { scope: "all", underWay: "unknown" }).books).toEqual([]);
  });

  it("no call gives back more than it took", () => {
    hold("c1");
    answer("c1");
    charge("c1");
    expect(() => move("refund:c1", "revenue", "a:available", 101, "refund", "c1")).toThrow(/CHECK/);
  });

  it("a call goes forward only, and its end is final and complete", () => {
    answer("c1");
    expect(() => db.exec("UPDATE call SET status = 'ringing', answered_at_ms = NULL WHERE call_id = 'c1'")).toThrow(
      /forward/,
    );
    expect(() => db.exec("UPDATE call SET status = 'ended' WHERE call_id = 'c1'")).toThrow(/CHECK/);
    end("c1", 5);
    for (const change of [
      "status = 'queued'",
      "duration_s = 1",
      "end_reason = 'busy'",
      "outcome = '{\"a\":1}'",
      "questions = '[1]'",
    ]) {
      expect(() => db.exec(`UPDATE call SET ${change} WHERE call_id = 'c1'`)).toThrow(/final|forward/);
    }
    expect(() => db.exec("DELETE FROM call WHERE call_id = 'c1'")).toThrow(/kept/);
  });

  it("transcript lines are numbered without gaps, never changed, and end with the call", () => {
    const line = (seq: number, call = "c1") =>
      db.prepare("INSERT INTO transcript VALUES(?, ?, 'business', 'Hello.', NULL, 0, 0)").run(call, seq);
    line(1);
    expect(() => line(3)).toThrow(/without gaps/);
    expect(() => line(1)).toThrow(/without gaps/);
    line(2);
    expect(() => db.exec("UPDATE transcript SET text = 'Bye.'")).toThrow(/append-only/);
    expect(() => db.exec("DELETE FROM transcript")).toThrow(/append-only/);
    end("c2");
    expect(() => line(1, "c2")).toThrow(/final/);
  });

  it("what a turn took belongs to one line of the assistant, and is as final as that", () => {
    const line = (seq: number, role: string) =>
      db.prepare("INSERT INTO transcript VALUES('c1', ?, ?, 'Hello.', NULL, 0, 0)").run(seq, role);
    const turn = (n: number, seq: number | null) =>
      db.prepare("INSERT INTO turn VALUES('c1', ?, 6, 1, 1, 1, 1, 2, ?)").run(n, seq);
    line(1, "business");
    line(2, "assistant");
    for (const seq of [1, 3, null]) expect(() => turn(1, seq)).toThrow(/line of the assistant/);
    turn(1, 2);
    expect(() => turn(2, 2)).toThrow(/UNIQUE/);
    expect(() => db.exec("UPDATE turn SET total_ms = 1")).toThrow(/append-only/);
    expect(() => db.exec("DELETE FROM turn")).toThrow(/append-only/);
  });

  it("one reload is open at a time, and a paid payment stays paid", () => {
    const reload = (id: string) =>
      db.exec(
        `INSERT INTO payment(payment_id, account_id, kind, amount_cents, created_at_ms) VALUES ('${id}', 'a', 'reload', 1000, 0)`,
      );
    reload("r1");
    expect(() => reload("r2")).toThrow(/UNIQUE/);
    db.exec("UPDATE payment SET state = 'declined' WHERE payment_id = 'r1'");
    reload("r2");
    expect(() => db.exec("UPDATE payment SET state = 'declined' WHERE payment_id = 'p1'")).toThrow(/stays paid/);
  });

  it("one question is pending at a time, and is closed once; a used set-up stays used; a revoked key stays revoked", () => {
    const ask = (id: string, n: number) =>
      db.exec(
        `INSERT INTO asked(id, call_id, n, question, asked_at_ms, expires_at_ms) VALUES ('${id}', 'c1', ${n}, '?', 0, 1)`,
      );
    ask("q1", 1);
    expect(() => ask("q2", 2)).toThrow(/UNIQUE/);
    db.exec("UPDATE asked SET state = 'expired'");
    expect(() => db.exec("UPDATE asked SET state = 'answered', answer = 'x'")).toThrow(/closed once/);
    db.exec(`INSERT INTO setup(setup_id, kind, state, code_digest, token_digest, account_id, brief, call_id, created_at_ms, expires_at_ms)
      VALUES ('s1', 'first_call', 'used', x'01', x'02', 'a', '{}', 'c1', 0, 1)`);
    expect(() => db.exec("UPDATE setup SET state = 'open', call_id = NULL")).toThrow(/used once/);
    db.exec(
      `INSERT INTO api_key(key_id, digest, prefix, account_id, created_at_ms, revoked_at_ms) VALUES ('k1', x'01', 'svc_', 'a', 0, 5)`,
    );
    expect(() => db.exec("UPDATE api_key SET revoked_at_ms = NULL")).toThrow(/stays revoked/);
  });
});
