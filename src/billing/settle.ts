/**
 * The money side of a call's end, in the transaction that ends it: posts what the talk time costs, gives back what a
 * fault of ours or a crash has charged too much, releases the rest. Used for calls that end under our eyes and for
 * those that a crash has ended.
 */
import { isWaived, type Ended } from "../calls/call.ts";
import type { CallRow, Store } from "../calls/ports-store.ts";
import type { Cents } from "./pricing.ts";
import { cents, costOf, extraMinutes, paidSeconds, wholeSeconds } from "./pricing.ts";
import { failpoint } from "../lib/failpoint.ts";

export const BASE_SLOT = "base";
export const minuteSlot = (minute: number): string => `m${minute}`;

export type Settled = {
  readonly durationS: number;
  /** Something was posted just now, which had not been while the call ran. */
  readonly charged: boolean;
  /** What the call has come to, with everything given back. */
  readonly costCents: Cents;
};

/**
 * The whole seconds that are shown and charged. They are fewer than the talk only when the desk was late in hanging up
 * a call whose next minute nobody could pay: the minute is then ours, and is neither charged nor shown.
 */
export function settleCall(store: Store, row: CallRow, ended: Ended, atMs: number): Settled {
  const { ledger } = store;
  const { callId, accountId, prices } = row;
  const talked = wholeSeconds(ended.talkMs);
  if (row.free || accountId === null) return { durationS: talked, charged: false, costCents: cents(0) };

  let durationS = talked;
  if (ended.answered && !isWaived(ended)) {
    ledger.charge(accountId, callId, BASE_SLOT, prices.answeredCents, atMs);
    const due = extraMinutes(prices, talked);
    const paid = payMinutes(store, accountId, row, due, atMs);
    if (paid < due) durationS = paidSeconds(prices, paid);
  }
  const cost = ended.answered && !isWaived(ended) ? costOf(prices, durationS) : cents(0);
  const posted = store.calls.read(callId)?.postedCents ?? cents(0);
  failpoint("money.settling");
  ledger.refund(accountId, callId, cents(Math.max(0, posted - cost)), atMs);
  ledger.release(accountId, callId, atMs);
  return { durationS, charged: posted > row.postedCents, costCents: cents(Math.min(posted, cost)) };
}

/** Posts the first `due` further minutes, as far as there is money; answers how many are paid. */
function payMinutes(store: Store, accountId: string, row: CallRow, due: number, atMs: number): number {
  for (let minute = 1; minute <= due; minute += 1) {
    const slot = minuteSlot(minute);
    if (!store.ledger.hold(accountId, row.callId, slot, row.prices.extraMinuteCents, atMs)) return minute - 1;
    store.ledger.charge(accountId, row.callId, slot, row.prices.extraMinuteCents, atMs);
  }
  return due;
}
