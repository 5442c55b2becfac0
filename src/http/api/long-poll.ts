/**
 * Long-polls (contract section 7). One watch per call, however many wait for it: a change is read once and handed to
 * all whom it concerns. A waiter ends by what it waits for, by its time, by its client leaving, or by shutdown, and
 * frees its place in that same moment.
 */
import type { CallRecord, KeyHolder, Operations } from "../../calls/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import type { CallStatus } from "../../calls/vocabulary.ts";

export type LongPollLimits = { readonly perKey: number; readonly inAll: number };
const LONG_POLL_LIMITS: LongPollLimits = { perKey: 20, inAll: 1000 };
const REMEMBERED_CALLS = 10_000;

type LongPollOperations = Pick<Operations, "authenticate" | "readCall" | "watch">;

/** Who waits, and the key it came with: one that is revoked meanwhile is told nothing more. */
export type Waiting = { readonly caller: KeyHolder; readonly key: string };

type Waiter = Waiting & {
  readonly since: CallStatus;
  readonly given: string | null;
  readonly settle: (result: CallRecord | Error | null) => void;
};

type Watched = { readonly waiters: Set<Waiter>; readonly end: () => void };

/** What must be known of a call to say whether a waiter may be let go. */
export type Progress = { readonly status: CallStatus; readonly questionId: string | null };

/** True when a request that saw `since` and was given question `given` has something new to hear. */
export function isNews(since: CallStatus, given: string | null, now: Progress): boolean {
  return now.status !== since || now.status === "ended" || (now.questionId !== null && now.questionId !== given);
}

const progressOf = (call: CallRecord): Progress => ({
  status: call.status,
  questionId: call.pendingQuestion?.id ?? null,
});

export class LongPolls {
  readonly #operations: LongPollOperations;
  readonly #limits: LongPollLimits;
  readonly #watched = new Map<string, Watched>();
  readonly #perKey = new Map<string, number>();
  /** Which pending question each key has been given, per call; dropped with the question. */
  readonly #given = new Map<string, { readonly questionId: string; readonly keys: Set<string> }>();
  #inAll = 0;
  #closed = false;

  constructor(operations: LongPollOperations, limits: LongPollLimits = LONG_POLL_LIMITS) {
    this.#operations = operations;
    this.#limits = limits;
  }

  /** Requests waiting now. */
  get size(): number {
    return this.#inAll;
  }

  /** The call as it is when there is news for this key, or when the time is over; null when the signal left first. */
  async next(who: Waiting, callId: string, waitSeconds: number, signal: AbortSignal): Promise<CallRecord | null> {
    const now = this.#operations.readCall(who.caller, callId);
    const given = this.#givenTo(who.caller, now);
    if (waitSeconds === 0 || this.#closed || isNews(now.status, given, progressOf(now))) return now;
    return this.#wait(who, now, given, waitSeconds, signal);
  }

  /** A snapshot with this call's pending question has reached this key. */
  markGiven(caller: KeyHolder, call: CallRecord): void {
    const questionId = call.pendingQuestion?.id;
    if (questionId === undefined) return;
    const known = this.#given.get(call.callId);
    if (known?.questionId === questionId) known.keys.add(caller.keyId);
    else this.#given.set(call.callId, { questionId, keys: new Set([caller.keyId]) });
    // A call that nobody read again after its question leaves its entry behind: the oldest make room.
    const oldest = this.#given.keys().next().value;
    if (this.#given.size > REMEMBERED_CALLS && oldest !== undefined) this.#given.delete(oldest);
  }

  /** Everybody who waits is answered with what is known now, and nobody waits any more. */
  close(): void {
    this.#closed = true;
    for (const callId of this.#watched.keys()) this.#look(callId, true);
  }

  #givenTo(caller: KeyHolder, call: CallRecord): string | null {
    const known = this.#given.get(call.callId);
    if (known === undefined) return null;
    if (known.questionId !== call.pendingQuestion?.id) {
      this.#given.delete(call.callId);
      return null;
    }
    return known.keys.has(caller.keyId) ? known.questionId : null;
  }

  #wait(
    who: Waiting,
    now: CallRecord,
    given: string | null,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<CallRecord | null> {
    const { caller } = who;
    const ofKey = this.#perKey.get(caller.keyId) ?? 0;
    if (ofKey >= this.#limits.perKey || this.#inAll >= this.#limits.inAll) {
      throw new Refusal(
        "too_many_waits",
        `Too many requests are waiting (at most ${this.#limits.perKey} a key): let one end, or ask without wait.`,
      );
    }
    this.#perKey.set(caller.keyId, ofKey + 1);
    this.#inAll += 1;
    return new Promise((resolve, reject) => {
      const { callId } = now;
      const leave = (): void => waiter.settle(null);
      const timer = setTimeout(() => waiter.settle(this.#lookFor(who, callId)), waitSeconds * 1000);
      const waiter: Waiter = {
        ...who,
        since: now.status,
        given,
        settle: (result) => {
          clearTimeout(timer);
          signal.removeEventListener("abort", leave);
          this.#release(callId, waiter);
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      };
      this.#watch(callId).waiters.add(waiter);
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
    });
  }

  #watch(callId: string): Watched {
    const known = this.#watched.get(callId);
    if (known !== undefined) return known;
    const watched: Watched = {
      waiters: new Set(),
      end: this.#operations.watch(callId, () => this.#look(callId, false)),
    };
    this.#watched.set(callId, watched);
    return watched;
  }

  #look(callId: string, everybody: boolean): void {
    const waiters = this.#watched.get(callId)?.waiters;
    if (waiters === undefined) return;
    // Many wait with few keys: each key is looked at once, and the call once for all of them.
    const seen = new Map<string, CallRecord | Error>();
    let call: CallRecord | null = null;
    for (const waiter of waiters) {
      let found = seen.get(waiter.key);
      if (found === undefined) {
        found = this.#lookFor(waiter, callId, call);
        seen.set(waiter.key, found);
        if (!(found instanceof Error)) call = found;
      }
      if (found instanceof Error || everybody || isNews(waiter.since, waiter.given, progressOf(found))) {
        waiter.settle(found);
      }
    }
  }

  /** The call for this waiter: the one that was just read, if any, as long as its key is still good. */
  #lookFor({ caller, key }: Waiting, callId: string, call: CallRecord | null = null): CallRecord | Error {
    try {
      if (this.#operations.authenticate(key) === null) return new Refusal("invalid_key", "revoked while it waited");
      return call ?? this.#operations.readCall(caller, callId);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #release(callId: string, waiter: Waiter): void {
    const watched = this.#watched.get(callId);
    if (watched?.waiters.delete(waiter) !== true) return;
    if (watched.waiters.size === 0) {
      this.#watched.delete(callId);
      watched.end();
    }
    this.#inAll -= 1;
    const left = (this.#perKey.get(waiter.caller.keyId) ?? 1) - 1;
    if (left === 0) this.#perKey.delete(waiter.caller.keyId);
    else this.#perKey.set(waiter.caller.keyId, left);
  }
}
