/**
 * The desk: everything that may be asked of the appliance, and the calls it follows from request to record. Put
 * together here from its parts; the wiring makes one.
 *
 * Placing: idempotent.ts, placing.ts, admission.ts, ../billing/setup-claim.ts. A call under way: live-call.ts,
 * call-notes.ts, agent-question.ts, answering.ts, ../billing/meter.ts. Its end: finalise.ts, outcome.ts,
 * ../billing/settle.ts. What is shown: reading.ts, records.ts, ../sharing. Before it: ../planning. Money coming in:
 * ../billing.
 */
import { accountOf, accountRecord, switchAutoReload } from "../billing/accounts.ts";
import { MoneyIn } from "../billing/money-in.ts";
import type { PageOperations } from "../billing/operations.ts";
import { pageOperations } from "../billing/pages.ts";
import type { AroundOperations } from "../planning/operations.ts";
import { aroundOperations } from "../planning/planning.ts";
import { KeylessBudget } from "../policy/keyless.ts";
import { readShared, setShared } from "../sharing/sharing.ts";
import { noSeat, refuseOverBudget } from "./admission.ts";
import { answerQuestion, hangUp } from "./answering.ts";
import { authorise } from "./authorise.ts";
import { Deadlines } from "./deadlines.ts";
import type { DeskContext, DeskPorts } from "./desk-context.ts";
import { Draining } from "./draining.ts";
import { finaliseAfterCrash } from "./finalise.ts";
import { earlierReply, runOnce } from "./idempotent.ts";
import { keepAlive } from "./keep-alive.ts";
import type { KeepAlive } from "./keep-alive.ts";
import type { CallRecord, Operations } from "./operations.ts";
import { noteLateUsage } from "./late-usage.ts";
import { placeCall } from "./placing.ts";
import { listCalls, readCall, readProgress } from "./reading.ts";
import { Records } from "./records.ts";
import { Watchers } from "./watchers.ts";

export type Desk = Operations &
  AroundOperations &
  PageOperations & {
    /** At the start, before the first request: ends what a crash has left open and takes up payments under way. */
    reconcile(): void;
    /** The record of any call, for the appliance itself; null when unknown. */
    readCallById(callId: string): CallRecord | null;
    /** Looks at what has come since the last time; every loss or mistake is logged. Sentences about what is wrong. */
    verify(): readonly string[];
    /** Calls whose latest changes could not be written yet. */
    writesWaiting(): number;
    /** Accepts no more calls; resolves when the last one has ended, after `drainSeconds` by a goodbye. */
    drain(): Promise<void>;
    /** Lets go of every timer and request. The store is closed by whoever opened it. */
    close(): Promise<void>;
  };

export function createDesk(ports: DeskPorts): Desk {
  const { pbx, conversations } = ports;
  const watchers = new Watchers();
  const deadlines = new Deadlines(ports.timers);
  const context: DeskContext = {
    ...ports,
    live: new Map(),
    keyless: new KeylessBudget(ports.settings.keyless),
    changed(callId) {
      records.forget(callId);
      watchers.tell(callId);
      draining.look();
    },
    charged: (accountId) => money.afterCharge(accountId),
  };
  const records = new Records(context);
  const money = new MoneyIn(context);
  const draining = new Draining(context, deadlines);

  pbx.onEvent((event) => context.live.get(event.callId)?.onPbx(event));
  conversations.onEvent((event) => {
    if (event.type === "usage") ports.onUsage?.(event.usage);
    const live = context.live.get(event.callId);
    if (live !== undefined) live.onConversation(event);
    else if (event.type === "usage") noteLateUsage(context, event.callId, event.usage);
  });
  const writing = keepAlive(context, deadlines);

  return {
    ...callOperations(context, { records, draining, writing }),
    ...pageOperations(context, money),
    ...aroundOperations(context, deadlines),
    watch: (callId, listener) => watchers.add(callId, listener),
    readCallById: (callId) => records.read(callId),
    reconcile() {
      for (const callId of finaliseAfterCrash(context)) {
        context.log.warn({ call_id: callId }, "call ended by a restart");
        pbx.hangUp(callId);
      }
      money.resume();
    },
    verify() {
      const { problems, calls } = context.store.verifyNew(new Set(context.live.keys()), context.clock.wallMs());
      for (const problem of problems) context.log.error({ problem }, "what is stored is not as it must be");
      if (problems.length === 0) context.log.info({ calls }, "what is stored has been verified");
      return problems;
    },
    writesWaiting: () => [...context.live.values()].filter((live) => live.behind).length,
    drain: () => draining.begin(),
    async close() {
      deadlines.end();
      for (const live of context.live.values()) live.abandon();
      await money.close();
    },
  };
}

function callOperations(
  context: DeskContext,
  { records, draining, writing }: { records: Records; draining: Draining; writing: KeepAlive },
): Omit<Operations, "watch"> & Pick<AroundOperations, "shareCall" | "readShared"> {
  const { store, clock, pbx, conversations, settings } = context;
  return {
    authenticate: (key) => store.keys.find(key, clock.wallMs()),
    idempotent: (request, run) => runOnce(context, request, run),
    earlierReply: (request) => earlierReply(store, request, clock.wallMs()),
    shareCommit: (run) => store.shareCommit(run),
    countKeyless: (address) => refuseOverBudget(context, address),

    placeCall: (caller, brief, code) => placeCall(context, draining.begun, caller, brief, code),
    readCall: (caller, callId) => readCall(context, records, caller, callId),
    readProgress: (caller, callId, after) => readProgress(context, caller, callId, after),
    listCalls: (caller, page) => listCalls(context, records, caller, page),
    answerQuestion: (caller, callId, answer) => answerQuestion(context, caller, callId, answer),
    hangUp: (caller, callId) => hangUp(context, caller, callId),
    shareCall(caller, callId, isPublic) {
      authorise(store, caller, callId);
      return setShared(context, callId, isPublic, () => records.read(callId));
    },
    readShared: (token) => readShared(context, token),

    readAccount: (caller) => accountRecord(context, accountOf(caller)),
    setAutoReload(caller, on) {
      const accountId = accountOf(caller);
      switchAutoReload(context, accountId, on);
      return accountRecord(context, accountId);
    },

    seats: () => ({ total: context.capacity.seats(), used: store.calls.countAllUnended().all }),
    notReady() {
      const stopping = draining.begun ? "The appliance is shutting down." : null;
      const reasons = [
        stopping,
        store.notReady() ?? writing.notReady(),
        pbx.notReady(settings.trunkConfigured ? "trunk" : "demo"),
        conversations.notReady(),
        noSeat(context),
      ];
      return reasons.filter((reason) => reason !== null);
    },
  };
}
