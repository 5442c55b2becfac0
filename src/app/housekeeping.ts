/** What the appliance does for itself beside the calls, again and again until it is closed. */
import type { Clock, Timers } from "../lib/clock.ts";
import { untilBackupMs } from "../store/nightly.ts";

const HOUR_MS = 60 * 60_000;

export type House = {
  readonly verify: () => unknown;
  readonly backUp: {
    /** Null: never. */
    readonly at: string | null;
    readonly newestMs: () => number | null;
    readonly make: () => Promise<void>;
  };
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onError: (error: unknown, what: string) => void;
};

/** Verifies what is stored at once, which also ends the start's own work, and then every hour; backs up every night. */
export function keepHouse({ verify, backUp, clock, timers, onError }: House): { readonly end: () => void } {
  let [cancelLook, cancelBackUp] = [() => {}, () => {}];
  let ended = false;

  function look(): void {
    cancelLook = timers.after(HOUR_MS, look);
    try {
      verify();
    } catch (error) {
      onError(error, "what is stored could not be verified just now");
    }
  }

  function awaitNight(at: string): void {
    const waitMs = untilBackupMs(at, new Date(clock.wallMs()), backUp.newestMs());
    // Looked at anew every hour: the clock may be set meanwhile.
    if (waitMs > HOUR_MS) cancelBackUp = timers.after(HOUR_MS, () => awaitNight(at));
    else cancelBackUp = timers.after(waitMs, () => void night(at));
  }

  async function night(at: string): Promise<void> {
    try {
      await backUp.make();
    } catch (error) {
      onError(error, "no backup could be made");
    }
    // Not twice in the same minute.
    if (!ended) cancelBackUp = timers.after(HOUR_MS, () => awaitNight(at));
  }

  look();
  if (backUp.at !== null) awaitNight(backUp.at);
  return {
    end() {
      ended = true;
      cancelLook();
      cancelBackUp();
    },
  };
}
