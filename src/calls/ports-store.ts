/**
 * What the desk remembers, in its own words; `store/` keeps it in SQLite. Everything is synchronous. What is written
 * between two requests (a call, its hold, a stored answer) is written in one transaction or not at all. A database that
 * cannot be written shows as the Refusal `database_unavailable`.
 */
import type { Brief } from "./brief.ts";
import type { KeyHolder, Outcome, ProgressStep, QuestionRecord, TranscriptEntry } from "./operations.ts";
import type { KeyView, LedgerRow } from "../billing/operations.ts";
import type { SavedCard } from "../billing/ports-payments.ts";
import type { Setups } from "../billing/ports-setups.ts";
import type { Cents, Prices } from "../billing/pricing.ts";
import type { SharedCall } from "../sharing/shared-call.ts";
import type { Findings } from "./ports.ts";
import type { Webhooks } from "./ports-webhooks.ts";
import type { CallUsage } from "./usage.ts";
import type { AnsweredBy, CallStatus, EndReason, LineState } from "./vocabulary.ts";

export type NewCall = {
  readonly callId: string;
  /** Null for a demo call placed without a key. */
  readonly accountId: string | null;
  readonly brief: Brief;
  readonly route: "trunk" | "demo";
  /** A demo call within the five a day: no ledger rows. */
  readonly free: boolean;
  readonly prices: Prices;
  readonly createdAtMs: number;
  readonly questions: readonly QuestionRecord[];
};

/** The columns that change while a call lives; always written together. Wall-clock times in milliseconds. */
export type CallLife = {
  readonly status: CallStatus;
  readonly lineState: LineState | null;
  readonly answeredBy: AnsweredBy | null;
  readonly answeredAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly endReason: EndReason | null;
  readonly sipStatus: number | null;
  readonly metMenu: boolean;
  readonly introduced: boolean;
  /** Talk time at which the assistant was last provably alive. */
  readonly aliveMs: number;
  /** Null until ended. */
  readonly durationS: number | null;
  readonly latencyMs: { readonly p50: number; readonly p95: number } | null;
  /** Null until ended. */
  readonly outcome: Outcome | null;
};

export type CallRow = NewCall &
  CallLife & {
    readonly reservedCents: Cents;
    readonly postedCents: Cents;
    readonly refundedCents: Cents;
    readonly version: number;
    /** Null until its conversation is over, and of one that was lost. */
    readonly usage: CallUsage | null;
    /** What was found when the line was let go; null before that, and once the outcome is decided. */
    readonly noted: Findings | null;
  };

export type AskedQuestion = {
  readonly id: string;
  readonly question: string;
  readonly askedAtMs: number;
  readonly expiresAtMs: number;
  readonly state: "pending" | "answered" | "expired";
};

export interface Calls {
  insert(call: NewCall): void;
  read(callId: string): CallRow | null;
  /** Whether the account has such a call. A call of somebody else is not looked at, as if there were none. */
  isOf(accountId: string, callId: string): boolean;
  /** `visible`: something changed that a reader of the call can see, so its version grows. */
  saveLife(callId: string, life: CallLife, visible: boolean): void;
  saveQuestions(callId: string, questions: readonly QuestionRecord[]): void;
  /** Kept until the call is written as ended. */
  saveNoted(callId: string, findings: Findings): void;
  /** Once; of an ended call too. */
  saveUsage(callId: string, usage: CallUsage): void;
  /** Appends a line with the next number, and what its turn took; returns that number. */
  addLine(callId: string, line: Omit<TranscriptEntry, "seq">): number;
  /** In order, those after the given number. */
  lines(callId: string, after?: number): readonly TranscriptEntry[];
  /** What was written of the call, step by step: those after the given number, all when there is none of that number. */
  progress(callId: string, after: number): readonly ProgressStep[];
  /** One of them; null when there is none of that number. */
  step(callId: string, n: number): ProgressStep | null;
  /** Puts a question to the agent; one still pending expires. */
  ask(callId: string, question: Omit<AskedQuestion, "state">): void;
  /** The latest question put to the agent; null when there was none. */
  latestQuestion(callId: string): AskedQuestion | null;
  /** False when it is not pending any more: of two at once exactly one gets true. `seq`: the line that tells the answer. */
  closeQuestion(questionId: string, how: { readonly answer: string; readonly seq: number } | "expired"): boolean;
  /** Nothing happens when it is not pending any more. */
  prolongQuestion(questionId: string, expiresAtMs: number): void;
  /**
   * An account's calls, newest first, without those set aside; `after` is the last call of the page before. Null when
   * the account has no such call.
   */
  list(
    accountId: string,
    page: { readonly limit: number; readonly after: string | null; readonly status: CallStatus | null },
  ): readonly CallRow[] | null;
  /** Ids, the oldest first, without those set aside. */
  unended(): readonly string[];
  /** Whom it is charged to and how much so far; also of a call whose record cannot be read. Null when unknown. */
  bill(callId: string): { readonly accountId: string | null; readonly postedCents: Cents } | null;
  /** Notes that the call's record cannot be completed, and why. */
  setAside(callId: string, why: string, atMs: number): void;
  /** Ends a call as it stands, whatever is in its record: unanswered or free, without findings. */
  endAsItStands(
    callId: string,
    how: { readonly endedAtMs: number; readonly endReason: EndReason; readonly outcome: Outcome },
  ): void;
  countUnended(accountId: string): number;
  /** Everybody's that have not ended, and those among them that were placed without a key. */
  countAllUnended(): { readonly all: number; readonly keyless: number };
  countSince(accountId: string, sinceMs: number): number;
  /** A number that is dialled in a call under way counts like a call of its own. */
  countTransfer(accountId: string, nowMs: number, phone: string): void;
  /** On the UTC day that began then: in all, or to one number. As quick however many there are. */
  countOfDay(accountId: string, dayMs: number, phone: string | null): number;
}

/**
 * Double entry, append only, each transfer once by its key; what would make a balance negative cannot be written
 * (reference: the schema). The desk says what happens to a call, the ledger knows the accounts.
 */
export interface Ledger {
  /** `balance` is what is there, `held` the part of it that calls have reserved. */
  balance(accountId: string): { readonly balanceCents: Cents; readonly heldCents: Cents };
  /** Credits a payment. False when it was credited before. */
  credit(accountId: string, paymentId: string, code: "topup" | "reload", amount: Cents, atMs: number): boolean;
  /** Reserves for one slot of a call (`base`, `m1`, `m2` …). False when too little is available; again: true. */
  hold(accountId: string, callId: string, slot: string, amount: Cents, atMs: number): boolean;
  /** Posts a reserved slot to revenue, once. */
  charge(accountId: string, callId: string, slot: string, amount: Cents, atMs: number): void;
  /** Gives back what the call has still reserved. */
  release(accountId: string, callId: string, atMs: number): void;
  /** Gives back part or all of what was posted, once a call. */
  refund(accountId: string, callId: string, amount: Cents, atMs: number): void;
  /** Newest first. */
  rows(accountId: string, before: number | null, limit: number): readonly LedgerRow[];
}

export type AccountRow = {
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly autoReload: boolean;
  readonly card: SavedCard | null;
  readonly topUpToken: string;
  /** Consecutive declined reloads; three suspend auto-reload. */
  readonly declines: number;
  readonly declinedAtMs: number | null;
  /** Why the account is frozen, else null. */
  readonly frozen: string | null;
};

export interface Accounts {
  /** With empty ledger accounts. */
  open(accountId: string, atMs: number): void;
  read(accountId: string): AccountRow | null;
  byTopUpToken(token: string): AccountRow | null;
  setAutoReload(accountId: string, on: boolean): void;
  saveCard(accountId: string, card: SavedCard): void;
  noteDecline(accountId: string, atMs: number): void;
  clearDeclines(accountId: string): void;
  freeze(accountId: string, why: string): void;
}

export interface Keys {
  /** Makes a key for an account or for one call and returns it; only its digest is kept. */
  issue(key: {
    readonly keyId: string;
    readonly holder: { readonly accountId: string } | { readonly callId: string };
    readonly name: string | null;
    readonly createdAtMs: number;
    readonly expiresAtMs: number | null;
  }): string;
  /** Null for malformed, unknown, revoked and expired keys, indistinguishably. Also notes the use. */
  find(key: string, nowMs: number): KeyHolder | null;
  list(accountId: string): readonly KeyView[];
  rename(accountId: string, keyId: string, name: string | null): boolean;
  revoke(accountId: string, keyId: string, atMs: number): boolean;
}

/** One-time links into the account page, and the sessions they open. */
export interface Sessions {
  /** `keyId`: the key it was opened with; null for a link, and for a session that a link has opened. */
  issue(
    kind: "link" | "session",
    holder: { readonly accountId: string; readonly keyId: string | null },
    expiresAtMs: number,
  ): string;
  find(
    kind: "session",
    token: string,
    nowMs: number,
  ): { readonly accountId: string; readonly expiresAtMs: number } | null;
  /** Uses up a link or ends a session; the account it was for, null when unknown or expired. */
  consume(kind: "link" | "session", token: string, nowMs: number): string | null;
  /** Ends the sessions that were opened with this key. */
  endThoseOf(keyId: string): void;
  prune(nowMs: number): void;
}

export type PaymentRow = {
  readonly paymentId: string;
  readonly accountId: string;
  readonly kind: "setup" | "top_up" | "reload";
  readonly setupId: string | null;
  readonly amountCents: Cents;
  readonly state: "created" | "sent" | "unknown" | "succeeded" | "declined";
  readonly providerRef: string | null;
  readonly attempts: number;
  readonly createdAtMs: number;
};

export interface PaymentRows {
  /** False when an id is taken, or a reload is open already. */
  create(payment: Omit<PaymentRow, "state" | "providerRef" | "attempts">): boolean;
  read(paymentId: string): PaymentRow | null;
  byProviderRef(ref: string): PaymentRow | null;
  ofSetup(setupId: string): PaymentRow | null;
  /** The provider is asked once more. */
  noteAttempt(paymentId: string): void;
  /** It gave no answer that could be believed. */
  noteUnknown(paymentId: string): void;
  noteRef(paymentId: string, providerRef: string): void;
  settle(paymentId: string, state: "succeeded" | "declined"): void;
  openReload(accountId: string): PaymentRow | null;
  openReloads(): readonly PaymentRow[];
  /** Payments that a person was sent away to make, undecided and begun since then, oldest first. */
  openCheckouts(sinceMs: number): readonly PaymentRow[];
}

type StoredReply = { readonly fingerprint: string; readonly status: number; readonly body: string | null };

/** What a stored answer is asked for by. The key and the code are not kept: they seal it, a thief of the file has neither. */
export type ReplyName = {
  /** Account, call or client address. */
  readonly holder: string;
  readonly path: string;
  readonly key: string;
  readonly setupCode: string | null;
};

export interface Replies {
  /** The stored answer; its body is null when it was sealed with another code. */
  find(name: ReplyName, nowMs: number): StoredReply | null;
  keep(
    name: ReplyName,
    reply: { readonly fingerprint: string; readonly status: number; readonly body: string },
    /** `lasting`: makes room for no other. */
    life: { readonly lasting: boolean; readonly expiresAtMs: number },
  ): void;
  /** Forgets the oldest answers that are not lasting, beyond so many of this holder and so many in all. */
  makeRoom(holder: string, most: { readonly ofHolder: number; readonly inAll: number }): void;
  /** Forgets those that have expired, so many at a time: asked again and again. */
  prune(nowMs: number): void;
}

export interface DemoUse {
  /** Free demo calls of this account or address on this day. */
  count(who: string, day: string): number;
  add(who: string, day: string): void;
}

/** Links under which the world may read a call. */
export interface Shares {
  /** The call's latest link, whether it works or not; null when there was none. */
  latest(callId: string): { readonly token: string; readonly published: boolean } | null;
  /** The call has ended and has no link that works. */
  publish(callId: string, token: string, copy: SharedCall, atMs: number): void;
  /** A link that never works. */
  reserve(callId: string, token: string, atMs: number): void;
  /** Destroys the copy for good; the link is remembered as gone. */
  withdraw(token: string, atMs: number): void;
  /** Null when there never was such a link. */
  read(token: string): SharedCall | "withdrawn" | null;
}

export interface DoNotCall {
  has(phone: string): boolean;
  add(phone: string, atMs: number): void;
}

/** What a check of everything that must never be lost looks at. */
export type VerifyOptions = {
  /** `new`: what came since the last check that found nothing wrong. */
  readonly scope: "new" | "all";
  /** Which open calls somebody still holds: these, those placed since then, or nobody can tell. */
  readonly underWay: ReadonlySet<string> | { readonly placedSinceMs: number } | "unknown";
};

export type Verification = {
  /** Sentences about what is wrong; empty when nothing is. */
  readonly problems: readonly string[];
  /** How many were looked at. */
  readonly calls: number;
  readonly transfers: number;
};

/** How what is stored stands now. */
export type StoreFigures = {
  readonly calls: { readonly queued: number; readonly ringing: number; readonly in_progress: number };
  /** Reserved by calls under way, and not charged yet. */
  readonly heldCents: number;
  readonly databaseBytes: number;
  /** Of the log beside it that is not folded in yet. */
  readonly walBytes: number;
  /** Deliveries to webhooks that have not arrived yet, and since when the oldest of them waits. */
  readonly deliveriesWaiting: number;
  readonly oldestDeliveryMs: number | null;
};

export interface Store {
  /** One transaction. Nested, it is a part of the outer one that can fail alone. */
  atomically<T>(work: () => T): T;
  /**
   * Soon, in one transaction with others that ask in the same moment, so that they wait for the disk once. Each can
   * fail alone; the promise settles after the commit. A database that cannot be written fails all of them.
   */
  shareCommit<T>(work: () => T): Promise<T>;
  /** Runs once the outermost transaction is on the disk; not at all when the part that asked for it failed. */
  afterCommit(effect: () => void): void;
  /** Tells of every commit that wrote something, a moment after it, until the returned function is called. */
  onCommit(told: () => void): () => void;
  /** Null when a call could be recorded now, else a sentence. */
  notReady(): string | null;
  readonly calls: Calls;
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly setups: Setups;
  readonly sessions: Sessions;
  readonly payments: PaymentRows;
  readonly replies: Replies;
  readonly shares: Shares;
  readonly demoUse: DemoUse;
  readonly doNotCall: DoNotCall;
  figures(): StoreFigures;
  readonly webhooks: Webhooks;
  /** Writes the uses of keys that were noted; they wait so that a read never waits for the disk. */
  flushUses(): void;
  /** What is lost or wrong in all that is stored; empty when nothing is. */
  verify(): readonly string[];
  /** The same of what came since the last time, with the calls that are under way; what is right is not looked at again. */
  verifyNew(underWay: ReadonlySet<string>, atMs: number): Verification;
  /** Writes what was put off and closes; the last thing done. */
  close(): void;
}
