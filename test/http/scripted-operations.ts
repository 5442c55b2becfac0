/**
 * Operations that do what a test tells them, so that HTTP can be tested without a desk. Calls are plain records in
 * a map; `change` is what a commit of the desk would be.
 */
import { setImmediate } from "node:timers/promises";
import type { Brief } from "../../src/calls/brief.ts";
import type {
  AccountRecord,
  Caller,
  CallRecord,
  CallSummary,
  KeyHolder,
  IdempotencyKey,
  StoredReply,
  Operations,
  PlaceReply,
  ProgressStep,
} from "../../src/calls/operations.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import type { CallStatus } from "../../src/calls/vocabulary.ts";

export const ALICE = "svc_alice";
export const ALICE_SECOND = "svc_alice_second";
export const BOB = "svc_bob";
export const CALL_KEY = "svc_only_one_call";
export const CALL_ID = "call_0000000000000000000001";

export const BRIEF: Brief = {
  phone: "+12025550142",
  goal: "Book a haircut",
  businessName: null,
  details: null,
  questions: [],
  onBehalfOf: null,
  callbackNumber: null,
  constraints: null,
  voicemailMessage: null,
  transferTo: null,
  language: "en-US",
};

export const QUEUED: CallRecord = {
  callId: CALL_ID,
  accountId: "acct_alice",
  brief: BRIEF,
  demo: true,
  status: "queued",
  createdAtMs: 1_772_000_000_000,
  answeredAtMs: null,
  endedAtMs: null,
  answeredBy: null,
  endReason: null,
  lineState: null,
  transcript: [],
  pendingQuestion: null,
  questions: [],
  outcome: null,
  durationS: 0,
  costCents: 0,
  latencyMs: null,
  shareUrl: null,
  usage: null,
  version: 1,
};

export class ScriptedOperations implements Operations {
  readonly keys = new Map<string, KeyHolder>([
    [ALICE, { kind: "account", accountId: "acct_alice", keyId: "key_alice" }],
    [ALICE_SECOND, { kind: "account", accountId: "acct_alice", keyId: "key_alice_second" }],
    [BOB, { kind: "account", accountId: "acct_bob", keyId: "key_bob" }],
    [CALL_KEY, { kind: "call", callId: CALL_ID, keyId: "key_call" }],
  ]);
  readonly calls = new Map<string, CallRecord>([[CALL_ID, QUEUED]]);
  /** What happened to each call. */
  readonly progress = new Map<string, ProgressStep[]>([[CALL_ID, stepsBetween(null, QUEUED)]]);
  readonly watchers = new Map<string, Set<() => void>>();
  readonly placed: { caller: Caller; brief: Brief; setupCode: string | null }[] = [];
  readonly stored = new Map<string, { fingerprint: string; setupCode: string | null; status: number; body: string }>();
  readonly listed: { limit: number; cursor: string | null; status: CallStatus | null }[] = [];
  /** How often calls were read. */
  reads = 0;
  reasons: readonly string[] = [];
  /** What the next placeCall does. */
  place: () => PlaceReply = () => ({ kind: "calling", callId: CALL_ID, accountKey: null, callKey: null });
  answer: (text: string) => { questionId: string } = () => ({ questionId: "q_1" });
  hang: () => { status: CallStatus; alreadyEnded: boolean } = () => ({ status: "queued", alreadyEnded: false });
  list: () => { calls: readonly CallSummary[]; nextCursor: string | null } = () => ({ calls: [], nextCursor: null });
  account: AccountRecord = {
    accountId: "acct_alice",
    balanceCents: 875,
    heldCents: 100,
    autoReload: true,
    topUpUrl: "http://127.0.0.1/top-up/x",
    createdAtMs: 1_772_000_000_000,
  };

  authenticate(key: string): KeyHolder | null {
    return this.keys.get(key) ?? null;
  }

  async shareCommit<T>(run: () => T): Promise<T> {
    await setImmediate();
    return run();
  }

  idempotent(key: IdempotencyKey, run: () => { status: number; body: string }): StoredReply {
    const earlier = this.earlierReply(key);
    if (earlier !== null) return earlier;
    const reply = run();
    if (reply.status < 300) this.stored.set(nameOf(key), { ...key, ...reply });
    return { ...reply, replayed: false };
  }

  earlierReply(key: IdempotencyKey): StoredReply | null {
    const stored = this.stored.get(nameOf(key));
    if (stored === undefined) return null;
    if (stored.fingerprint !== key.fingerprint) throw new Refusal("idempotency_key_reused", "other request");
    return { status: stored.status, body: stored.body, replayed: true };
  }

  countKeyless(): void {}

  placeCall(caller: Caller, brief: Brief, setupCode: string | null): PlaceReply {
    this.placed.push({ caller, brief, setupCode });
    return this.place();
  }

  readCall(caller: KeyHolder, callId: string): CallRecord {
    this.reads += 1;
    const call = this.calls.get(callId);
    const allowed = caller.kind === "account" ? call?.accountId === caller.accountId : caller.callId === callId;
    if (call === undefined || !allowed) throw new Refusal("call_not_found", `no ${callId}`, { param: callId });
    return call;
  }

  readProgress(caller: KeyHolder, callId: string, after: number): readonly ProgressStep[] {
    this.readCall(caller, callId);
    const steps = this.progress.get(callId) ?? [];
    return after > steps.length ? steps : steps.slice(after);
  }

  listCalls(_caller: KeyHolder, page: { limit: number; cursor: string | null; status: CallStatus | null }) {
    this.listed.push(page);
    return this.list();
  }

  answerQuestion(caller: KeyHolder, callId: string, answer: string): { questionId: string } {
    this.readCall(caller, callId);
    return this.answer(answer);
  }

  hangUp(caller: KeyHolder, callId: string): { status: CallStatus; alreadyEnded: boolean } {
    this.readCall(caller, callId);
    return this.hang();
  }

  readAccount(): AccountRecord {
    return this.account;
  }

  setAutoReload(_caller: KeyHolder, on: boolean): AccountRecord {
    this.account = { ...this.account, autoReload: on };
    return this.account;
  }

  watch(callId: string, listener: () => void): () => void {
    const listeners = this.watchers.get(callId) ?? new Set();
    this.watchers.set(callId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.watchers.delete(callId);
    };
  }

  seats() {
    return { total: 8, used: 3 };
  }

  notReady(): readonly string[] {
    return this.reasons;
  }

  /** A commit that changed the call. */
  change(change: Partial<CallRecord>, callId = CALL_ID): CallRecord {
    const before = this.calls.get(callId) ?? { ...QUEUED, callId };
    const after = { ...before, version: before.version + 1, ...change };
    this.calls.set(callId, after);
    const steps = this.progress.get(callId) ?? stepsBetween(null, before);
    this.progress.set(callId, [...steps, ...stepsBetween(before, after, steps.length)]);
    for (const listener of [...(this.watchers.get(callId) ?? [])]) listener();
    return after;
  }
}

/** What a commit that led from one record to the next has told, the way the store tells it. */
function stepsBetween(before: CallRecord | null, after: CallRecord, told = 0): ProgressStep[] {
  const { status, lineState, version, pendingQuestion: pending } = after;
  const steps: ((n: number) => ProgressStep)[] = [];
  const moved = status !== before?.status || lineState !== before.lineState;
  const statusStep = (n: number): ProgressStep => ({ n, kind: "status", status, lineState, version });
  if (moved && status !== "ended") steps.push(statusStep);
  for (const entry of after.transcript.slice(before?.transcript.length ?? 0)) {
    steps.push((n) => ({ n, kind: "transcript", entry }));
  }
  if (pending?.id !== before?.pendingQuestion?.id) steps.push((n) => ({ n, kind: "question", pending }));
  if (moved && status === "ended") steps.push(statusStep, (n) => ({ n, kind: "ended" }));
  return steps.map((step, index) => step(told + index + 1));
}

function nameOf({ caller, path, key }: IdempotencyKey): string {
  const who = caller.kind === "account" ? caller.accountId : caller.kind === "call" ? caller.callId : caller.address;
  return `${who} ${path}\n${key}`;
}
