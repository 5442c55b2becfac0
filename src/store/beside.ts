/** What `outdial verify` does beside an appliance, which may run. */
import type { Database } from "better-sqlite3";
import type { Verification } from "../calls/ports-store.ts";
import { openBeside } from "./open-beside.ts";
import { isOwned } from "./open.ts";
import { reported, verify } from "./verify.ts";

export type VerifyOrder = {
  /** Everything, and SQLite's own check of the file; else what came since the last check that found nothing wrong. */
  readonly all: boolean;
  /** The operator has taken note of commits that were lost: they are not named any more. */
  readonly noted: boolean;
  /** How long a call can be under way; one that is older is held by nobody, and without an appliance none is held. */
  readonly longestCallMs: number;
  readonly nowMs: number;
};

/** What `outdial verify` finds. */
export function verifyBeside(folder: string, { all, noted, longestCallMs, nowMs }: VerifyOrder): Verification {
  const db = openBeside(folder);
  try {
    const file = all ? fileProblems(db) : [];
    if (noted) db.prepare("UPDATE lost_commits SET noted_at_ms = ? WHERE noted_at_ms IS NULL").run(nowMs);
    const underWay = isOwned(folder) ? { placedSinceMs: nowMs - longestCallMs } : new Set<string>();
    const scope = all ? "all" : "new";
    // A reader keeps no appliance from writing; how far it has come is for the appliance to remember.
    const found = db.transaction(() => verify(db, { scope, underWay })).deferred();
    const { problems, ...looked } = reported(found);
    return { problems: [...file, ...problems], ...looked };
  } finally {
    db.close();
  }
}

/** What SQLite says of the file itself. */
export function fileProblems(db: Database): readonly string[] {
  const lines = db.prepare<[], string>("PRAGMA integrity_check(3)").pluck().all();
  return lines.length === 1 && lines[0] === "ok" ? [] : lines.map((line) => `the file is damaged (${line})`);
}
