/**
 * What a call costs (contract section 8): integer cents, started minutes, the first five included. The prices a call
 * was placed at are copied onto it, so that a change of prices never alters a call already placed.
 */
declare const unit: unique symbol;
/** Whole cents of a US dollar. Made by `cents` only, so that no fraction and no other unit gets in. */
export type Cents = number & { readonly [unit]: "cents" };

export function cents(amount: number): Cents {
  if (!isCents(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return amount;
}

function isCents(amount: number): amount is Cents {
  return Number.isSafeInteger(amount);
}

export type Prices = {
  /** Due when the far end answers; pays for `includedSeconds`. */
  readonly answeredCents: Cents;
  readonly includedSeconds: number;
  /** Due at the start of each further minute. */
  readonly extraMinuteCents: Cents;
};

export const PRICES: Prices = { answeredCents: cents(100), includedSeconds: 300, extraMinuteCents: cents(25) };

export const INITIAL_TOP_UP_CENTS: Cents = cents(1000);
export const AUTO_RELOAD_AMOUNT_CENTS: Cents = cents(1000);
/** Auto-reload acts strictly below this. */
export const AUTO_RELOAD_THRESHOLD_CENTS: Cents = cents(200);

/** Each further minute is reserved this long before it starts, so that the assistant can still say goodbye. */
const RESERVE_AHEAD_MS = 30_000;
const MINUTE_MS = 60_000;

/** Whole seconds of a talk time: what is shown and what is charged are the same number. */
export function wholeSeconds(talkMs: number): number {
  return Math.max(0, Math.floor(talkMs / 1000));
}

/** Further minutes that a talk of this many whole seconds has started. */
export function extraMinutes(prices: Prices, durationS: number): number {
  return Math.max(0, Math.ceil((durationS - prices.includedSeconds) / 60));
}

/** The price of an answered call of this many whole seconds. */
export function costOf(prices: Prices, durationS: number): Cents {
  return cents(prices.answeredCents + prices.extraMinuteCents * extraMinutes(prices, durationS));
}

/** The last whole second that the base price and `minutes` further minutes pay for. */
export function paidSeconds(prices: Prices, minutes: number): number {
  return prices.includedSeconds + 60 * minutes;
}

export type MeterReading = {
  /** How many further minutes have to be reserved by now. */
  readonly reserve: number;
  /** How many further minutes have started, and are to be posted. */
  readonly post: number;
  /** Talk time at which the reading changes next. */
  readonly nextAtMs: number;
};

/** What has to be reserved and posted after this much talk, and when to look again. */
export function readMeter(prices: Prices, talkMs: number): MeterReading {
  const firstReserveMs = prices.includedSeconds * 1000 - RESERVE_AHEAD_MS;
  const reserve = talkMs < firstReserveMs ? 0 : Math.floor((talkMs - firstReserveMs) / MINUTE_MS) + 1;
  const post = extraMinutes(prices, wholeSeconds(talkMs));
  const nextReserveMs = firstReserveMs + reserve * MINUTE_MS;
  // A minute has started with its first whole second: 300.999 s of talk are 300 s and cost no further minute.
  const nextPostMs = (paidSeconds(prices, post) + 1) * 1000;
  return { reserve, post, nextAtMs: Math.min(nextReserveMs, nextPostMs) };
}
