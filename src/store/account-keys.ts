/**
 * The keys of accounts, for the operator's hand beside a running appliance. The appliance sees at its next request that
 * somebody else has written (keys.ts), so that a key that was revoked here no longer works there.
 */
import type { KeyView } from "../billing/operations.ts";
import { newId } from "../lib/ids.ts";
import { keyTable } from "./keys.ts";
import { openBeside } from "./open-beside.ts";
import { sessionTable } from "./sessions.ts";

export type AccountKeys = {
  /** Null for a key that does not work, or belongs to one call. */
  readonly accountOf: (key: string, nowMs: number) => string | null;
  readonly isAccount: (accountId: string) => boolean;
  readonly list: (accountId: string) => readonly KeyView[];
  readonly create: (accountId: string, name: string, nowMs: number) => { readonly key: string; readonly keyId: string };
  /** False when the account has no such key. Who signed in with it is signed out. */
  readonly revoke: (accountId: string, keyId: string, nowMs: number) => boolean;
  readonly close: () => void;
};

/** Throws one sentence when there is no such database, or it is one of another version. */
export function openAccountKeys(folder: string): AccountKeys {
  const db = openBeside(folder);
  const keys = keyTable(db);
  const sessions = sessionTable(db);
  const account = db.prepare<[string], number>("SELECT 1 FROM account WHERE account_id = ?").pluck();
  const revoke = db.transaction((accountId: string, keyId: string, nowMs: number) => {
    if (!keys.revoke(accountId, keyId, nowMs)) return false;
    sessions.endThoseOf(keyId);
    return true;
  });
  return {
    accountOf(key, nowMs) {
      const holder = keys.find(key, nowMs);
      return holder?.kind === "account" ? holder.accountId : null;
    },
    isAccount: (accountId) => account.get(accountId) !== undefined,
    list: (accountId) => keys.list(accountId),
    create(accountId, name, nowMs) {
      const keyId = newId("key");
      const key = keys.issue({ keyId, holder: { accountId }, name, createdAtMs: nowMs, expiresAtMs: null });
      return { key, keyId };
    },
    revoke: (accountId, keyId, nowMs) => revoke.immediate(accountId, keyId, nowMs),
    close: () => void db.close(),
  };
}
