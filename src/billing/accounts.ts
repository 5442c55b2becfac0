import type { DeskContext } from "../calls/desk-context.ts";
import { DECLINES_UNTIL_SUSPENDED } from "./money-in.ts";
import type { AccountRecord, KeyHolder } from "../calls/operations.ts";
import type { AccountRow } from "../calls/ports-store.ts";
import { Refusal } from "../calls/refusal.ts";

/** The account behind a key; a call's own key has none. */
export function accountOf(caller: KeyHolder): string {
  if (caller.kind === "account") return caller.accountId;
  throw new Refusal("invalid_key", "A call_key belongs to one demo call and to no account: send an account key.");
}

export function accountRecord(context: DeskContext, accountId: string): AccountRecord {
  const account = readAccount(context, accountId);
  return {
    accountId,
    ...context.store.ledger.balance(accountId),
    autoReload: account.autoReload && !isSuspended(account),
    topUpUrl: context.links.topUp(account.topUpToken),
    createdAtMs: account.createdAtMs,
  };
}

/** Turning it on again also lifts a suspension: the person has seen to the card. */
export function switchAutoReload(context: DeskContext, accountId: string, on: boolean): void {
  const { store } = context;
  store.atomically(() => {
    store.accounts.setAutoReload(accountId, on);
    if (on) store.accounts.clearDeclines(accountId);
  });
}

export function readAccount(context: DeskContext, accountId: string): AccountRow {
  const account = context.store.accounts.read(accountId);
  if (account === null) throw new Refusal("not_found", "There is no such account.");
  return account;
}

export function isSuspended(account: AccountRow): boolean {
  return account.declines >= DECLINES_UNTIL_SUSPENDED;
}
