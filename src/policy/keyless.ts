/**
 * How much may be asked without a key: by one address, and by all together, so that strangers never use the machine up.
 * Each has so many requests a minute, and five minutes' worth may come at once: an agent that tries things out is not
 * abuse, one that never stops is. (The generic cell rate algorithm: for each address one number, the moment at which
 * what it has asked for would have been due at its rate.)
 */
const MINUTE_MS = 60_000;
const AT_ONCE_MS = 5 * MINUTE_MS;

export type KeylessLimits = { readonly perAddress: number; readonly inAll: number };

export class KeylessBudget {
  readonly #limits: KeylessLimits;
  readonly #dueMs = new Map<string, number>();
  #dueInAllMs = -Infinity;
  #sweptMs = -Infinity;

  constructor(limits: KeylessLimits) {
    this.#limits = limits;
  }

  /** Counts one request; null, or after how many seconds one is allowed again. Times on the monotonic clock. */
  take(address: string, nowMs: number): number | null {
    this.#sweep(nowMs);
    const own = after(this.#dueMs.get(address), nowMs, this.#limits.perAddress);
    const all = after(this.#dueInAllMs, nowMs, this.#limits.inAll);
    const tooMuchMs = Math.max(own, all) - nowMs - AT_ONCE_MS;
    if (tooMuchMs > 0) return Math.ceil(tooMuchMs / 1000);
    this.#dueMs.set(address, own);
    this.#dueInAllMs = all;
    return null;
  }

  /** How many addresses are remembered: those that have asked for more than their rate lately. */
  get size(): number {
    return this.#dueMs.size;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < MINUTE_MS) return;
    this.#sweptMs = nowMs;
    for (const [address, dueMs] of this.#dueMs) if (dueMs <= nowMs) this.#dueMs.delete(address);
  }
}

function after(dueMs: number | undefined, nowMs: number, perMinute: number): number {
  return Math.max(dueMs ?? nowMs, nowMs) + MINUTE_MS / perMinute;
}
