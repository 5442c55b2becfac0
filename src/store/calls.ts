import type { Database, Statement } from "better-sqlite3";
import { cents } from "../billing/pricing.ts";
import type { Calls } from "../calls/ports-store.ts";
import { askedOf, callOf, lineOf, stepOf } from "./call-rows.ts";
import type { AskedSql, CallSql, LineSql, ProgressSql } from "./call-rows.ts";

type ListSql = {
  readonly accountId: string;
  readonly before: number;
  readonly status: string | null;
  readonly limit: number;
};

const PROGRESS = `SELECT
      progress.n, kind, progress.status AS now, line_state, version,
      seq, role, text, cut_off, at_ms, offset_ms,
      total_ms, endpointing_ms, recogniser_ms, brain_ms, voice_ms, playout_ms,
      asked.id, question, asked_at_ms, expires_at_ms
    FROM progress
      LEFT JOIN transcript USING(call_id, seq)
      LEFT JOIN turn USING(call_id, seq)
      LEFT JOIN asked ON asked.id = progress.question_id`;

export function callTable(db: Database): Calls {
  const insert = db.prepare(`INSERT INTO call(
      call_id, account_id, phone, brief, route, free, answered_cents, included_seconds, extra_minute_cents,
      created_at_ms, questions)
    VALUES(@callId, @accountId, @phone, @brief, @route, @free, @answeredCents, @includedSeconds, @extraMinuteCents,
      @createdAtMs, @questions)`);
  const read = db.prepare<[string], CallSql>("SELECT * FROM call WHERE call_id = ?");
  // By this index and no other: see its migration.
  const own = db
    .prepare<[string, string], number>(
      "SELECT 1 FROM call INDEXED BY call_of_holder WHERE account_id = ? AND call_id = ?",
    )
    .pluck();
  const saveLife = db.prepare(`UPDATE call SET
      status = @status, line_state = @lineState, answered_by = @answeredBy, answered_at_ms = @answeredAtMs,
      ended_at_ms = @endedAtMs, end_reason = @endReason, sip_status = @sipStatus, met_menu = @metMenu,
      introduced = @introduced, alive_ms = @aliveMs, duration_s = @durationS, latency_p50 = @p50, latency_p95 = @p95,
      outcome = COALESCE(@outcome, outcome), version = version + @visible,
      noted = CASE @status WHEN 'ended' THEN NULL ELSE noted END
    WHERE call_id = @callId`);
  const saveQuestions = db.prepare("UPDATE call SET questions = ?, version = version + 1 WHERE call_id = ?");
  const saveNoted = db.prepare("UPDATE call SET noted = ? WHERE call_id = ?");
  const saveUsage = db.prepare("UPDATE call SET usage = ? WHERE call_id = ? AND usage IS NULL");
  const grow = db.prepare("UPDATE call SET version = version + 1 WHERE call_id = ?");
  const lastLine = db
    .prepare<[string], number>("SELECT COALESCE(MAX(seq), 0) FROM transcript WHERE call_id = ?")
    .pluck();
  const addLine = db.prepare(`INSERT INTO transcript(call_id, seq, role, text, cut_off, at_ms, offset_ms)
    VALUES(@callId, @seq, @role, @text, @cutOff, @atMs, @offsetMs)`);
  const addTurn = db.prepare(`INSERT INTO turn(
      call_id, n, seq, total_ms, endpointing_ms, recogniser_ms, brain_ms, voice_ms, playout_ms)
    SELECT @callId, COALESCE(MAX(n), 0) + 1, @seq, @total, @endpointing, @recogniser, @brain, @voice, @playout
    FROM turn WHERE call_id = @callId`);
  const lines = db.prepare<[string, number], LineSql>(`SELECT
      seq, role, text, cut_off, at_ms, offset_ms,
      total_ms, endpointing_ms, recogniser_ms, brain_ms, voice_ms, playout_ms
    FROM transcript LEFT JOIN turn USING(call_id, seq) WHERE call_id = ? AND seq > ? ORDER BY seq`);
  const progress = db.prepare<{ callId: string; after: number }, ProgressSql>(`${PROGRESS}
    WHERE progress.call_id = @callId
      AND progress.n > (SELECT COALESCE(MAX(n), 0) FROM progress WHERE call_id = @callId AND n = @after)
    ORDER BY progress.n`);
  const step = db.prepare<[string, number], ProgressSql>(`${PROGRESS} WHERE progress.call_id = ? AND progress.n = ?`);
  const expireAsked = db.prepare("UPDATE asked SET state = 'expired' WHERE call_id = ? AND state = 'pending'");
  const ask = db.prepare(`INSERT INTO asked(id, call_id, n, question, asked_at_ms, expires_at_ms)
    SELECT @id, @callId, COALESCE(MAX(n), 0) + 1, @question, @askedAtMs, @expiresAtMs FROM asked WHERE call_id = @callId`);
  const latestAsked = db.prepare<[string], AskedSql>("SELECT * FROM asked WHERE call_id = ? ORDER BY n DESC LIMIT 1");
  const closeAsked = db
    .prepare<[string, string | null, number | null, string], string>(
      "UPDATE asked SET state = ?, answer = ?, line_seq = ? WHERE id = ? AND state = 'pending' RETURNING call_id",
    )
    .pluck();
  const prolongAsked = db
    .prepare<[number, string], string>(
      "UPDATE asked SET expires_at_ms = ? WHERE id = ? AND state = 'pending' RETURNING call_id",
    )
    .pluck();
  const tellProlonged = db.prepare<[string, string]>(
    "INSERT INTO progress(call_id, n, kind, question_id) SELECT call_id, MAX(n) + 1, 'question', ? FROM progress WHERE call_id = ?",
  );
  const position = db
    .prepare<[string, string], number>("SELECT seq FROM call WHERE account_id = ? AND call_id = ?")
    .pluck();
  const listBy = (index: string, which: string): Statement<[ListSql], CallSql> =>
    db.prepare(`SELECT * FROM call INDEXED BY ${index} WHERE account_id = @accountId AND seq < @before AND ${which}
       AND call_id NOT IN (SELECT call_id FROM set_aside)
     ORDER BY seq DESC LIMIT @limit`);
  const listAll = listBy("call_of_account", "@status IS NULL");
  const listEnded = listBy("call_of_account", "status = @status");
  // Few calls are under way, among years of ended ones: never looked for there.
  const listUnended = listBy("call_unended", "status <> 'ended' AND status = @status");
  const unended = db
    .prepare<[], string>(
      `SELECT call_id FROM call INDEXED BY call_unended
       WHERE status <> 'ended' AND call_id NOT IN (SELECT call_id FROM set_aside) ORDER BY seq`,
    )
    .pluck();
  const bill = db.prepare<[string], { account_id: string | null; posted_cents: number }>(
    "SELECT account_id, posted_cents FROM call WHERE call_id = ?",
  );
  const setAside = db.prepare(
    "INSERT INTO set_aside(call_id, at_ms, why) VALUES(?, ?, ?) ON CONFLICT(call_id) DO NOTHING",
  );
  const endAsItStands = db.prepare(`UPDATE call SET
      status = 'ended', line_state = NULL, ended_at_ms = @endedAtMs, end_reason = @endReason,
      duration_s = alive_ms / 1000, outcome = @outcome, noted = NULL, version = version + 1
    WHERE call_id = @callId AND status <> 'ended'`);
  const countUnended = db
    .prepare<[string], number>(
      "SELECT COUNT(*) FROM call INDEXED BY call_unended WHERE account_id = ? AND status <> 'ended'",
    )
    .pluck();
  const countAllUnended = db.prepare<[], { all: number; keyless: number }>(
    `SELECT COUNT(*) AS "all", COUNT(*) - COUNT(account_id) AS keyless FROM call INDEXED BY call_unended
     WHERE status <> 'ended' AND call_id NOT IN (SELECT call_id FROM set_aside)`,
  );
  const countSince = db
    .prepare<[string, number], number>("SELECT COUNT(*) FROM call WHERE account_id = ? AND created_at_ms >= ?")
    .pluck();
  const countOfDay = db
    .prepare<[string, number, string], number>(
      "SELECT calls FROM calls_of_day WHERE account_id = ? AND day = CAST(? AS INTEGER) / 86400000 AND phone = ?",
    )
    .pluck();
  const countOne = db.prepare<[string, number, string]>(
    `INSERT INTO calls_of_day(account_id, day, phone, calls) VALUES(?, CAST(? AS INTEGER) / 86400000, ?, 1)
       ON CONFLICT DO UPDATE SET calls = calls + 1`,
  );

  return {
    insert(call) {
      insert.run({
        callId: call.callId,
        accountId: call.accountId,
        phone: call.brief.phone,
        brief: JSON.stringify(call.brief),
        route: call.route,
        free: call.free ? 1 : 0,
        answeredCents: call.prices.answeredCents,
        includedSeconds: call.prices.includedSeconds,
        extraMinuteCents: call.prices.extraMinuteCents,
        createdAtMs: call.createdAtMs,
        questions: JSON.stringify(call.questions),
      });
    },
    read(callId) {
      const row = read.get(callId);
      return row === undefined ? null : callOf(row);
    },
    isOf: (accountId, callId) => own.get(accountId, callId) !== undefined,
    saveLife(callId, life, visible) {
      saveLife.run({
        callId,
        visible: visible ? 1 : 0,
        status: life.status,
        lineState: life.lineState,
        answeredBy: life.answeredBy,
        answeredAtMs: life.answeredAtMs,
        endedAtMs: life.endedAtMs,
        endReason: life.endReason,
        sipStatus: life.sipStatus,
        metMenu: life.metMenu ? 1 : 0,
        introduced: life.introduced ? 1 : 0,
        aliveMs: life.aliveMs,
        durationS: life.durationS,
        p50: life.latencyMs?.p50 ?? null,
        p95: life.latencyMs?.p95 ?? null,
        outcome: life.outcome === null ? null : JSON.stringify(life.outcome),
      });
    },
    saveQuestions(callId, questions) {
      saveQuestions.run(JSON.stringify(questions), callId);
    },
    saveNoted: (callId, findings) => void saveNoted.run(JSON.stringify(findings), callId),
    saveUsage: (callId, usage) => void saveUsage.run(JSON.stringify(usage), callId),
    addLine(callId, { latency, ...line }) {
      const seq = (lastLine.get(callId) ?? 0) + 1;
      addLine.run({ callId, seq, ...line });
      if (latency !== null) {
        const { totalMs, endpointingMs, recogniserMs, brainMs, voiceMs, playoutMs } = latency;
        const [total, endpointing, recogniser] = [totalMs, endpointingMs, recogniserMs].map(Math.round);
        const [brain, voice, playout] = [brainMs, voiceMs, playoutMs].map(Math.round);
        addTurn.run({ callId, seq, total, endpointing, recogniser, brain, voice, playout });
      }
      grow.run(callId);
      return seq;
    },
    lines: (callId, after = 0) => lines.all(callId, after).map(lineOf),
    progress: (callId, after) => progress.all({ callId, after }).map(stepOf),
    step(callId, n) {
      const row = step.get(callId, n);
      return row === undefined ? null : stepOf(row);
    },
    ask(callId, question) {
      expireAsked.run(callId);
      ask.run({ callId, ...question });
      grow.run(callId);
    },
    latestQuestion(callId) {
      const row = latestAsked.get(callId);
      return row === undefined ? null : askedOf(row);
    },
    closeQuestion(questionId, how) {
      const callId =
        how === "expired"
          ? closeAsked.get("expired", null, null, questionId)
          : closeAsked.get("answered", how.answer, how.seq, questionId);
      if (callId === undefined) return false;
      grow.run(callId);
      return true;
    },
    prolongQuestion(questionId, expiresAtMs) {
      const callId = prolongAsked.get(expiresAtMs, questionId);
      if (callId === undefined) return;
      tellProlonged.run(questionId, callId);
      grow.run(callId);
    },
    list(accountId, page) {
      let before = Number.MAX_SAFE_INTEGER;
      if (page.after !== null) {
        const found = position.get(accountId, page.after);
        if (found === undefined) return null;
        before = found;
      }
      const list = page.status === null ? listAll : page.status === "ended" ? listEnded : listUnended;
      return list.all({ accountId, before, status: page.status, limit: page.limit }).map(callOf);
    },
    unended: () => unended.all(),
    bill(callId) {
      const row = bill.get(callId);
      return row === undefined ? null : { accountId: row.account_id, postedCents: cents(row.posted_cents) };
    },
    setAside: (callId, why, atMs) => void setAside.run(callId, atMs, why),
    endAsItStands: (callId, { outcome, ...how }) =>
      void endAsItStands.run({ callId, ...how, outcome: JSON.stringify(outcome) }),
    countUnended: (accountId) => countUnended.get(accountId) ?? 0,
    countAllUnended: () => countAllUnended.get() ?? { all: 0, keyless: 0 },
    countSince: (accountId, sinceMs) => countSince.get(accountId, sinceMs) ?? 0,
    countTransfer(accountId, nowMs, phone) {
      for (const counted of ["", phone]) countOne.run(accountId, nowMs, counted);
    },
    countOfDay: (accountId, dayMs, phone) => countOfDay.get(accountId, dayMs, phone ?? "") ?? 0,
  };
}
