/**
 * The process under test: the real HTTP before the real desk on a real SQLite file. The exchange and the conversations
 * do nothing, so that only the path from the socket to the disk is measured. Run as a child; told by messages.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDesk } from "../../../src/calls/desk.ts";
import type {
  ConversationEvent,
  ConversationOrder,
  Conversations,
  MediaPoint,
  Pbx,
  PbxEvent,
} from "../../../src/calls/ports.ts";
import { cents } from "../../../src/billing/pricing.ts";
import { pageLinks } from "../../../src/http/pages/paths.ts";
import { createHttpServer } from "../../../src/http/server.ts";
import { createEndpoint } from "../../../src/mcp/endpoint.ts";
import { systemClock, systemTimers } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { housePayments } from "../../../src/payments/house.ts";
import { openStore } from "../../../src/store/store.ts";
import { watchLoopDelay } from "../../../src/lib/loop-delay.ts";
import { storeCalls } from "../../crashes/many-calls.ts";
import { allowedBy } from "../../../src/webhooks/destination.ts";
import { webhookOperations } from "../../../src/webhooks/operations.ts";
import { answerQuestions } from "../rig/child.ts";

const DEMO_PHONE = "+12025550142";
const KEYS = 50;
const DAY_MS = 86_400_000;
/** With fifty calls, each says or hears something every second. */
const LINE_EVERY_MS = 20;

class SilentPbx implements Pbx {
  listener: (event: PbxEvent) => void = () => {};
  dial(): void {}
  press(): void {}
  transfer(): void {}
  connectTransfer(): void {}
  dropTransfer(): void {}
  checkAudio(): void {}
  hangUp(): void {}
  notReady(): null {
    return null;
  }
  onEvent(listener: (event: PbxEvent) => void): void {
    this.listener = listener;
  }
}

class SilentConversations implements Conversations {
  /** Calls stay queued while this is false. */
  ready = false;
  readonly talking = new Set<string>();
  listener: (event: ConversationEvent) => void = () => {};
  open(_order: ConversationOrder): Promise<MediaPoint> {
    return this.ready ? Promise.resolve({ listener: "media_0", sampleRateHz: 16000 }) : new Promise(() => {});
  }
  line(): void {}
  answered(callId: string): void {
    this.talking.add(callId);
  }
  answer(): void {}
  notReady(): null {
    return null;
  }
  wrapUp(): void {}
  close(callId: string): void {
    if (this.talking.delete(callId)) this.listener({ type: "finished", callId, reason: "hangup_business" });
  }
  onEvent(listener: (event: ConversationEvent) => void): void {
    this.listener = listener;
  }
}

const many = 10_000_000;
const folder = mkdtempSync(join(tmpdir(), "outdial-bench-"));
const store = openStore({
  folder,
  onEffectError: (error) => {
    throw error;
  },
});
const pbx = new SilentPbx();
const conversations = new SilentConversations();
const nothing = (): void => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
let base = "";
const desk = createDesk({
  store,
  pbx,
  conversations,
  capacity: { seats: () => null },
  payments: housePayments(),
  checkPolicy: () => null,
  around: {
    directory: { search: () => Promise.resolve([]), atNumber: () => null },
    openingLine: () => "",
    thinkAhead: null,
  },
  clock: systemClock,
  timers: systemTimers,
  links: pageLinks(() => base),
  log,
  settings: {
    demo: { phone: DEMO_PHONE, callsPerDay: many },
    trunkConfigured: true,
    assistant: { name: "Ada", disclosure: true },
    maxCallSeconds: 1800,
    answerWaitSeconds: 60,
    ringSeconds: 45,
    drainSeconds: 0,
    limits: {
      callsPerNumberPerDay: many,
      concurrentCallsPerAccount: many,
      callsPerAccountPerDay: many,
      callsPerMinute: many,
    },
    keyless: { perAddress: many, inAll: many },
  },
});
const server = createHttpServer(
  {
    operations: desk,
    pages: desk,
    around: desk,
    webhooks: webhookOperations({ store, allowed: allowedBy([]), perAccount: 5, clock: systemClock }),
    agentTools: (connect) => createEndpoint({ connect, log, nowMs: () => systemClock.monotonicMs() }),
    log,
    settings: {
      host: "127.0.0.1",
      port: 0,
      publicUrl: null,
      allowedHosts: [],
      trustedProxies: [],
      engines: null,
      demo: { phone: DEMO_PHONE, callsPerDay: 5 },
      operatorPassphrase: null,
      defaultCountry: null,
      languages: ["en-US"],
    },
  },
  new AbortController().signal,
);
base = await server.listen();

/** An account with plenty of money and so many keys. */
function openAccount(keyCount: number): readonly string[] {
  return openFunded(keyCount).keys;
}

function openFunded(keyCount: number): { readonly accountId: string; readonly keys: readonly string[] } {
  return store.atomically(() => {
    const [accountId, paymentId] = [newId("acct"), newId("pay")];
    const [atMs, amountCents] = [systemClock.wallMs(), cents(100_000_000)];
    store.accounts.open(accountId, atMs);
    store.payments.create({ paymentId, accountId, kind: "top_up", setupId: null, amountCents, createdAtMs: atMs });
    store.payments.settle(paymentId, "succeeded");
    store.ledger.credit(accountId, paymentId, "topup", amountCents, atMs);
    const key = { holder: { accountId }, name: null, createdAtMs: atMs, expiresAtMs: null };
    const keys = Array.from({ length: keyCount }, () => store.keys.issue({ keyId: newId("key"), ...key }));
    return { accountId, keys };
  });
}
const keys = openAccount(KEYS);

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function place(phone: string): Promise<string> {
  const holder = desk.authenticate(keys[0] ?? "");
  if (holder === null) throw new Error("the key does not work");
  const brief = {
    phone,
    goal: "Book a table for two",
    businessName: null,
    details: null,
    questions: ["Do you have a terrace?"],
    onBehalfOf: null,
    callbackNumber: null,
    constraints: null,
    voicemailMessage: null,
    transferTo: null,
    language: "en-US",
  };
  const placed = desk.placeCall(holder, brief, null);
  if (placed.kind !== "calling") throw new Error("the call was not accepted");
  await settled();
  return placed.callId;
}

const answers: Readonly<Record<string, (argument: never) => unknown>> = {
  port: () => server.port(),
  /** A call that is over, with a transcript of twenty lines. */
  async ended() {
    conversations.ready = true;
    const callId = await place("+14155550123");
    pbx.listener({ type: "answered", callId });
    conversations.listener({ type: "introduced", callId });
    for (let line = 0; line < 20; line++) {
      const text = `This is line ${line} of what was said on the telephone, about as long as such lines are.`;
      const said = { callId, text, atMs: line * 3000 };
      conversations.listener(
        line % 2 === 0 ? { type: "spoke", cutOff: null, latency: null, ...said } : { type: "heard", ...said },
      );
    }
    pbx.listener({ type: "ended", callId, reason: "hangup_business", sipStatus: null });
    await settled();
    return { callId, key: keys[0] };
  },
  /** Calls that wait for something to happen, and keys to wait with. */
  async running(count: number) {
    conversations.ready = true;
    const callIds: string[] = [];
    for (let call = 0; call < count; call++) callIds.push(await place("+14155550123"));
    return { callIds, keys };
  },
  /** An account that has placed so many calls before today, its key, and the call in the middle of its list. */
  history(count: number) {
    const { accountId, keys: own } = openFunded(1);
    storeCalls(folder, accountId, count, systemClock.wallMs() - count - 7 * DAY_MS, 1);
    return { accountId, key: own[0], middle: `call_old${Math.ceil(count / 2)}` };
  },
  /** So many stored answers of each kind, of everybody: those that placed a call, and those that may make room. */
  replies(count: number) {
    const expiresAtMs = systemClock.wallMs() + DAY_MS / 2;
    const answer = { fingerprint: "f".repeat(64), status: 200, body: "{}".repeat(400) };
    store.atomically(() => {
      for (let nth = 0; nth < count; nth++) {
        const name = { holder: `acct_${nth % 200}`, path: "/v1/calls", setupCode: null };
        store.replies.keep({ ...name, key: `lasting-${nth}` }, answer, { lasting: true, expiresAtMs });
        store.replies.keep({ ...name, key: `passing-${nth}` }, answer, { lasting: false, expiresAtMs });
      }
    });
  },
  /** Something is said on these calls, every few milliseconds on the next; the longest waits of the loop, a second each. */
  async talk({ callIds, seconds }: { callIds: readonly string[]; seconds: number }) {
    for (const callId of callIds) {
      if (!conversations.talking.has(callId)) pbx.listener({ type: "answered", callId });
    }
    const delay = watchLoopDelay();
    const longest: number[] = [];
    for (let step = 0; step < (seconds * 1000) / LINE_EVERY_MS; step++) {
      const callId = callIds[step % callIds.length] ?? "";
      conversations.listener({ type: "heard", callId, text: "We have a table at half past seven.", atMs: step });
      await new Promise((resolve) => setTimeout(resolve, LINE_EVERY_MS));
      if ((step + 1) % (1000 / LINE_EVERY_MS) === 0) longest.push(delay.takeLongestMs());
    }
    delay.stop();
    return longest;
  },
  /** From now on calls are accepted, and nothing comes of them: only their acceptance is measured. */
  queueOnly(accounts: number) {
    conversations.ready = false;
    return { keys: Array.from({ length: accounts }, () => openAccount(1)).flat() };
  },
  /** Something happens on a call. Answers when, on the clock that all processes of a machine share. */
  ring(callId: string) {
    const at = process.hrtime.bigint();
    pbx.listener({ type: "ringing", callId, earlyMedia: false });
    return String(at);
  },
  waiting: () => server.waiting(),
  memory() {
    global.gc?.();
    return process.memoryUsage().rss;
  },
  async end() {
    await server.close();
    await desk.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  },
};
answerQuestions(async ({ name, argument }) => answers[String(name)]?.(argument as never));
