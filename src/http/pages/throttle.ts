/** A few tries a minute for each client address: for passphrases and keys typed into forms. */
import type { Clock } from "../../lib/clock.ts";

const TRIES = 10;
const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

/** Counts a try; false when this address has had its tries for now. */
export function throttle(clock: Clock): (address: string) => boolean {
  const tries = new Map<string, { count: number; untilMs: number }>();
  return (address) => {
    const nowMs = clock.monotonicMs();
    const known = tries.get(address);
    if (known !== undefined && known.untilMs > nowMs) {
      known.count += 1;
      return known.count <= TRIES;
    }
    if (tries.size >= REMEMBERED) tries.clear();
    tries.set(address, { count: 1, untilMs: nowMs + WINDOW_MS });
    return true;
  };
}
