/** The account page of somebody who is signed in: balance and ledger, auto-reload, keys. */
import { newId } from "../lib/ids.ts";
import type { DeskContext } from "../calls/desk-context.ts";
import { accountRecord, isSuspended, readAccount, switchAutoReload } from "./accounts.ts";
import type { AccountPage, PageOperations } from "./operations.ts";

const LEDGER_ROWS = 50;

export function accountPages(
  context: DeskContext,
): Pick<PageOperations, "readAccountPage" | "switchAutoReload" | "createKey" | "renameKey" | "revokeKey"> {
  const { store, clock } = context;
  return {
    readAccountPage: (accountId, ledgerBefore) => readAccountPage(context, accountId, ledgerBefore),
    switchAutoReload: (accountId, on) => switchAutoReload(context, accountId, on),

    createKey(accountId, name) {
      return store.atomically(() => {
        readAccount(context, accountId);
        const keyId = newId("key");
        const createdAtMs = clock.wallMs();
        const key = store.keys.issue({ keyId, holder: { accountId }, name, createdAtMs, expiresAtMs: null });
        return { key, keyId };
      });
    },
    renameKey: (accountId, keyId, name) => store.atomically(() => store.keys.rename(accountId, keyId, name)),
    revokeKey: (accountId, keyId) =>
      store.atomically(() => {
        if (!store.keys.revoke(accountId, keyId, clock.wallMs())) return false;
        store.sessions.endThoseOf(keyId);
        return true;
      }),
  };
}

function readAccountPage(context: DeskContext, accountId: string, ledgerBefore: number | null): AccountPage {
  const { store, payments } = context;
  const account = readAccount(context, accountId);
  const rows = store.ledger.rows(accountId, ledgerBefore, LEDGER_ROWS + 1);
  const ledger = rows.slice(0, LEDGER_ROWS);
  return {
    account: accountRecord(context, accountId),
    provider: payments.provider,
    cardSaved: account.card !== null,
    autoReloadSuspended: isSuspended(account)
      ? "Auto-reload is suspended, because the card was declined three times. Top up to save another card, or switch it on again."
      : null,
    frozen: account.frozen,
    ledger,
    ledgerBefore: rows.length > LEDGER_ROWS ? (ledger.at(-1)?.seq ?? null) : null,
    keys: store.keys.list(accountId),
  };
}
