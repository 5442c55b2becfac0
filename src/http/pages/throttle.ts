/**
 * A few wrong guesses a minute for each client address, and so many from all of them: for passphrases and keys typed
 * into forms. What is right costs nothing, so that an operator may approve a hundred set-ups in a row.
 */
import type { Clock } from "../../lib/clock.ts";

const WINDOW_MS = 60_000;
const WRONG = 10;
/** Addresses are cheap: what they guess together is bounded too. Also bounds how many are remembered. */
const WRONG_IN_ALL = 600;

export type Guesses = {
  /** False when this address, or everybody together, has guessed wrong too often for now. */
  allowed(address: string): boolean;
  wrong(address: string): void;
};

export function throttle(clock: Clock): Guesses {
  const byAddress = new Map<string, number>();
  let inAll = 0;
  let endsAtMs = -Infinity;
  return {
    allowed(address) {
      if (clock.monotonicMs() >= endsAtMs) {
        byAddress.clear();
        inAll = 0;
      }
      return inAll < WRONG_IN_ALL && (byAddress.get(address) ?? 0) < WRONG;
    },
    wrong(address) {
      if (inAll === 0) endsAtMs = clock.monotonicMs() + WINDOW_MS;
      inAll += 1;
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    },
  };
}
