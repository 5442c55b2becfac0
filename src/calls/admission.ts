/** The reasons not to place a call, each group at its place in the order of contract section 3. */
import type { Brief } from "./brief.ts";
import type { DeskContext } from "./desk-context.ts";
import { checkCaps, objected } from "../policy/caps.ts";
import type { NewCall } from "./ports-store.ts";
import type { PolicyVerdict } from "../policy/ports.ts";
import { Refusal } from "./refusal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const RETRY_SOON_S = 10;
/** Demo calls take a minute or two; of several, one ends sooner. */
const SEAT_SOON_S = 15;

export type Asked = {
  readonly brief: Brief;
  readonly demoNumber: boolean;
  readonly nowMs: number;
};

/** 403. What is only configured is the policy's to know; what is stored is asked here. */
export function refuseByPolicy(
  context: DeskContext,
  accountId: string | null,
  { brief, demoNumber, nowMs }: Asked,
): void {
  if (accountId !== null) refuseFrozen(context, accountId);
  const verdict = policyVerdict(context, { brief, demoNumber, nowMs });
  if (verdict !== null) refuse(verdict);
}

/** What holds for everybody, whoever asks; null when the call may be placed. */
export function policyVerdict(
  { store, checkPolicy }: DeskContext,
  { brief, demoNumber, nowMs }: Asked,
): PolicyVerdict | null {
  const verdict = checkPolicy({ brief, demo: demoNumber, nowMs });
  if (verdict !== null) return verdict;
  if (store.doNotCall.has(brief.phone)) return objected("phone");
  return brief.transferTo !== null && store.doNotCall.has(brief.transferTo) ? objected("transfer_to") : null;
}

/**
 * Half a sentence why a call under way may not be passed on to the number of its request; null when it may. The policy is
 * that of `phone`, asked again: hours have passed into quiet ones, an owner has objected.
 */
export function refusedTransfer(context: DeskContext, { brief, accountId, route }: NewCall): string | null {
  const { store, settings, clock, checkPolicy, pbx } = context;
  const number = brief.transferTo;
  if (number === null) return "none was given";
  const nowMs = clock.wallMs();
  const demoNumber = number === settings.demo.phone;
  // The demo number costs nobody anything: it opens no way to the telephone network.
  if (route === "demo" && !demoNumber) return "from the demo number only the demo number can be reached";
  if (!demoNumber && !settings.trunkConfigured) return "this appliance has no telephone trunk";
  const verdict = checkPolicy({ brief: { ...brief, phone: number, transferTo: null }, demo: demoNumber, nowMs });
  if (verdict !== null) return `policy does not allow it now (${verdict.code})`;
  if (store.doNotCall.has(number)) return "its owner asked not to be called";
  if (!demoNumber && accountId !== null) {
    const today = nowMs - (nowMs % DAY_MS);
    const { limits } = settings;
    const toIt = store.calls.countOfDay(accountId, today, number);
    if (toIt >= limits.callsPerNumberPerDay) return "it has been called too often today";
    const all = store.calls.countOfDay(accountId, today, null);
    if (all >= limits.callsPerAccountPerDay) return "this account has placed too many calls today";
  }
  return pbx.notReady(demoNumber ? "demo" : "trunk") === null ? null : "the telephone line is not ready";
}

function refuseFrozen(context: DeskContext, accountId: string): void {
  const why = context.store.accounts.read(accountId)?.frozen ?? null;
  if (why === null) return;
  throw new Refusal(
    "account_suspended",
    `${why} No calls can be placed until the operator has lifted this, with \`npm run account -- lift ${accountId}\`.`,
  );
}

/** 403 for one number called too often, then 429: how often an account may call. */
export function refuseByCaps(context: DeskContext, accountId: string, { brief, demoNumber, nowMs }: Asked): void {
  const { calls } = context.store;
  const today = nowMs - (nowMs % DAY_MS);
  const counts = {
    toThisNumberToday: calls.countOfDay(accountId, today, brief.phone),
    running: calls.countUnended(accountId),
    today: calls.countOfDay(accountId, today, null),
    lastMinute: calls.countSince(accountId, nowMs - MINUTE_MS + 1),
    secondsLeftToday: Math.ceil((today + DAY_MS - nowMs) / 1000),
  };
  const verdict = checkCaps(context.settings.limits, counts, demoNumber);
  if (verdict !== null) refuse(verdict);
}

/** 429 for whoever asks without a key. */
export function refuseOverBudget({ keyless, clock }: DeskContext, address: string): void {
  const waitSeconds = keyless.take(address, clock.monotonicMs());
  if (waitSeconds === null) return;
  throw new Refusal(
    "rate_limited",
    "Too many requests without a key have come from this address, or from everywhere. Wait as long as Retry-After says, or place calls with an account's key.",
    { retryAfterSeconds: waitSeconds },
  );
}

function refuse({ code, message, details }: PolicyVerdict): never {
  throw new Refusal(code, message, details);
}

/** 503, before any row or hold exists. */
export function refuseUnready(
  context: DeskContext,
  { draining, demoNumber }: { draining: boolean; demoNumber: boolean },
): void {
  if (draining) {
    throw new Refusal("draining", "The appliance is shutting down. Send the same request again in a minute.", {
      retryAfterSeconds: 60,
    });
  }
  if (!demoNumber && !context.settings.trunkConfigured) {
    throw new Refusal(
      "trunk_not_configured",
      `This appliance has no telephone trunk, so only the demo number ${context.settings.demo.phone} can be called. Ask the operator to configure trunk.host.`,
    );
  }
  const database = context.store.notReady();
  if (database !== null) {
    throw new Refusal("database_unavailable", `${database} Send the same request again later.`, {
      retryAfterSeconds: RETRY_SOON_S,
    });
  }
  const pbx = context.pbx.notReady(demoNumber ? "demo" : "trunk");
  if (pbx !== null) {
    throw new Refusal("pbx_unavailable", `${pbx} Send the same request again later.`, {
      retryAfterSeconds: RETRY_SOON_S,
    });
  }
  const engines = context.conversations.notReady();
  if (engines !== null) {
    throw new Refusal("engines_unavailable", `${engines} Send the same request again later.`, {
      retryAfterSeconds: RETRY_SOON_S,
    });
  }
}

/** The last 503: a seat for one more call. Asked in the transaction that takes it. */
export function refuseWithoutSeat(context: DeskContext, { keyless }: { keyless: boolean }): void {
  const full = noSeat(context);
  if (full !== null) {
    throw new Refusal(
      "at_capacity",
      `${full} Nothing was charged and no setup_code is used up: send the same request again in a while.`,
      { retryAfterSeconds: SEAT_SOON_S },
    );
  }
  const seats = context.capacity.seats();
  if (keyless && seats !== null && context.store.calls.countAllUnended().keyless >= keylessSeats(seats)) {
    throw new Refusal(
      "at_capacity",
      "The lines for demo calls without a key are all in use. Send the same request again when one has ended, or send it with an account's key.",
      { retryAfterSeconds: SEAT_SOON_S },
    );
  }
}

/** Null while there is a seat for one more call, else a sentence. */
export function noSeat({ capacity, store }: DeskContext): string | null {
  const seats = capacity.seats();
  const { all } = store.calls.countAllUnended();
  if (seats !== null && all >= seats) return "This appliance carries as many calls as it can.";
  // With nobody on the line there is nobody to be hurt, and one call tells how it goes.
  return all === 0 ? null : (capacity.strained?.() ?? null);
}

/** At most half: strangers who pay nothing never keep out those who do. A machine with one seat still has its demo. */
function keylessSeats(seats: number): number {
  return Math.max(1, Math.floor(seats / 2));
}
