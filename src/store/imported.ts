/**
 * Takes an export into an empty installation: its calls, their transcripts and its ledger, all or nothing. Everything goes
 * the way that it went when it happened, so that the rules of the schema hold for each step; and before it is kept it is
 * verified as a whole.
 *
 * What an export does not have is not there afterwards: keys, cards, pages that were published, questions that were put to
 * the agent (their answers stand in the transcript). An account gets new keys with `outdial keys create`.
 */
import type { Database } from "better-sqlite3";
import type { z } from "zod";
import { randomToken } from "../lib/ids.ts";
import { openLedgerAccounts } from "./ledger.ts";
import { importedCall, importedLine, importedTransfer } from "./imported-records.ts";
import type { ImportedCall, ImportedTransfer } from "./imported-records.ts";
import { openDatabase } from "./open.ts";
import { reported, verify } from "./verify.ts";

/** A record, and where it stands, for whoever mends it; null: it cannot be read at all. */
export type Numbered = { readonly line: number; readonly record: Readonly<Record<string, unknown>> | null };
/** The calls are read twice. */
export type Source = () => AsyncIterable<Numbered>;
export type Sources = { readonly calls: Source; readonly transcripts: Source; readonly ledger: Source };
const TELL_EVERY = 1000;

export type Imported = { readonly calls: number; readonly lines: number; readonly transfers: number };

/** Throws one sentence, and nothing was changed, when an appliance runs there, something is there, or is not right. */
export async function importRecords(
  folder: string,
  sources: Sources,
  onProgress: (done: Imported) => void = () => undefined,
): Promise<Imported> {
  const opened = openDatabase(folder);
  const { db } = opened;
  try {
    refuseUnlessEmpty(db, folder);
    db.exec("BEGIN IMMEDIATE");
    try {
      const done = await take(db, sources, onProgress);
      const { problems } = reported(verify(db, { scope: "all", underWay: "unknown" }));
      if (problems.length > 0) {
        throw new Error(
          `The three files do not fit together, and nothing was imported: ${problems.join("; ")}. Export all of them again while no call is under way.`,
        );
      }
      db.exec("COMMIT");
      db.pragma("wal_checkpoint(TRUNCATE)");
      return done;
    } catch (error) {
      if (db.inTransaction) db.exec("ROLLBACK");
      throw error;
    }
  } finally {
    opened.close();
  }
}

function refuseUnlessEmpty(db: Database, folder: string): void {
  for (const table of ["call", "ledger_transfer", "account", "payment"]) {
    if (db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined) continue;
    throw new Error(
      `${folder} is not empty: an export is taken only into an installation without calls and accounts. Name another data_dir.`,
    );
  }
}

async function take(db: Database, sources: Sources, onProgress: (done: Imported) => void): Promise<Imported> {
  const done = { calls: 0, lines: 0, transfers: 0 };
  const tell = (): void => onProgress({ ...done });
  const write = writers(db);
  await each(sources.calls, "calls", importedCall, (call) => {
    write.begin(call);
    if (++done.calls % TELL_EVERY === 0) tell();
  });
  await each(sources.transcripts, "transcripts", importedLine, (line) => {
    write.line(line);
    if (++done.lines % TELL_EVERY === 0) tell();
  });
  await each(sources.ledger, "ledger", importedTransfer, (transfer) => {
    write.transfer(transfer);
    if (++done.transfers % TELL_EVERY === 0) tell();
  });
  await each(sources.calls, "calls", importedCall, (call) => write.end(call));
  return done;
}

/** Errors name the file's kind and the line, and no value: what stands there is personal. */
async function each<Schema extends z.ZodType>(
  source: Source,
  kind: keyof Sources,
  schema: Schema,
  work: (found: z.output<Schema>) => void,
): Promise<void> {
  for await (const { line, record } of source()) {
    const where = `Line ${line} of the ${kind}`;
    const found = record === null ? null : readOne(schema, record);
    if (found === null) throw new Error(`${where} is not what an export writes; nothing was imported.`);
    if (!found.success) {
      const columns = [...new Set(found.error.issues.map(({ path }) => String(path[0] ?? "?")))].join(", ");
      throw new Error(`${where} is not as an export writes it (${columns}); nothing was imported.`);
    }
    try {
      work(found.data);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${where}: ${why}; nothing was imported.`, { cause: error });
    }
  }
}

/** Null when a column that holds JSON cannot be read. */
function readOne<Schema extends z.ZodType>(
  schema: Schema,
  record: object,
): z.ZodSafeParseResult<z.output<Schema>> | null {
  try {
    return schema.safeParse(record);
  } catch {
    return null;
  }
}

type Line = z.output<typeof importedLine>;

function writers(db: Database): {
  readonly begin: (call: ImportedCall) => void;
  readonly line: (line: Line) => void;
  readonly transfer: (transfer: ImportedTransfer) => void;
  readonly end: (call: ImportedCall) => void;
} {
  const present = db.prepare<[string], number>("SELECT 1 FROM account WHERE account_id = ?").pluck();
  const addAccount = db.prepare("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES(?, ?, ?)");
  const insert = db.prepare(`INSERT INTO call(call_id, account_id, phone, brief, route, free, answered_cents,
      included_seconds, extra_minute_cents, created_at_ms, questions)
    VALUES(@call_id, @account_id, @phone, @brief, @route, @free, @answered_call_usd, @included_seconds,
      @extra_minute_usd, @created_at, @questions)`);
  const answer = db.prepare(
    "UPDATE call SET status = 'in_progress', answered_at_ms = @answered_at WHERE call_id = @call_id",
  );
  const addLine = db.prepare(`INSERT INTO transcript(call_id, seq, role, text, cut_off, at_ms, offset_ms)
    VALUES(@call_id, @seq, @role, @text, @cut_off, @at, @offset_s)`);
  const addTurn = db.prepare(`INSERT INTO turn(
      call_id, n, seq, total_ms, endpointing_ms, recogniser_ms, brain_ms, voice_ms, playout_ms)
    SELECT @call_id, COALESCE(MAX(n), 0) + 1, @seq, @latency_ms, @endpointing_ms, @recogniser_ms, @brain_ms, @voice_ms,
      @playout_ms FROM turn WHERE call_id = @call_id`);
  const addPayment = db.prepare(`INSERT INTO payment(payment_id, account_id, kind, amount_cents, state, created_at_ms)
    VALUES(@payment_id, @account_id, @kind, @amount_usd, 'succeeded', @at) ON CONFLICT(payment_id) DO NOTHING`);
  const addTransfer = db.prepare(`INSERT INTO ledger_transfer(
      seq, key, debit_id, credit_id, amount_cents, code, account_id, call_id, payment_id, at_ms)
    VALUES(@seq, @key, @debit, @credit, @amount_usd, @code, @account_id, @call_id, @payment_id, @at)`);
  const end = db.prepare(`UPDATE call SET status = 'ended', ended_at_ms = @ended_at, end_reason = @end_reason,
      sip_status = @sip_status, answered_by = @answered_by, duration_s = @duration_s, latency_p50 = @latency_p50_ms,
      latency_p95 = @latency_p95_ms, outcome = @outcome, met_menu = @met_menu, introduced = @introduced,
      alive_ms = @alive_ms, usage = @usage
    WHERE call_id = @call_id AND posted_cents = @posted_usd AND refunded_cents = @refunded_usd`);
  // What was imported is as old as it was.
  const age = db.prepare("UPDATE call SET version = @version WHERE call_id = @call_id");

  const account = (accountId: string, atMs: number): void => {
    if (present.get(accountId) !== undefined) return;
    addAccount.run(accountId, atMs, randomToken(20));
    openLedgerAccounts(db, accountId);
  };
  return {
    begin(call) {
      if (call.status !== "ended") throw new Error("this call has not ended; export again while no call is under way");
      if (call.account_id !== null) account(call.account_id, call.created_at);
      insert.run({ ...call, free: call.free ? 1 : 0 });
      if (call.answered_at !== null) answer.run(call);
    },
    line(line) {
      addLine.run(line);
      if (line.latency_ms !== null) addTurn.run(line);
    },
    transfer(transfer) {
      account(transfer.account_id, transfer.at);
      if (transfer.code === "topup" || transfer.code === "reload")
        addPayment.run({ ...transfer, kind: transfer.code === "topup" ? "top_up" : "reload" });
      addTransfer.run(transfer);
    },
    end(call) {
      const flags = { met_menu: call.met_menu ? 1 : 0, introduced: call.introduced ? 1 : 0 };
      if (end.run({ ...call, ...flags, free: call.free ? 1 : 0, success: null }).changes === 0)
        throw new Error("the ledger does not have what this call was charged");
      age.run({ call_id: call.call_id, version: call.version });
    },
  };
}
