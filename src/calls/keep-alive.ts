/**
 * Writes again and again that the calls under way are alive: a crash bills them to the last time this was written. Also
 * when nobody is on the line, because whether it can be written is news by itself.
 */
import type { Deadlines } from "./deadlines.ts";
import type { DeskContext } from "./desk-context.ts";
import { Refusal } from "./refusal.ts";

const EVERY_MS = 5_000;

export interface KeepAlive {
  /** Why nothing could be written at the last try; null when it could. */
  notReady(): string | null;
}

/** Goes on until the deadlines end. */
export function keepAlive({ store, live, clock, log }: DeskContext, deadlines: Deadlines): KeepAlive {
  let unwritable: string | null = null;
  const write = (): void => {
    deadlines.after(EVERY_MS, write);
    try {
      store.atomically(() => {
        for (const call of live.values()) call.writeAlive();
        store.replies.prune(clock.wallMs());
      });
      store.flushUses();
      unwritable = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unwritable = "The database cannot be written: check its disk and its rights.";
      log.warn({ err: error }, "the database cannot be written");
    }
  };
  deadlines.after(EVERY_MS, write);
  return { notReady: () => unwritable };
}
