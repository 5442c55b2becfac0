/** Suspended accounts, for the operator's hand beside a running appliance. */
import { openBeside } from "./open-beside.ts";

export type Suspensions = {
  readonly list: () => readonly { readonly accountId: string; readonly why: string }[];
  /** From then on the account may place calls. */
  readonly lift: (accountId: string) => "lifted" | "not suspended" | "unknown";
  readonly close: () => void;
};

/** Throws one sentence when there is no such database, or it is one of another version. */
export function openSuspensions(folder: string): Suspensions {
  const db = openBeside(folder);
  const list = db.prepare<[], { accountId: string; why: string }>(
    "SELECT account_id AS accountId, frozen AS why FROM account WHERE frozen IS NOT NULL ORDER BY created_at_ms",
  );
  const present = db.prepare<[string], number>("SELECT 1 FROM account WHERE account_id = ?").pluck();
  const lift = db.prepare("UPDATE account SET frozen = NULL WHERE account_id = ? AND frozen IS NOT NULL");
  return {
    list: () => list.all(),
    lift(accountId) {
      if (lift.run(accountId).changes === 1) return "lifted";
      return present.get(accountId) === undefined ? "unknown" : "not suspended";
    },
    close: () => void db.close(),
  };
}
