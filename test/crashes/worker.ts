/**
 * An appliance's desk and database in a process of their own, for dying. What an agent, a business or a bank would have
 * been told is printed, as soon as it would have been told. `argv`: what to do, the data folder, where to die.
 *
 *   work <folder> <failpoint>:<nth> | never    places calls, talks, is asked, is paid, publishes, backs up, without end
 *   suffer <folder> never                      the same on a disk that is full for a while; no backups there
 *   open <folder> ...                          only starts: migrates, ends what was left open, and exits
 *   restore <folder> ... <backup>              restores that file
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createDesk } from "../../src/calls/desk.ts";
import type { Payments } from "../../src/billing/ports-payments.ts";
import { systemClock, systemTimers } from "../../src/lib/clock.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { onFailpoint } from "../../src/lib/failpoint.ts";
import { housePayments } from "../../src/payments/house.ts";
import { BACKUPS, makeBackup } from "../../src/store/backup.ts";
import { restoreBackup } from "../../src/store/restore.ts";
import { openStore } from "../../src/store/store.ts";
import { ScriptedConversations } from "../fakes/conversations.ts";
import { briefTo, LINKS, NOTHING_AROUND, SETTINGS, settled, SHOP_PHONE } from "../fakes/desk.ts";
import { ScriptedPbx } from "../fakes/pbx.ts";
import type { Fact } from "./facts.ts";

const [task = "", folder = "", death = "never", ...more] = process.argv.slice(2);

/** At once and in order: the kill comes in the next moment. */
function tell(fact: Fact): void {
  writeSync(1, `${JSON.stringify(fact)}\n`);
}

const [point, nth = "1"] = death.split(":");
let left = Number(nth);
onFailpoint((name) => {
  if (name !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
});

if (task === "restore") {
  restoreBackup(folder, more[0] ?? "", Date.now());
  process.exit(0);
}

const ACCOUNT = more[0] ?? "";
const limits = {
  callsPerNumberPerDay: 1e9,
  concurrentCallsPerAccount: 1e9,
  callsPerAccountPerDay: 1e9,
  callsPerMinute: 1e9,
};
/** A bank that remembers: the same id is one payment. */
const house = housePayments();
const payments: Payments = {
  ...house,
  charge(order, signal) {
    tell({ type: "paid", paymentId: order.paymentId });
    return house.charge(order, signal);
  },
};
let skewMs = 0;
const clock = { wallMs: () => systemClock.wallMs(), monotonicMs: () => systemClock.monotonicMs() + skewMs };
const suffers = task === "suffer";
// The floor below which no call is accepted is not what is tried here: nothing at all fits on the disk.
const room = suffers ? { minFreeBytes: 0 } : {};
/** As the program does when its database has failed for good. */
const onBroken = (): never => process.exit(70);
const store = openStore({
  folder,
  ...room,
  onBroken,
  onEffectError: (error) => tell({ type: "broken", what: String(error) }),
});
const pbx = new ScriptedPbx();
const dial = pbx.dial.bind(pbx);
pbx.dial = (order) => {
  tell({ type: "dialled", callId: order.callId });
  dial(order);
};
const conversations = new ScriptedConversations();
const desk = createDesk({
  store,
  pbx,
  conversations,
  capacity: { seats: () => null },
  payments,
  checkPolicy: () => null,
  around: NOTHING_AROUND,
  links: LINKS,
  clock,
  timers: systemTimers,
  settings: { ...SETTINGS, limits },
  log: { info: () => {}, warn: () => {}, error: (_fields, what) => suffers || tell({ type: "broken", what }) },
});
desk.reconcile();
// Whoever is killed leaves nothing for the next one to begin quicker with.
flushCompileCache();
tell({ type: "ready" });
if (task === "open") process.exit(0);

const caller = { kind: "account", accountId: ACCOUNT, keyId: "key_1" } as const;

/** Some are always under way; they end in the order in which they came. */
const open: string[] = [];
function leaveOpen(callId: string): void {
  open.push(callId);
  if (open.length > 3) pbx.ended(open.shift() ?? "", "busy");
}

async function oneCall(round: number): Promise<void> {
  const key = `${process.pid}/${round}`;
  const { body } = desk.idempotent({ caller, path: "/v1/calls", key, fingerprint: key, setupCode: null }, () => {
    const reply = desk.placeCall(caller, briefTo(SHOP_PHONE), null);
    return { status: reply.kind === "calling" ? 201 : 402, body: JSON.stringify(reply) };
  });
  const { callId } = JSON.parse(body) as { callId?: string };
  if (callId === undefined) {
    // What is left is held by those who are under way, or a reload is.
    for (const one of open.splice(0)) pbx.ended(one, "busy");
    return;
  }
  tell({ type: "placed", callId, key, body });
  await settled();
  if (round % 7 === 6) return leaveOpen(callId);
  pbx.answered(callId);
  conversations.tell(callId, "introduced", {});
  const lines = (): void => tell({ type: "lines", callId, lines: desk.readCall(caller, callId).transcript });
  conversations.tell(callId, "heard", { text: "Good evening.", atMs: 500 });
  lines();
  conversations.tell(callId, "asked", { questionId: `q_${callId}`, question: "Inside or outside?" });
  desk.answerQuestion(caller, callId, `Outside, ${round}`);
  tell({ type: "acknowledged", callId, answer: `Outside, ${round}` });
  conversations.tell(callId, "heard", { text: "Very well.", atMs: 900 });
  lines();
  if (round % 7 === 5) return leaveOpen(callId);
  // Six minutes of talk: one minute more than is included.
  if (round % 3 === 0) skewMs += 6 * 60_000;
  conversations.finish(callId, "completed");
  if (desk.readCall(caller, callId).status !== "ended") return;
  tell({ type: "ended", callId });
  tell({ type: "published", callId, url: desk.shareCall(caller, callId, true).url });
}

for (let round = 0; ; round += 1) {
  try {
    await oneCall(round);
  } catch (error) {
    if (!suffers || !(error instanceof Refusal) || error.code !== "database_unavailable") throw error;
    tell({ type: "refused" });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await new Promise((resolve) => setImmediate(resolve));
  if (suffers || round % 10 !== 9) continue;
  const path = `${folder}/${BACKUPS}/${process.pid}-${round}.db`;
  await makeBackup(folder, path);
  tell({ type: "backup", path });
}
