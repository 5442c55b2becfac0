/**
 * A desk in a process of its own, for being killed: calls are placed, talk and end without pause, and each thing that
 * an agent would have been told is printed, as soon as it would have been told.
 */
import { createDesk } from "../../src/calls/desk.ts";
import { systemClock, systemTimers } from "../../src/lib/clock.ts";
import { housePayments } from "../../src/payments/house.ts";
import { openStore } from "../../src/store/store.ts";
import { ScriptedConversations } from "./conversations.ts";
import { briefTo, LINKS, NOTHING_AROUND, SETTINGS, settled, SHOP_PHONE } from "./desk.ts";
import { ScriptedPbx } from "./pbx.ts";

const [folder = "", accountId = ""] = process.argv.slice(2);
const limits = {
  callsPerNumberPerDay: 1e6,
  concurrentCallsPerAccount: 1e6,
  callsPerAccountPerDay: 1e6,
  callsPerMinute: 1e6,
};
const tell = (fact: object): void => void process.stdout.write(`${JSON.stringify(fact)}\n`);
const store = openStore({ folder, onEffectError: (error) => tell({ broken: String(error) }) });
const pbx = new ScriptedPbx();
const conversations = new ScriptedConversations();
const desk = createDesk({
  store,
  pbx,
  conversations,
  capacity: { seats: () => null },
  payments: housePayments(),
  checkPolicy: () => null,
  around: NOTHING_AROUND,
  links: LINKS,
  clock: systemClock,
  timers: systemTimers,
  settings: { ...SETTINGS, limits },
  log: { info: () => {}, warn: () => {}, error: (_fields, message) => tell({ broken: message }) },
});
desk.reconcile();
tell({ ready: true });

const caller = { kind: "account", accountId, keyId: "key_1" } as const;
for (let nth = 0; ; nth += 1) {
  const fingerprint = `${process.pid}/${nth}`;
  const once = { caller, path: "/v1/calls", key: fingerprint, fingerprint, setupCode: null };
  const { body } = desk.idempotent(once, () => {
    const reply = desk.placeCall(caller, briefTo(SHOP_PHONE), null);
    return { status: reply.kind === "calling" ? 201 : 402, body: JSON.stringify(reply) };
  });
  const { callId } = JSON.parse(body) as { callId: string };
  tell({ placed: callId, key: fingerprint, body });
  await settled();
  if (nth % 5 === 0) continue;
  pbx.answered(callId);
  conversations.tell(callId, "introduced", {});
  for (const text of ["Good evening.", "We are open.", "Goodbye."]) {
    conversations.tell(callId, "heard", { text, atMs: 500 });
    tell({ line: callId, count: desk.readCall(caller, callId).transcript.length });
  }
  if (nth % 5 === 1) continue;
  conversations.finish(callId, "completed");
  tell({ ended: callId });
}
