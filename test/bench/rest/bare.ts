/**
 * What ours is measured against: a Koa application with one routed handler and nothing else, a Node server that holds
 * its answers, and a durable SQLite transaction that writes the rows of an accepted call. Run as a child.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Router from "@koa/router";
import Database from "better-sqlite3";
import Koa from "koa";
import { newId } from "../../../src/lib/ids.ts";
import { answerQuestions } from "../rig/child.ts";

const ACCOUNTS = 500;
let body: unknown = {};
let held: ServerResponse[] = [];

const router = new Router();
router.get("/v1/calls/:id", (context) => {
  context.body = body;
});
const app = new Koa().use(router.routes());
const koa = app.callback();
const server = createServer((request, response) => {
  if (request.url === "/hold") held.push(response);
  else void koa(request, response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const folder = mkdtempSync(join(tmpdir(), "outdial-bare-"));
const db = new Database(join(folder, "bare.db"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");
// The appliance's own tables: the rows weigh the same, indexes and triggers included.
db.exec(readFileSync(new URL("../../../src/store/migrations/001.sql", import.meta.url), "utf8"));
const accounts = Array.from({ length: ACCOUNTS }, () => newId("acct"));
const openAccount = db.transaction((accountId: string) => {
  db.prepare("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES (?, 0, ?)").run(accountId, accountId);
  const open = db.prepare("INSERT INTO ledger_account(id, account_id, kind, credits) VALUES (?, ?, ?, ?)");
  open.run(`${accountId}:available`, accountId, "available", 1_000_000_000);
  open.run(`${accountId}:held`, accountId, "held", 0);
});
for (const accountId of accounts) openAccount(accountId);
const insertCall = db.prepare(
  `INSERT INTO call(call_id, account_id, phone, brief, route, free, answered_cents, included_seconds, extra_minute_cents,
     created_at_ms, questions) VALUES (?, ?, '+14155550123', ?, 'trunk', 0, 100, 300, 25, ?, ?)`,
);
const insertHold = db.prepare(
  `INSERT INTO ledger_transfer(key, debit_id, credit_id, amount_cents, code, account_id, call_id, at_ms)
   VALUES (?, ?, ?, 100, 'hold', ?, ?, ?)`,
);
const questions = ["Do you have a terrace?", "What does the menu cost?"];
const brief = JSON.stringify({
  goal: "Book a table for two on Friday at seven",
  businessName: "Trattoria Sole",
  questions,
});
const asked = JSON.stringify(
  questions.map((question) => ({ question, status: "not_asked", answer: null, quote: null })),
);
const writeCall = db.transaction((accountId: string) => {
  const [callId, nowMs] = [newId("call"), Date.now()];
  insertCall.run(callId, accountId, brief, nowMs, asked);
  insertHold.run(`hold:${callId}`, `${accountId}:available`, `${accountId}:held`, accountId, callId, nowMs);
});

const answers: Readonly<Record<string, (argument: never) => unknown>> = {
  port: () => (server.address() as AddressInfo).port,
  body(value: unknown) {
    body = value;
  },
  /** Answers everybody who is held. Tells when it began. */
  release() {
    const at = process.hrtime.bigint();
    const text = JSON.stringify(body);
    for (const response of held) {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
      response.end(text);
    }
    held = [];
    return String(at);
  },
  waiting: () => held.length,
  memory() {
    global.gc?.();
    return process.memoryUsage().rss;
  },
  /** Durable transactions a second, each writing the rows of one accepted call and nothing else. */
  transactions({ seconds }: { seconds: number }) {
    let count = 0;
    const startedAt = performance.now();
    while (performance.now() - startedAt < seconds * 1000) {
      writeCall.immediate(accounts[count % accounts.length] ?? "");
      count += 1;
    }
    return count / ((performance.now() - startedAt) / 1000);
  },
  end() {
    server.close();
    server.closeAllConnections();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  },
};
answerQuestions(async ({ name, argument }) => answers[String(name)]?.(argument as never));
