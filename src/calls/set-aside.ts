/**
 * A call whose end cannot be written the way it should: a column that cannot be read any more, a sum that does not come
 * out. It is closed without its story, charged nothing, and kept aside for whoever looks into it; the drain, the next
 * start and every other call go on.
 */
import { tellFact } from "./call-facts.ts";
import type { DeskContext } from "./desk-context.ts";
import { Refusal } from "./refusal.ts";
import type { EndReason } from "./vocabulary.ts";

const OUTCOME = {
  success: false,
  summary: "The record of this call is damaged and could not be completed. Nothing was charged.",
  confirmationNumber: null,
  priceQuoted: null,
  appointmentTime: null,
  nextSteps: "Place the call again if it is still wanted; the operator finds the cause in the log.",
};

/** Part of a transaction of the caller's. Throws only when nothing at all can be written just now. */
export function setAside(
  context: DeskContext,
  callId: string,
  endReason: EndReason,
  endedAtMs: number,
  cause: unknown,
): void {
  const { store, clock, log } = context;
  const nowMs = clock.wallMs();
  log.error({ call_id: callId, err: cause }, "the end of a call could not be written: it is set aside");
  store.calls.setAside(callId, String(cause), nowMs);
  try {
    store.atomically(() => {
      const bill = store.calls.bill(callId);
      if (bill !== null && bill.accountId !== null) {
        store.ledger.refund(bill.accountId, callId, bill.postedCents, nowMs);
        store.ledger.release(bill.accountId, callId, nowMs);
      }
      store.calls.endAsItStands(callId, { endedAtMs, endReason, outcome: OUTCOME });
      const { route = "trunk" } = context.live.get(callId)?.placed ?? {};
      const nothing = { answered: false, success: false, talkMs: 0, chargedCents: 0 };
      store.afterCommit(() => tellFact(context, callId, { type: "ended", route, reason: endReason, ...nothing }));
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.error({ call_id: callId, err: error }, "a call that is set aside could not be closed either");
  }
}
