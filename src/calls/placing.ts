/**
 * `POST /calls` from the policy on, in the order of contract section 3: 403, 429, 402, 503, 201. One transaction: what
 * is refused leaves nothing behind, what is accepted has its row, its hold and its keys together. The dial follows the
 * commit.
 */
import { rfc3339 } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { Brief } from "./brief.ts";
import { tellFact, tellRefused } from "./call-facts.ts";
import type { DeskContext } from "./desk-context.ts";
import { LiveCall } from "./live-call.ts";
import type { Caller, PlaceReply } from "./operations.ts";
import type { NewCall } from "./ports-store.ts";
import { PRICES } from "../billing/pricing.ts";
import { notYetAsked } from "./questions.ts";
import { refuseByCaps, refuseByPolicy, refuseOverBudget, refuseUnready, refuseWithoutSeat } from "./admission.ts";
import { BASE_SLOT } from "../billing/settle.ts";
import { needSetup, readClaim, type Claim } from "../billing/setup-claim.ts";
import { Refusal } from "./refusal.ts";
import { failpoint } from "../lib/failpoint.ts";

const CALL_KEY_LIFE_MS = 24 * 60 * 60 * 1000;

/** Places the call, or says why not; what is refused is told too. */
export function placeCall(
  context: DeskContext,
  draining: boolean,
  caller: Caller,
  brief: Brief,
  code: string | null,
): PlaceReply {
  try {
    const reply = decide(context, draining, caller, brief, code);
    if (reply.kind === "needs_setup") tellRefused(context, reply.because);
    return reply;
  } catch (error) {
    if (error instanceof Refusal) tellRefused(context, error.code);
    throw error;
  }
}

function decide(
  context: DeskContext,
  draining: boolean,
  caller: Caller,
  brief: Brief,
  code: string | null,
): PlaceReply {
  if (caller.kind === "call") {
    throw new Refusal(
      "invalid_key",
      "A call_key belongs to one demo call and cannot place another: send an account key.",
    );
  }
  const { store, settings, clock } = context;
  return store.atomically(() => {
    const nowMs = clock.wallMs();
    const claim = readClaim(context, caller, brief, code, nowMs);
    const accountId = caller.kind === "account" ? caller.accountId : claim.kind === "ready" ? claim.accountId : null;
    const demoNumber = brief.phone === settings.demo.phone;

    const asked = { brief, demoNumber, nowMs };
    refuseByPolicy(context, accountId, asked);
    if (accountId !== null) refuseByCaps(context, accountId, asked);
    if (caller.kind === "anonymous") refuseOverBudget(context, caller.address);

    const who = accountId ?? (caller.kind === "anonymous" ? caller.address : "");
    const day = utcDay(nowMs);
    const free = demoNumber && store.demoUse.count(who, day) < settings.demo.callsPerDay;
    const needs = { brief, accountId, askedBy: who };
    if (!free && accountId === null) {
      return needSetup(context, claim, { ...needs, because: demoNumber ? "demo_limit" : "no_key" }, nowMs);
    }
    if (!free && accountId !== null && availableCents(context, accountId) < PRICES.answeredCents) {
      return needSetup(context, claim, { ...needs, because: "insufficient_funds" }, nowMs);
    }

    refuseUnready(context, { draining, demoNumber });
    refuseWithoutSeat(context, { keyless: accountId === null });

    const call: NewCall = {
      callId: newId("call"),
      accountId,
      brief,
      route: demoNumber ? "demo" : "trunk",
      free,
      prices: PRICES,
      createdAtMs: nowMs,
      questions: notYetAsked(brief.questions),
    };
    store.calls.insert(call);
    if (free) store.demoUse.add(who, day);
    else hold(context, call);
    const keys = issueKeys(context, caller, claim, call);
    store.afterCommit(() => begin(context, call));
    failpoint("call.accepted");
    return { kind: "calling", callId: call.callId, ...keys };
  });
}

function hold(context: DeskContext, call: NewCall): void {
  const { accountId, callId, prices, createdAtMs } = call;
  if (
    accountId === null ||
    !context.store.ledger.hold(accountId, callId, BASE_SLOT, prices.answeredCents, createdAtMs)
  ) {
    throw new Error("the balance was enough a moment ago in the same transaction");
  }
}

/** The account's first key, for a call placed with a completed set-up; a key for this call alone, when there is no other. */
function issueKeys(
  context: DeskContext,
  caller: Caller,
  claim: Claim,
  call: NewCall,
): { readonly accountKey: string | null; readonly callKey: string | null } {
  const { keys, setups } = context.store;
  const { callId, accountId, createdAtMs } = call;
  if (claim.kind === "ready") setups.use(claim.setup.setupId, callId);
  if (caller.kind !== "anonymous") return { accountKey: null, callKey: null };
  const keyId = newId("key");
  if (accountId !== null) {
    const holder = { accountId };
    return {
      accountKey: keys.issue({ keyId, holder, name: "First key", createdAtMs, expiresAtMs: null }),
      callKey: null,
    };
  }
  const expiresAtMs = createdAtMs + CALL_KEY_LIFE_MS;
  return { accountKey: null, callKey: keys.issue({ keyId, holder: { callId }, name: null, createdAtMs, expiresAtMs }) };
}

function begin(context: DeskContext, call: NewCall): void {
  failpoint("call.committed");
  const live = new LiveCall(call, context);
  context.live.set(call.callId, live);
  tellFact(context, call.callId, { type: "placed", route: call.route, free: call.free });
  live.begin();
}

function availableCents(context: DeskContext, accountId: string): number {
  const { balanceCents, heldCents } = context.store.ledger.balance(accountId);
  return balanceCents - heldCents;
}

/** The calendar day in UTC, by which free demo calls are counted. */
export function utcDay(wallMs: number): string {
  return rfc3339(wallMs).slice(0, 10);
}
