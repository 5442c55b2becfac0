/** The reasons not to place a call, each group at its place in the order of contract section 3. */
import type { Brief } from "./brief.ts";
import type { Floor } from "./floor.ts";
import { checkCaps, objected } from "./policy/caps.ts";
import type { PolicyVerdict } from "./ports-policy.ts";
import { Refusal } from "./refusal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const RETRY_SOON_S = 10;

export type Asked = {
  readonly brief: Brief;
  readonly demoNumber: boolean;
  readonly nowMs: number;
};

/** 403. What is only configured is the policy's to know; what is stored is asked here. */
export function refuseByPolicy(floor: Floor, accountId: string | null, { brief, demoNumber, nowMs }: Asked): void {
  if (accountId !== null) refuseFrozen(floor, accountId);
  const verdict = policyVerdict(floor, { brief, demoNumber, nowMs });
  if (verdict !== null) refuse(verdict);
}

/** What holds for everybody, whoever asks; null when the call may be placed. */
export function policyVerdict(
  { store, checkPolicy }: Floor,
  { brief, demoNumber, nowMs }: Asked,
): PolicyVerdict | null {
  const verdict = checkPolicy({ brief, demo: demoNumber, nowMs });
  if (verdict !== null) return verdict;
  if (store.doNotCall.has(brief.phone)) return objected("phone");
  return brief.transferTo !== null && store.doNotCall.has(brief.transferTo) ? objected("transfer_to") : null;
}

function refuseFrozen(floor: Floor, accountId: string): void {
  const why = floor.store.accounts.read(accountId)?.frozen ?? null;
  if (why === null) return;
  throw new Refusal("account_suspended", `${why} No calls can be placed until the operator has lifted this.`);
}

/** 403 for one number called too often, then 429: how often an account may call. */
export function refuseByCaps(floor: Floor, accountId: string, { brief, demoNumber, nowMs }: Asked): void {
  const { calls } = floor.store;
  const today = nowMs - (nowMs % DAY_MS);
  const counts = {
    toThisNumberToday: calls.countToNumberSince(accountId, brief.phone, today),
    running: calls.countUnended(accountId),
    today: calls.countSince(accountId, today),
    lastMinute: calls.countSince(accountId, nowMs - MINUTE_MS + 1),
    secondsLeftToday: Math.ceil((today + DAY_MS - nowMs) / 1000),
  };
  const verdict = checkCaps(floor.settings.limits, counts, demoNumber);
  if (verdict !== null) refuse(verdict);
}

function refuse({ code, message, details }: PolicyVerdict): never {
  throw new Refusal(code, message, details);
}

/** 503, before any row or hold exists. */
export function refuseUnready(
  floor: Floor,
  { draining, demoNumber }: { draining: boolean; demoNumber: boolean },
): void {
  if (draining) {
    throw new Refusal("draining", "The appliance is shutting down. Send the same request again in a minute.", {
      retryAfterSeconds: 60,
    });
  }
  if (!demoNumber && !floor.settings.trunkConfigured) {
    throw new Refusal(
      "trunk_not_configured",
      `This appliance has no telephone trunk, so only the demo number ${floor.settings.demo.phone} can be called. Ask the operator to configure trunk.host.`,
    );
  }
  const database = floor.store.notReady();
  if (database !== null) {
    throw new Refusal("database_unavailable", `${database} Send the same request again later.`, {
      retryAfterSeconds: RETRY_SOON_S,
    });
  }
  const pbx = floor.pbx.notReady();
  if (pbx !== null) {
    throw new Refusal("pbx_unavailable", `${pbx} Send the same request again later.`, {
      retryAfterSeconds: RETRY_SOON_S,
    });
  }
}
