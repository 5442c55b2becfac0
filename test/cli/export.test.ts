import Database from "better-sqlite3";
import { parse } from "csv-parse/sync";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedDirectory } from "../../src/directory/embedded.ts";
import { briefTo, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";

const PROGRAM = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const FORMULA = "=1+1, said the clerk";

interface Loose {
  readonly [key: string]: Loose;
}
type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

function run(config: string, ...parameters: readonly string[]): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [PROGRAM, "export", ...parameters], {
      env: { ...process.env, OUTDIAL_CONFIG: config },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (piece: Buffer) => (out += piece.toString()));
    child.stderr.on("data", (piece: Buffer) => (err += piece.toString()));
    child.on("error", fail);
    child.on("close", (code) => done({ code, out, err }));
  });
}

const linesOf = ({ out }: Ran): Loose[] =>
  out
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const rowsOf = ({ out }: Ran): Record<string, string>[] => parse(out, { columns: true });

describe("the export, beside an appliance that runs", { timeout: 60_000 }, () => {
  let bench: DeskBench;
  let folder: string;
  let config: string;
  let callId: string;
  beforeEach(async () => {
    bench = new DeskBench();
    folder = mkdtempSync(join(tmpdir(), "export-command-"));
    config = join(folder, "outdial.yaml");
    writeFileSync(config, `data_dir: ${bench.folder}\n`);
    const { caller } = bench.fund(1000);
    callId = await bench.talk(caller, briefTo(SHOP_PHONE, { businessName: FORMULA, questions: ["How much?"] }));
    bench.conversations.tell(callId, "heard", { text: FORMULA, atMs: 400 });
    bench.conversations.tell(callId, "spoke", { text: "Goodbye.", cutOff: null, atMs: 900, latency: null });
    bench.clock.advance(5_000);
    bench.conversations.finish(callId, "completed");
    await bench.place(caller);
  });
  afterEach(async () => {
    await bench.end();
    rmSync(folder, { recursive: true });
  });

  it("writes every call with what came of it, in both formats", async () => {
    const [ended, running, ...more] = linesOf(await run(config, "calls"));
    expect(more).toEqual([]);
    expect(ended).toMatchObject({
      call_id: callId,
      status: "ended",
      business_name: FORMULA,
      cost_usd: 1,
      success: false,
    });
    expect(ended?.["questions"]).toEqual([expect.objectContaining({ question: "How much?" })]);
    expect(running).toMatchObject({ status: "queued", ended_at: null, cost_usd: 0, success: null });
    const [row] = rowsOf(await run(config, "calls", "--format", "csv"));
    expect(row).toMatchObject({ call_id: callId, phone: SHOP_PHONE, business_name: `'${FORMULA}`, cost_usd: "1" });
    expect(Object.keys(row ?? {})).toEqual(Object.keys(ended ?? {}));
  });

  it("writes every line of every transcript", async () => {
    const lines = linesOf(await run(config, "transcripts"));
    expect(lines).toEqual([
      expect.objectContaining({ call_id: callId, seq: 1, role: "business", text: FORMULA, offset_s: 0.4 }),
      expect.objectContaining({ call_id: callId, seq: 2, role: "assistant", text: "Goodbye." }),
    ]);
    const rows = rowsOf(await run(config, "transcripts", "--format", "csv"));
    expect(rows.map(({ text }) => text)).toEqual([`'${FORMULA}`, "Goodbye."]);
  });

  it("writes a ledger whose sums are the balances", async () => {
    const transfers = linesOf(await run(config, "ledger"));
    const available = transfers.reduce(
      (sum, { debit, credit, amount_usd: amount }) =>
        sum +
        (String(credit).endsWith(":available") ? Number(amount) : 0) -
        (String(debit).endsWith(":available") ? Number(amount) : 0),
      0,
    );
    // 10.00, less a call of 1.00, less what the second holds.
    expect(available).toBe(8);
    expect(rowsOf(await run(config, "ledger", "--format", "csv"))).toHaveLength(transfers.length);
  });

  it("reads more records than a page has, each once, in their order", async () => {
    const db = new Database(join(bench.folder, "outdial.db"));
    const copy = db.prepare(`INSERT INTO call(call_id, account_id, phone, brief, route, free, answered_cents,
        included_seconds, extra_minute_cents, created_at_ms, questions)
      SELECT ?, account_id, phone, brief, route, free, answered_cents, included_seconds, extra_minute_cents, created_at_ms,
        questions FROM call WHERE call_id = ?`);
    db.transaction(() => {
      for (let n = 0; n < 1200; n++) copy.run(`call_copy${n}`, callId);
    })();
    db.close();
    const ids = linesOf(await run(config, "calls")).map((call) => call["call_id"]);
    expect(ids).toHaveLength(1202);
    expect(ids.slice(2)).toEqual(Array.from({ length: 1200 }, (_, n) => `call_copy${n}`));
    // Into a file, it is told how far it has come.
    const { err, code } = await run(config, "calls", "--output", join(folder, "calls.jsonl"));
    expect(err).toMatch(/^(?:[4-9]\d|100) %: 1000 records$/m);
    expect(code).toBe(0);
  });

  it("writes a directory that is the same once it has been imported again, from CSV and from JSONL", async () => {
    const load = async (into: string, file: string): Promise<void> => {
      const directory = openEmbeddedDirectory({ folder: into, seed: null, nowMs: 0 });
      const request = { path: file, format: null, source: null, attribution: null, replace: false } as const;
      const report = await directory.import(request, () => {}, new AbortController().signal).done;
      directory.close();
      expect(report).toMatchObject({ added: 2, errorCount: 0 });
    };
    const file = join(folder, "businesses.csv");
    writeFileSync(
      file,
      `name,phone,latitude,longitude,category,hours,rating\n"=Sum, Café",+14155550123,42.36,-71.06,cafe;bakery,Mo-Fr 08:00-17:00,4.5\n-Dash,,,,,,\n`,
    );
    await load(bench.folder, file);
    const exported = await run(config, "directory", "--format", "csv");
    expect(rowsOf(exported).map(({ name }) => name)).toEqual(["'=Sum, Café", "'-Dash"]);
    expect(exported.out).toContain(",+14155550123,");
    const before = await run(config, "directory");
    expect(linesOf(before)).toHaveLength(2);
    for (const [name, text] of [
      ["again.csv", exported.out],
      ["again.jsonl", before.out.replaceAll('"source":"csv"', '"source":"jsonl"')],
    ] as const) {
      const other = join(folder, name);
      const again = join(folder, `from-${name}`);
      writeFileSync(again, text);
      writeFileSync(config, `data_dir: ${other}\n`);
      await load(other, again);
      const found = linesOf(await run(config, "directory"));
      expect(found.map((one) => ({ ...one, source: "csv" }))).toEqual(linesOf(before));
    }
  });

  it("leaves out a call whose record is damaged, says so, and writes the others", async () => {
    const db = new Database(join(bench.folder, "outdial.db"));
    db.exec(`INSERT INTO call(call_id, phone, brief, route, free, answered_cents, included_seconds, extra_minute_cents,
      created_at_ms, questions) VALUES('call_damaged', '+1', '{', 'demo', 1, 0, 0, 0, 0, '[]')`);
    db.close();
    const ran = await run(config, "calls");
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("call_damaged");
    expect(linesOf(ran)).toHaveLength(2);
  });

  it("makes a file for its owner only, and overwrites none", async () => {
    const file = join(folder, "calls.jsonl");
    const { code, out } = await run(config, "calls", "--output", file, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ what: "calls", format: "jsonl", output: file, records: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, "utf8");
    const again = await run(config, "ledger", "--output", file);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("is there already") });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("reads what an appliance that has ended left behind, and makes nothing where there is none", async () => {
    bench.store.close();
    expect(linesOf(await run(config, "calls"))).toHaveLength(2);
    bench.reopen();
    const nowhere = join(folder, "nowhere");
    writeFileSync(config, `data_dir: ${nowhere}\n`);
    expect(await run(config, "calls")).toMatchObject({ code: 1, err: expect.stringContaining("There is no database") });
    expect(existsSync(nowhere)).toBe(false);
    expect((await run(config, "keys")).code).toBe(2);
  });
});
