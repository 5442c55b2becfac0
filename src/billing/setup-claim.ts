/**
 * The set-up code of a request (contract section 4): what it entitles to. Codes are bound to the exact call that the
 * person saw, live 24 h, and place one call.
 */
import type { Brief } from "../calls/brief.ts";
import type { DeskContext } from "../calls/desk-context.ts";
import { newId } from "../lib/ids.ts";
import type { Caller, PlaceReply } from "../calls/operations.ts";
import type { SetupRow } from "./ports-setups.ts";
import { Refusal } from "../calls/refusal.ts";

export const SETUP_LIFE_MS = 24 * 60 * 60 * 1000;
/**
 * Set-ups that wait for a person, for one account or one address. Whoever asks on gets a set-up all the same, and the
 * oldest link gives way: a refusal would shut out everybody behind that address, and of a hundred links the newest are
 * those that somebody may still open.
 */
export const MOST_OPEN_SETUPS = 100;

export type Claim =
  | { readonly kind: "none" }
  /** Known, but the person has not confirmed yet. */
  | { readonly kind: "open"; readonly setup: SetupRow; readonly code: string }
  /** Confirmed: entitles to place this call on this account. */
  | { readonly kind: "ready"; readonly setup: SetupRow; readonly accountId: string };

type NeedsSetup = Extract<PlaceReply, { kind: "needs_setup" }>;

/** Unknown and expired codes, and those of other people, are `none`: the answer is then a fresh set-up. */
export function readClaim(
  context: DeskContext,
  caller: Caller,
  brief: Brief,
  code: string | null,
  nowMs: number,
): Claim {
  if (code === null) return { kind: "none" };
  const setup = context.store.setups.byCode(code);
  if (setup === null || !mayUse(caller, setup)) return { kind: "none" };
  if (setup.state === "used") {
    throw new Refusal(
      "setup_code_used",
      "This setup_code has already placed its call. Leave it out; send the account's key as bearer key instead.",
      { param: "setup_code" },
    );
  }
  if (setup.expiresAtMs <= nowMs) return { kind: "none" };
  if (JSON.stringify(setup.brief) !== JSON.stringify(brief)) {
    throw new Refusal(
      "setup_code_mismatch",
      "This setup_code was made for another call. Send exactly the request it was made for, or leave setup_code out.",
      { param: "setup_code" },
    );
  }
  if (setup.state === "completed" && setup.accountId !== null) {
    return { kind: "ready", setup, accountId: setup.accountId };
  }
  return { kind: "open", setup, code };
}

/** A first call's code needs no key; a top-up's code is worth nothing without a key of its account. */
function mayUse(caller: Caller, setup: SetupRow): boolean {
  switch (caller.kind) {
    case "anonymous":
      return setup.kind === "first_call";
    case "account":
      return setup.accountId === caller.accountId;
    case "call":
      return false;
  }
}

export type SetupRequest = {
  readonly brief: Brief;
  readonly accountId: string | null;
  /** The account, else the address. */
  readonly askedBy: string;
  readonly because: NeedsSetup["because"];
};

/** The same set-up again while it waits for the person, else a fresh one. */
export function needSetup(context: DeskContext, claim: Claim, request: SetupRequest, nowMs: number): NeedsSetup {
  const code = claim.kind === "open" ? claim.code : freshSetup(context, request, nowMs);
  const setupUrl = context.links.setup(context.store.setups.tokenOf(code));
  return { kind: "needs_setup", setupUrl, setupCode: code, because: request.because };
}

function freshSetup({ store }: DeskContext, { brief, accountId, askedBy }: SetupRequest, nowMs: number): string {
  const code = store.setups.create({
    setupId: newId("setup"),
    kind: accountId === null ? "first_call" : "top_up",
    accountId,
    askedBy,
    brief,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + SETUP_LIFE_MS,
  });
  store.setups.prune(nowMs);
  store.setups.keepNewest(askedBy, MOST_OPEN_SETUPS);
  return code;
}
