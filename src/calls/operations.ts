/**
 * What may be asked of the appliance, through whatever interface: HTTP, agent tools, command line. Those parse and
 * render; everything that decides or remembers is behind this page. Each operation either answers or throws a
 * Refusal. All of them are synchronous: they read and write SQLite in one transaction; what has to happen in the
 * world (a dial, a hang-up) starts after the commit and is told in the call's record. `shareCommit` puts several of them
 * into one transaction.
 */
import type { Brief } from "./brief.ts";
import type { TurnLatency } from "./ports.ts";
import type { CallUsage } from "./usage.ts";
import type { AnsweredBy, CallStatus, EndReason, LineState, QuestionStatus, Role } from "./vocabulary.ts";

/** Who is asking. */
export type Caller =
  | { readonly kind: "account"; readonly accountId: string; readonly keyId: string }
  /** The holder of the `call_key` of one demo call: may read, answer, hang up and share that call only. */
  | { readonly kind: "call"; readonly callId: string; readonly keyId: string }
  /** No key. `address` is the client's network address, IPv6 cut to its /64: what free demo calls are counted by. */
  | { readonly kind: "anonymous"; readonly address: string };

export type KeyHolder = Exclude<Caller, { kind: "anonymous" }>;

export type TranscriptEntry = {
  readonly seq: number;
  readonly role: Role;
  readonly text: string;
  readonly cutOff: string | null;
  readonly atMs: number;
  readonly offsetMs: number;
  /** Of the turn of theirs that this line answers, in whole milliseconds; null when it answers none. */
  readonly latency: TurnLatency | null;
};

export type PendingQuestion = {
  readonly id: string;
  readonly question: string;
  readonly askedAtMs: number;
  readonly expiresAtMs: number;
};

export type QuestionRecord = {
  readonly question: string;
  readonly status: QuestionStatus;
  readonly answer: string | null;
  readonly quote: string | null;
  readonly seq: number | null;
};

export type Outcome = {
  readonly success: boolean;
  readonly summary: string;
  readonly confirmationNumber: string | null;
  readonly priceQuoted: string | null;
  readonly appointmentTime: string | null;
  readonly nextSteps: string;
};

/** Everything that is shown of a call; wall-clock times in milliseconds since the epoch, money in whole cents. */
export type CallRecord = {
  readonly callId: string;
  readonly accountId: string | null;
  readonly brief: Brief;
  readonly demo: boolean;
  readonly status: CallStatus;
  readonly createdAtMs: number;
  readonly answeredAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly answeredBy: AnsweredBy | null;
  readonly endReason: EndReason | null;
  readonly lineState: LineState | null;
  readonly transcript: readonly TranscriptEntry[];
  readonly pendingQuestion: PendingQuestion | null;
  readonly questions: readonly QuestionRecord[];
  readonly outcome: Outcome | null;
  /** Whole seconds from the answer to the end, or to now while it runs. */
  readonly durationS: number;
  readonly costCents: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number } | null;
  readonly shareUrl: string | null;
  /** Null until it has ended, and of one whose conversation was lost. */
  readonly usage: CallUsage | null;
  /** Grows with every visible change. */
  readonly version: number;
};

/**
 * One thing that happened to a call, as its event stream tells it. Numbered from 1 without gaps in the order in which
 * they were committed: the same step has the same number whenever it is read.
 */
export type ProgressStep = { readonly n: number } & (
  | {
      readonly kind: "status";
      readonly status: CallStatus;
      readonly lineState: LineState | null;
      /** Of the call, once this had happened. */
      readonly version: number;
    }
  | { readonly kind: "transcript"; readonly entry: TranscriptEntry }
  /** Null: nothing is pending any more. */
  | { readonly kind: "question"; readonly pending: PendingQuestion | null }
  /** The last of all. */
  | { readonly kind: "ended" }
);

export type CallSummary = Pick<
  CallRecord,
  "callId" | "status" | "brief" | "createdAtMs" | "answeredAtMs" | "endedAtMs" | "endReason" | "durationS" | "costCents"
> & { readonly success: boolean | null };

export type PlaceReply =
  | {
      readonly kind: "calling";
      readonly callId: string;
      /** The account's first key, once, on the call placed with a completed set-up. */
      readonly accountKey: string | null;
      /** For a demo call placed without a key. */
      readonly callKey: string | null;
    }
  | {
      readonly kind: "needs_setup";
      readonly setupUrl: string;
      readonly setupCode: string;
      /** Why: no key, the free demo calls of the day are used up, or the balance is too small. */
      readonly because: "no_key" | "demo_limit" | "insufficient_funds";
    };

export type AccountRecord = {
  readonly accountId: string;
  readonly balanceCents: number;
  readonly heldCents: number;
  readonly autoReload: boolean;
  readonly topUpUrl: string;
  readonly createdAtMs: number;
};

/** One use of an `Idempotency-Key` header (contract section 4). */
export type IdempotencyKey = {
  /** Whose request it is, and to what path: the same key of somebody else, or sent elsewhere, is another key. */
  readonly caller: Caller;
  readonly path: string;
  readonly key: string;
  /** Digest of method, path and body: the same key with another body is `idempotency_key_reused`. */
  readonly fingerprint: string;
  /** Of the request: the stored answer is sealed with it and the key, because it may carry an account key. */
  readonly setupCode: string | null;
};

export type StoredReply = { readonly status: number; readonly body: string; readonly replayed: boolean };

export interface Operations {
  /** The holder of a key, or null for a malformed, unknown, revoked or expired one: indistinguishably. */
  authenticate(key: string): KeyHolder | null;

  /**
   * Runs an operation at most once per key for 24 h: inside one transaction it either finds the stored answer, or runs
   * and stores it (2xx only). `run` renders its own answer, so that a replay is the same bytes.
   */
  idempotent(request: IdempotencyKey, run: () => { status: number; body: string }): StoredReply;

  /** The answer stored for this request, or null: for work that cannot run within a transaction, before it begins. */
  earlierReply(request: IdempotencyKey): StoredReply | null;

  /**
   * Runs operations so that they share the wait for the disk with others asked for in the same moment; settles when
   * what they did is on it. For those that are asked for often: each still succeeds or is refused alone.
   */
  shareCommit<T>(run: () => T): Promise<T>;

  /** Counts a request that needs no key against what this address, and all together, may ask: `rate_limited` beyond. */
  countKeyless(address: string): void;

  /** The checks of contract section 3 from 403 on, in that order; then call, hold and dial intent in one commit. */
  placeCall(caller: Caller, brief: Brief, setupCode: string | null): PlaceReply;
  /** `call_not_found` for unknown ids and for other people's calls alike. */
  readCall(caller: KeyHolder, callId: string): CallRecord;
  /** What happened to the call after its `after`th step, in order; all of it when there is no such step. */
  readProgress(caller: KeyHolder, callId: string, after: number): readonly ProgressStep[];
  /** Newest first. `cursor` is what an earlier page returned; an unknown one is `not_found`. */
  listCalls(
    caller: KeyHolder,
    page: { limit: number; cursor: string | null; status: CallStatus | null },
  ): { readonly calls: readonly CallSummary[]; readonly nextCursor: string | null };
  answerQuestion(caller: KeyHolder, callId: string, answer: string): { readonly questionId: string };
  hangUp(caller: KeyHolder, callId: string): { readonly status: CallStatus; readonly alreadyEnded: boolean };

  readAccount(caller: KeyHolder): AccountRecord;
  setAutoReload(caller: KeyHolder, on: boolean): AccountRecord;

  /** Calls the listener after each commit that changed the call; the returned function ends it. */
  watch(callId: string, listener: () => void): () => void;

  /** How many calls the machine carries (null: no bound), and how many it carries now. */
  seats(): { readonly total: number | null; readonly used: number };
  /** Reasons why a call could not be placed now; empty when ready. */
  notReady(): readonly string[];
}
