/** What somebody outside was told, and what must be true for ever after. */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { tryBackup } from "../../src/store/backup.ts";
import type { DeskBench } from "../fakes/desk.ts";

export type Fact =
  | { readonly type: "ready" }
  | { readonly type: "broken"; readonly what: string }
  | { readonly type: "placed"; readonly callId: string; readonly key: string; readonly body: string }
  | { readonly type: "dialled"; readonly callId: string }
  | { readonly type: "lines"; readonly callId: string; readonly lines: readonly TranscriptEntry[] }
  | { readonly type: "acknowledged"; readonly callId: string; readonly answer: string }
  | { readonly type: "ended"; readonly callId: string }
  | { readonly type: "published"; readonly callId: string; readonly url: string }
  | { readonly type: "paid"; readonly paymentId: string }
  /** Nothing can be written just now. */
  | { readonly type: "refused" }
  | { readonly type: "backup"; readonly path: string };

/** Sentences about what was lost, in a world that has been started again. */
export function lostOf(
  facts: readonly Fact[],
  { desk, store, folder }: Pick<DeskBench, "desk" | "store" | "folder">,
  accountId: string,
): readonly string[] {
  const caller = { kind: "account", accountId, keyId: "key_1" } as const;
  const dialled = new Map<string, number>();
  const lost: string[] = [];
  for (const fact of facts) {
    const say = (what: string): void => void lost.push(`${what} (${JSON.stringify(fact).slice(0, 120)})`);
    switch (fact.type) {
      case "ready":
      case "refused":
        break;
      case "broken":
        say("something broke");
        break;
      case "placed": {
        const call = desk.readCallById(fact.callId);
        if (call?.status !== "ended" || call.outcome === null || call.endReason === null) say("a call did not end");
        const again = { caller, path: "/v1/calls", key: fact.key, fingerprint: fact.key, setupCode: null };
        if (desk.idempotent(again, () => ({ status: 500, body: "" })).body !== fact.body) say("a retry dials again");
        break;
      }
      case "dialled":
        dialled.set(fact.callId, (dialled.get(fact.callId) ?? 0) + 1);
        if (dialled.get(fact.callId) !== 1) say("somebody was dialled twice");
        if (desk.readCallById(fact.callId) === null) say("somebody was dialled for no call");
        break;
      case "lines": {
        const now = desk.readCallById(fact.callId)?.transcript ?? [];
        if (fact.lines.some((line, at) => now[at]?.seq !== line.seq || now[at].text !== line.text))
          say("a line is lost");
        break;
      }
      case "acknowledged": {
        const lines = desk.readCallById(fact.callId)?.transcript ?? [];
        if (!lines.some(({ text }) => text.endsWith(`: ${fact.answer}`))) say("an answer is lost");
        break;
      }
      case "ended":
        if (desk.readCallById(fact.callId)?.endReason !== "completed") say("an end was told and is another now");
        break;
      case "published": {
        const page = desk.readShared(fact.url.split("/").at(-1) ?? "");
        if (page === null || page === "withdrawn") say("a page is gone");
        break;
      }
      case "paid":
        if (store.payments.read(fact.paymentId)?.state !== "succeeded") say("money was taken and not credited");
        break;
      case "backup":
        if (tryBackup(fact.path).length > 0) say("a backup is not good");
        break;
    }
  }
  if (store.accounts.read(accountId) === null) lost.push("the account is gone");
  return [...lost, ...store.verify(), ...store.verifyNew(new Set(), Date.now()).problems, ...leftOver(folder)];
}

/** What a stop of the process leaves in the folder for ever. */
function leftOver(folder: string): readonly string[] {
  const db = new Database(`${folder}/outdial.db`, { readonly: true });
  const held = db.prepare("SELECT SUM(credits - debits) FROM ledger_account WHERE kind = 'held'").pluck().get();
  db.close();
  const record = readFileSync(`${folder}/commits.count`);
  return [
    ...(Number(held ?? 0) === 0 ? [] : [`${String(held)} cents are still held`]),
    ...(record.length === 8 ? [] : ["the count of commits is torn"]),
  ];
}
