/**
 * An appliance to be fuzzed (README.md beside it): the real HTTP server over the real desk on a real SQLite file, with
 * real policy; only the network and the people are scripts. Whoever is called answers, asks something, and hangs up, all
 * within a second, so that every state of a call is met. Prints its address and a key of an account with plenty of money.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { cents } from "../../src/billing/pricing.ts";
import { createDesk } from "../../src/calls/desk.ts";
import type { DialOrder } from "../../src/calls/ports.ts";
import { pageLinks } from "../../src/http/pages/paths.ts";
import { createHttpServer } from "../../src/http/server.ts";
import { systemClock, systemTimers } from "../../src/lib/clock.ts";
import { housePayments } from "../../src/payments/house.ts";
import { createPolicy } from "../../src/policy/policy.ts";
import { openStore } from "../../src/store/store.ts";
import { allowedBy } from "../../src/webhooks/destination.ts";
import { webhookOperations } from "../../src/webhooks/operations.ts";
import { NO_FINDINGS, ScriptedConversations } from "../fakes/conversations.ts";
import { NOTHING_AROUND, SETTINGS as DESK_SETTINGS } from "../fakes/desk.ts";
import { ScriptedPbx } from "../fakes/pbx.ts";
import { SETTINGS, quiet } from "./http-under-test.ts";

const MANY = 1e9;
const BETWEEN_MS = 50;
const BUSINESS = {
  name: "Harbor Street Barbers",
  phone: "+14155550123",
  address: null,
  openNow: true,
  hoursToday: "09:00-18:00",
  rating: 4.5,
  timezone: "America/New_York",
  distanceMetres: null,
  attribution: null,
};

const conversations = new ScriptedConversations();
/** Each call is told to the end, one thing after the other. */
class SelfActingPbx extends ScriptedPbx {
  override dial(order: DialOrder): void {
    super.dial(order);
    const { callId } = order;
    const questionId = `q_${callId.slice(5)}`;
    const steps: (() => void)[] = [
      () => this.ringing(callId),
      () => this.answered(callId),
      () => conversations.tell(callId, "line_state", { state: "human" }),
      () => conversations.tell(callId, "heard", { text: "Good morning. It is ten dollars.", atMs: 100 }),
      () => conversations.tell(callId, "asked", { questionId, question: "Which day?" }),
      ...Array<() => void>(8).fill(() => {}),
      () => conversations.tell(callId, "findings", { findings: NO_FINDINGS }),
      () => this.ended(callId, "hangup_business"),
    ];
    for (const [index, step] of steps.entries()) setTimeout(step, (index + 1) * BETWEEN_MS);
  }
}

const folder = mkdtempSync(join(tmpdir(), "outdial-fuzzed-"));
const store = openStore({
  folder,
  onEffectError: (error) => {
    throw error;
  },
});
let base = "";
const desk = createDesk({
  store,
  pbx: new SelfActingPbx(),
  conversations,
  capacity: { seats: () => null },
  payments: housePayments(),
  checkPolicy: createPolicy({
    allowedCountries: "low_risk",
    blockedNumbers: [],
    ownNumbers: [],
    callerId: null,
    quietHours: null,
    defaultCountry: null,
  }),
  around: { ...NOTHING_AROUND, directory: { search: () => Promise.resolve([BUSINESS]), atNumber: () => null } },
  links: pageLinks(() => base),
  clock: systemClock,
  timers: systemTimers,
  settings: {
    ...DESK_SETTINGS,
    demo: { ...DESK_SETTINGS.demo, callsPerDay: MANY },
    limits: {
      callsPerNumberPerDay: MANY,
      concurrentCallsPerAccount: MANY,
      callsPerAccountPerDay: MANY,
      callsPerMinute: MANY,
    },
    keyless: { perAddress: MANY, inAll: MANY },
  },
  log: quiet,
});
const log = { ...quiet, error: (...told: unknown[]) => process.stderr.write(`${inspect(told)}\n`) };
const webhooks = webhookOperations({ store, allowed: allowedBy([]), perAccount: 5, clock: systemClock });
const server = createHttpServer(
  { operations: desk, pages: desk, around: desk, webhooks, settings: SETTINGS, log },
  new AbortController().signal,
);
base = await server.listen();

const key = store.atomically(() => {
  const [accountId, paymentId, createdAtMs, amountCents] = ["acct_fuzz", "pay_fuzz", systemClock.wallMs(), cents(MANY)];
  store.accounts.open(accountId, createdAtMs);
  store.payments.create({ paymentId, accountId, kind: "top_up", setupId: null, amountCents, createdAtMs });
  store.ledger.credit(accountId, paymentId, "topup", amountCents, createdAtMs);
  return store.keys.issue({ keyId: "key_fuzz", holder: { accountId }, name: null, createdAtMs, expiresAtMs: null });
});
process.stdout.write(`${base} ${key}\n`);

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, end);

function end(): void {
  void server
    .close()
    .then(() => desk.close())
    .then(() => {
      store.close();
      rmSync(folder, { recursive: true });
    });
}
