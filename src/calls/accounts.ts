import type { Floor } from "./floor.ts";
import { DECLINES_UNTIL_SUSPENDED } from "./money-in.ts";
import type { AccountRecord, KeyHolder } from "./operations.ts";
import { PAGE_PATHS } from "./operations-pages.ts";
import type { AccountRow } from "./ports-store.ts";
import { Refusal } from "./refusal.ts";

/** The account behind a key; a call's own key has none. */
export function accountOf(caller: KeyHolder): string {
  if (caller.kind === "account") return caller.accountId;
  throw new Refusal("invalid_key", "A call_key belongs to one demo call and to no account: send an account key.");
}

export function accountRecord(floor: Floor, accountId: string): AccountRecord {
  const account = readAccount(floor, accountId);
  return {
    accountId,
    ...floor.store.ledger.balance(accountId),
    autoReload: account.autoReload && !isSuspended(account),
    topUpUrl: floor.settings.baseUrl() + PAGE_PATHS.topUp(account.topUpToken),
    createdAtMs: account.createdAtMs,
  };
}

/** Turning it on again also lifts a suspension: the person has seen to the card. */
export function switchAutoReload(floor: Floor, accountId: string, on: boolean): void {
  const { store } = floor;
  store.atomically(() => {
    store.accounts.setAutoReload(accountId, on);
    if (on) store.accounts.clearDeclines(accountId);
  });
}

export function readAccount(floor: Floor, accountId: string): AccountRow {
  const account = floor.store.accounts.read(accountId);
  if (account === null) throw new Refusal("not_found", "There is no such account.");
  return account;
}

export function isSuspended(account: AccountRow): boolean {
  return account.declines >= DECLINES_UNTIL_SUSPENDED;
}
