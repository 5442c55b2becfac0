/** Whether the database's file is sound, as far as the start waits for it. */
import { checkDone, noteCheckDue } from "../store/check-file.ts";
import type { Timers } from "../lib/clock.ts";

/** Everything else of the start is done by then. */
const WAIT_MS = 1000;

export type FileVerdictParts = {
  readonly folder: string;
  /** A sentence when the file is damaged. */
  readonly verdict: Promise<string | null>;
  /** It turns out to be damaged when the appliance serves already. */
  readonly onDamaged: (why: string) => void;
  readonly timers: Timers;
};

/** Rejects with a sentence for a damaged file; resolves when it is sound, or is still being looked at. */
export async function awaitFileVerdict({ folder, verdict, onDamaged, timers }: FileVerdictParts): Promise<void> {
  const late = Promise.withResolvers<"late">();
  const cancel = timers.after(WAIT_MS, () => late.resolve("late"));
  const found = await Promise.race([verdict, late.promise]);
  cancel();
  if (found === null) return;
  if (found !== "late") throw new Error(found);
  noteCheckDue(folder);
  void verdict.then((damage) => (damage === null ? checkDone(folder) : onDamaged(damage)));
}
