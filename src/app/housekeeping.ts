/** What the appliance does for itself beside the calls, again and again until it is closed. */
import type { Timers } from "../lib/clock.ts";

const HOUR_MS = 60 * 60_000;

export type Housekeeping = { readonly end: () => void };

/** Verifies what is stored at once, which also ends the start's own work, and then every hour. */
export function keepHouse({
  verify,
  timers,
  onError,
}: {
  readonly verify: () => unknown;
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}): Housekeeping {
  let cancel: () => void = () => undefined;
  const look = (): void => {
    cancel = timers.after(HOUR_MS, look);
    try {
      verify();
    } catch (error) {
      onError(error);
    }
  };
  look();
  return { end: () => cancel() };
}
