/**
 * How often an account may call, and whom no more. Pure: the counts are asked of the store by whoever places the call, in the same
 * transaction that records it.
 */
import type { PolicyVerdict } from "./ports.ts";

/** The four limits of the configuration. */
export type Caps = {
  readonly callsPerNumberPerDay: number;
  readonly concurrentCallsPerAccount: number;
  readonly callsPerAccountPerDay: number;
  readonly callsPerMinute: number;
};

/** What there is already, the call in question not counted. */
export type CallCounts = {
  readonly toThisNumberToday: number;
  readonly running: number;
  readonly today: number;
  readonly lastMinute: number;
  /** Until the counts of the day begin anew. */
  readonly secondsLeftToday: number;
};

/** The verdict on a number whose owner asked not to be called again. */
export function objected(param: "phone" | "transfer_to"): PolicyVerdict {
  return {
    code: "do_not_call",
    message: "The owner of this number asked not to be called again, and is not. Reach the business in another way.",
    details: { param },
  };
}

/** Null when one more call is within all limits. The demo number is exempt from the limit per number. */
export function checkCaps(caps: Caps, counts: CallCounts, demo: boolean): PolicyVerdict | null {
  if (!demo && counts.toThisNumberToday >= caps.callsPerNumberPerDay) {
    return {
      code: "too_many_calls",
      message: `This number has been called ${counts.toThisNumberToday} times today, and ${caps.callsPerNumberPerDay} calls a day to one number are allowed. Call it again tomorrow (UTC), or call another number.`,
      details: { param: "phone", retryAfterSeconds: counts.secondsLeftToday },
    };
  }
  if (counts.running >= caps.concurrentCallsPerAccount) {
    return {
      code: "too_many_concurrent_calls",
      message: `${counts.running} calls of this account are running, and ${caps.concurrentCallsPerAccount} at a time are allowed. Wait until one has ended.`,
      details: { retryAfterSeconds: 30 },
    };
  }
  if (counts.today >= caps.callsPerAccountPerDay) {
    return {
      code: "daily_call_limit",
      message: `This account has placed ${counts.today} calls today, and ${caps.callsPerAccountPerDay} a day are allowed. Try again tomorrow (UTC).`,
      details: { retryAfterSeconds: counts.secondsLeftToday },
    };
  }
  if (counts.lastMinute >= caps.callsPerMinute) {
    return {
      code: "rate_limited",
      message: `${caps.callsPerMinute} calls a minute are allowed. Try again in a minute.`,
      details: { retryAfterSeconds: 60 },
    };
  }
  return null;
}
