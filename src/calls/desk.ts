/**
 * The desk: everything that may be asked of the appliance, and the calls it follows from request to record. Put
 * together here from its parts; `main.ts` makes one.
 *
 * Placing: placing.ts, refusing.ts, setup-claim.ts. A call under way: live-call.ts, call-notes.ts, agent-question.ts,
 * meter.ts. Its end: finalise.ts, settle.ts, outcome.ts. What is shown: records.ts, sharing.ts. Before it: around.ts. Money
 * coming in: money-in.ts, pages.ts.
 */
import { finaliseAfterCrash } from "./finalise.ts";
import { accountOf, accountRecord, switchAutoReload } from "./accounts.ts";
import type { DeskPorts, Floor } from "./floor.ts";
import { aroundOperations } from "./around.ts";
import { authorise, callNotFound } from "./authorise.ts";
import type { CallRecord, CallSummary, Operations } from "./operations.ts";
import type { AroundOperations } from "./operations-around.ts";
import type { PageOperations } from "./operations-pages.ts";
import { pageOperations } from "./pages.ts";
import type { CallRow } from "./ports-store.ts";
import { placeCall } from "./placing.ts";
import { summaryOf } from "./reading.ts";
import { Records } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { readShared, setShared } from "./sharing.ts";
import { MoneyIn } from "./money-in.ts";
import { Waits } from "./waits.ts";
import { Watchers } from "./watchers.ts";

/** A crash bills a call no further than this before it. */
const ALIVE_EVERY_MS = 5_000;
const REPLY_LIFE_MS = 24 * 60 * 60 * 1000;
/** After the drain time: for the goodbye, then for the last findings. */
const DRAIN_GOODBYE_MS = 10_000;

export type Desk = Operations &
  AroundOperations &
  PageOperations & {
    /** At the start, before the first request: ends what a crash has left open and takes up payments under way. */
    reconcile(): void;
    /** The record of any call, for the appliance itself; null when unknown. */
    readCallById(callId: string): CallRecord | null;
    /** Accepts no more calls; resolves when the last one has ended, after `drainSeconds` by a goodbye. */
    drain(): Promise<void>;
    /** Lets go of every timer and request. The store is closed by whoever opened it. */
    close(): Promise<void>;
  };

export function createDesk(ports: DeskPorts): Desk {
  const { store, clock, timers, settings, pbx, conversations, log } = ports;
  const watchers = new Watchers();
  const waits = new Waits(timers);
  let draining = false;
  let drained: (() => void) | null = null;

  const floor: Floor = {
    ...ports,
    live: new Map(),
    changed(callId) {
      records.forget(callId);
      watchers.tell(callId);
      if (floor.live.size === 0) drained?.();
    },
    charged: (accountId) => money.afterCharge(accountId),
  };
  const money = new MoneyIn(floor);
  const records = new Records(floor);

  pbx.onEvent((event) => floor.live.get(event.callId)?.onPbx(event));
  conversations.onEvent((event) => floor.live.get(event.callId)?.onConversation(event));

  const keepAlive = (): void => {
    waits.after(ALIVE_EVERY_MS, keepAlive);
    try {
      if (floor.live.size > 0) {
        store.atomically(() => {
          for (const live of floor.live.values()) live.writeAlive();
        });
      }
      store.flushUses();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn({ err: error }, "the database cannot be written");
    }
  };
  waits.after(ALIVE_EVERY_MS, keepAlive);

  return {
    ...pageOperations(floor, money),
    ...aroundOperations(floor, waits),
    authenticate: (key) => store.keys.find(key, clock.wallMs()),

    once: (key, run) =>
      store.atomically(() => {
        const nowMs = clock.wallMs();
        const found = store.replies.find(key.scope, key.key, key.sealWith, nowMs);
        if (found !== null) {
          if (found.fingerprint !== key.fingerprint || found.body === null) {
            throw new Refusal(
              "idempotency_key_reused",
              "This Idempotency-Key was used for another request. Send a new key with a new request.",
            );
          }
          return { status: found.status, body: found.body, replayed: true };
        }
        const { status, body } = run();
        if (status >= 200 && status < 300) {
          store.replies.prune(nowMs);
          const reply = { fingerprint: key.fingerprint, status, body };
          store.replies.keep(key.scope, key.key, reply, key.sealWith, nowMs + REPLY_LIFE_MS);
        }
        return { status, body, replayed: false };
      }),

    together: (run) => store.together(run),

    placeCall: (caller, brief, code) => placeCall(floor, draining, caller, brief, code),

    readCall(caller, callId) {
      authorise(store, caller, callId);
      const record = records.read(callId);
      if (record === null) throw callNotFound();
      return record;
    },

    listCalls(caller, page) {
      const shown = (row: CallRow): CallSummary => summaryOf(row, records.talkMs(row.callId, row.aliveMs));
      if (caller.kind === "call") {
        const row = page.cursor === null ? store.calls.read(caller.callId) : null;
        const own = row === null || (page.status !== null && row.status !== page.status) ? [] : [row];
        return { calls: own.map(shown), nextCursor: null };
      }
      const { limit, cursor, status } = page;
      const rows = store.calls.list(caller.accountId, { limit: limit + 1, after: cursor, status });
      if (rows === null) {
        throw new Refusal("invalid_field", "Unknown cursor: send the next_cursor of an earlier page, or none.", {
          param: "cursor",
        });
      }
      const calls = rows.slice(0, limit).map(shown);
      return { calls, nextCursor: rows.length > limit ? (calls.at(-1)?.callId ?? null) : null };
    },

    answerQuestion(caller, callId, answer) {
      authorise(store, caller, callId);
      return store.atomically(() => {
        const row = store.calls.read(callId);
        if (row === null) throw callNotFound();
        if (row.status === "ended")
          throw new Refusal("call_ended", "The call has ended; nothing can be answered any more.");
        const asked = store.calls.latestQuestion(callId);
        if (asked === null) {
          throw new Refusal(
            "no_pending_question",
            "Nothing is being asked now. Answer only while pending_question is set.",
          );
        }
        if (asked.state === "answered") {
          throw new Refusal(
            "question_already_answered",
            "This question has been answered already. Go on following the call.",
          );
        }
        const live = floor.live.get(callId);
        if (asked.state === "expired" || live?.question.open !== true) {
          throw new Refusal("question_expired", "The answer came too late; the assistant has gone on without it.");
        }
        if (!store.calls.closeQuestion(asked.id, { answer })) {
          throw new Refusal(
            "question_already_answered",
            "This question has been answered already. Go on following the call.",
          );
        }
        store.afterCommit(() => {
          live.question.deliver(asked.id, answer);
          floor.changed(callId);
        });
        return { questionId: asked.id };
      });
    },

    hangUp(caller, callId) {
      authorise(store, caller, callId);
      const status = store.calls.read(callId)?.status ?? "ended";
      if (status === "ended") return { status, alreadyEnded: true };
      const live = floor.live.get(callId);
      store.afterCommit(() => live?.hangUp("hangup_api"));
      return { status: live?.undialled === true ? "ended" : status, alreadyEnded: false };
    },

    shareCall(caller, callId, isPublic) {
      authorise(store, caller, callId);
      return setShared(floor, callId, isPublic, () => records.read(callId));
    },

    readShared: (token) => readShared(floor, token),

    readAccount: (caller) => accountRecord(floor, accountOf(caller)),

    setAutoReload(caller, on) {
      const accountId = accountOf(caller);
      switchAutoReload(floor, accountId, on);
      return accountRecord(floor, accountId);
    },

    watch: (callId, listener) => watchers.add(callId, listener),

    notReady() {
      const reasons = [draining ? "The appliance is shutting down." : null, store.notReady(), pbx.notReady()];
      return reasons.filter((reason) => reason !== null);
    },

    reconcile() {
      for (const callId of finaliseAfterCrash(floor)) {
        log.warn({ call_id: callId }, "call ended by a restart");
        pbx.hangUp(callId);
      }
      money.resume();
    },

    readCallById: (callId) => records.read(callId),

    async drain() {
      draining = true;
      if (floor.live.size === 0) return;
      const over = new Promise<void>((resolve) => {
        drained = resolve;
      });
      waits.after(settings.drainSeconds * 1000, () => {
        for (const live of floor.live.values()) live.wrapUp("service_restart", DRAIN_GOODBYE_MS);
      });
      await over;
    },

    async close() {
      waits.end();
      for (const live of floor.live.values()) live.abandon();
      await money.close();
    },
  };
}
