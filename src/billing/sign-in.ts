/** In and out of the account page: with a key of the account or a one-time link, for as long as a session lives. */
import type { DeskContext } from "../calls/desk-context.ts";
import type { PageOperations } from "./operations.ts";

const SESSION_LIFE_MS = 12 * 60 * 60 * 1000;

export function signIns({ store, clock }: DeskContext): Pick<PageOperations, "signIn" | "readSession" | "signOut"> {
  const sessionFor = (accountId: string, keyId: string | null): { session: string; expiresAtMs: number } => {
    const expiresAtMs = clock.wallMs() + SESSION_LIFE_MS;
    store.sessions.prune(clock.wallMs());
    return { session: store.sessions.issue("session", { accountId, keyId }, expiresAtMs), expiresAtMs };
  };
  return {
    signIn(credential) {
      return store.atomically(() => {
        if ("link" in credential) {
          const accountId = store.sessions.consume("link", credential.link, clock.wallMs());
          return accountId === null ? null : sessionFor(accountId, null);
        }
        const holder = store.keys.find(credential.key, clock.wallMs());
        return holder?.kind === "account" ? sessionFor(holder.accountId, holder.keyId) : null;
      });
    },
    readSession: (session) => store.sessions.find("session", session, clock.wallMs()),
    signOut: (session) => void store.atomically(() => store.sessions.consume("session", session, clock.wallMs())),
  };
}
