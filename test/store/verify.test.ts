/** What "nothing lost" means: each kind of damage is planted, and named. */
import Database from "better-sqlite3";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { openStore } from "../../src/store/store.ts";
import { reported, verify } from "../../src/store/verify.ts";
import type { VerifyOptions } from "../../src/calls/ports-store.ts";
import { DeskBench } from "../fakes/desk.ts";

let bench: DeskBench;
let caller: KeyHolder & { readonly kind: "account" };
let db: Database.Database;

/** A call that was answered, asked something, was told it, ended and was published. */
async function wholeCall(): Promise<string> {
  const callId = await bench.talk(caller);
  bench.conversations.tell(callId, "heard", { text: "Inside or outside?", atMs: 500 });
  bench.conversations.tell(callId, "asked", { questionId: `q_${callId}`, question: "Inside or outside?" });
  bench.desk.answerQuestion(caller, callId, "Outside, please");
  bench.conversations.tell(callId, "heard", { text: "Very well. Goodbye.", atMs: 1500 });
  bench.conversations.finish(callId, "completed");
  bench.desk.shareCall(caller, callId, true);
  return callId;
}

function look(options: Partial<VerifyOptions> = {}) {
  return reported(verify(db, { scope: "all", underWay: "unknown", ...options }));
}

/** Only somebody who takes the guards away can break the books. */
function withoutGuards(): void {
  const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
  for (const name of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  db.pragma("ignore_check_constraints = ON");
  db.pragma("foreign_keys = OFF");
}

beforeEach(async () => {
  bench = new DeskBench();
  caller = bench.fund(1000).caller;
  await wholeCall();
  db = new Database(join(bench.folder, "outdial.db"));
});
afterEach(async () => {
  db.close();
  await bench.end();
});

const DAMAGES: readonly (readonly [string, string, RegExp])[] = [
  ["a changed balance", "UPDATE ledger_account SET credits = credits + 1 WHERE kind = 'available'", /I1 .*I2/],
  ["a longer call", "UPDATE call SET duration_s = 301", /I6/],
  ["a reservation left behind", "UPDATE call SET reserved_cents = 1", /I7.*differs from its transfers/],
  ["a payment that was never made", "UPDATE payment SET state = 'declined'", /I8/],
  ["a payment of another amount", "UPDATE payment SET amount_cents = 999", /I8 .*I8 a paid payment/],
  ["a lost transfer", "DELETE FROM ledger_transfer WHERE code = 'hold'", /I2.*I13/],
  [
    "a charge made twice",
    `INSERT INTO ledger_transfer(key, debit_id, credit_id, amount_cents, code, account_id, call_id, at_ms)
       SELECT 'charge:again', debit_id, credit_id, amount_cents, code, account_id, call_id, at_ms FROM ledger_transfer
       WHERE code = 'charge'`,
    /I2.*I10.*differs from its transfers/,
  ],
  ["a lost first line", "DELETE FROM transcript WHERE seq = 1", /I13 transcript lines are missing/],
  ["a lost last line", "DELETE FROM transcript WHERE seq = 3", /I13 transcript lines that were told are missing/],
  ["all lines lost", "DELETE FROM transcript", /I13 transcript lines that were told are missing/],
  ["a lost event", "DELETE FROM progress WHERE n = 2", /I13 events of a call are missing/],
  ["an end that was never told", "DELETE FROM progress WHERE kind = 'ended'", /the end of a call was never told/],
  ["a call made free", "UPDATE call SET free = 1", /I14/],
  ["an answer of the line taken back", "UPDATE call SET answered_at_ms = NULL", /I12/],
  ["an end without a reason", "UPDATE call SET end_reason = 'somehow'", /no known reason/],
  ["an end without an outcome", "UPDATE call SET outcome = NULL", /has no outcome/],
  ["an outcome that is none", "UPDATE call SET outcome = '{\"success\": 1}'", /has no outcome/],
  ["a garbled outcome", "UPDATE call SET outcome = '{'", /has no outcome/],
  [
    "an acknowledged answer that was replaced",
    "UPDATE transcript SET text = 'Answer to “Inside or outside?”: No' WHERE seq = 2",
    /acknowledged answer is not in the transcript/,
  ],
  ["a published page that is garbled", "UPDATE share SET copy = '{}'", /published page cannot be shown/],
];

describe("a check of everything that must never be lost", () => {
  it("finds nothing wrong with a sound database", () => {
    expect(look()).toEqual({ problems: [], calls: 1, transfers: 3 });
    expect(look({ underWay: new Set() }).problems).toEqual([]);
  });

  it.each(DAMAGES)("names %s", (_, sql, what) => {
    withoutGuards();
    db.exec(sql);
    expect(look().problems.join("; ")).toMatch(what);
  });

  it.each(DAMAGES)("names %s in what is new, too", async (_, sql, what) => {
    expect(bench.store.verifyNew(new Set(), 1).problems).toEqual([]);
    const callId = await wholeCall();
    withoutGuards();
    const only = sql
      .replaceAll(/UPDATE call SET ([^;]+)$/g, `UPDATE call SET $1 WHERE call_id = '${callId}'`)
      .replace("WHERE code = 'charge'", `WHERE code = 'charge' AND call_id = '${callId}'`)
      .replace("WHERE code = 'hold'", `WHERE code = 'hold' AND call_id = '${callId}'`)
      .replace(/((?:transcript|progress).* WHERE .*)$/, `$1 AND call_id = '${callId}'`);
    db.exec(only);
    expect(look({ scope: "new" }).problems.join("; ")).toMatch(what);
  });

  it("looks only at what is new once the rest was found right, and again at calls that were under way", async () => {
    const open = await bench.talk(caller);
    expect(bench.store.verifyNew(new Set([open]), 1)).toEqual({ problems: [], calls: 2, transfers: 5 });
    expect(bench.store.verifyNew(new Set([open]), 2)).toEqual({ problems: [], calls: 1, transfers: 0 });
    bench.conversations.finish(open, "completed");
    await wholeCall();
    expect(bench.store.verifyNew(new Set(), 3)).toMatchObject({ problems: [], calls: 2 });
    expect(bench.store.verifyNew(new Set(), 4)).toEqual({ problems: [], calls: 0, transfers: 0 });
    expect(look().problems).toEqual([]);
  });

  it("looks again at what it has found wrong", () => {
    bench.store.verifyNew(new Set(), 1);
    withoutGuards();
    db.exec("UPDATE ledger_account SET credits = credits + 1 WHERE id = 'revenue'");
    for (const atMs of [2, 3]) expect(bench.store.verifyNew(new Set(), atMs).problems.join()).toMatch(/I2.*revenue/);
  });

  it("names a call that is open though nobody holds it", async () => {
    const callId = await bench.talk(caller);
    const nowMs = bench.clock.wallMs();
    expect(look({ underWay: new Set([callId]) }).problems).toEqual([]);
    expect(look({ underWay: { placedSinceMs: nowMs } }).problems).toEqual([]);
    const named = [`a call is open that nobody holds any more (${callId})`];
    expect(look({ underWay: new Set() }).problems).toEqual(named);
    expect(look({ underWay: { placedSinceMs: nowMs + 1 } }).problems).toEqual(named);
    expect(look({ underWay: "unknown" }).problems).toEqual([]);
  });
});

describe("a write-ahead log whose end was lost", () => {
  it("is named by every check from the next start on, and keeps nobody from starting", async () => {
    await bench.desk.close();
    bench.store.close();
    const count = join(bench.folder, "commits.count");
    const eight = Buffer.alloc(8);
    eight.writeBigUInt64LE(1_000_000n);
    writeFileSync(count, eight);
    bench.reopen();
    expect(bench.store.verify().join()).toMatch(/the last \d+ commits before the start at .* are lost/);
    await bench.restart();
    expect(bench.store.verify()).toHaveLength(1);
    db.exec("UPDATE lost_commits SET noted_at_ms = 1");
    expect(bench.store.verify()).toEqual([]);
  });

  it("is found out when frames of it are gone, as after a torn write", async () => {
    await wholeCall();
    // As a crash leaves them: without the last connection's clean end.
    const left = ["outdial.db", "outdial.db-wal", "commits.count"];
    const copy = join(bench.folder, "copy");
    const { mkdirSync, copyFileSync, readFileSync } = await import("node:fs");
    mkdirSync(copy);
    for (const name of left) copyFileSync(join(bench.folder, name), join(copy, name));
    const whole = openStore({ folder: copy, onEffectError: () => {} });
    expect(whole.verify()).toEqual([]);
    whole.close();
    rmSync(copy, { recursive: true });
    mkdirSync(copy);
    for (const name of left) copyFileSync(join(bench.folder, name), join(copy, name));
    const wal = readFileSync(join(copy, "outdial.db-wal"));
    wal.writeUInt8(wal.readUInt8(wal.length - 4200) ^ 1, wal.length - 4200);
    writeFileSync(join(copy, "outdial.db-wal"), wal);
    const cut = openStore({ folder: copy, onEffectError: () => {} });
    expect(cut.verify().join()).toMatch(/commits before the start at .* are lost/);
    cut.close();
  });
});
