/**
 * Time as an argument. The domain never reads a clock itself; whoever owns a lifetime passes one in,
 * so that a test can say what time it is.
 */
export interface Clock {
  /** Wall-clock milliseconds since the epoch: for what people read (created_at, quiet hours). May jump. */
  wallMs(): number;
  /** Milliseconds that only ever grow: for durations and deadlines. Its zero has no meaning. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** RFC 3339 UTC with milliseconds, the one form in which the API writes a time. */
export function rfc3339(wallMs: number): string {
  return new Date(wallMs).toISOString();
}

/** Delays as an argument too: who waits does it on these, and a test moves them by hand. */
export interface Timers {
  /** Runs `run` once, after `delayMs` of monotonic time. The returned function cancels it; twice is harmless. */
  after(delayMs: number, run: () => void): () => void;
}

/** For what both reads the time and waits. */
export interface Time extends Clock, Timers {}

export const systemTimers: Timers = {
  after(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

export const systemTime: Time = { ...systemClock, ...systemTimers };
