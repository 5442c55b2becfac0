/** Delays as an argument, like the clock: the desk's waits run on these, and a test moves them by hand. */
export interface Timers {
  /** Runs `run` once, after `delayMs` of monotonic time. The returned function cancels it; twice is harmless. */
  after(delayMs: number, run: () => void): () => void;
}
