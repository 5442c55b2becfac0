/** When a delivery that was not taken is tried again: soon at first, then ever later, for a day. */

const FIRST_MS = 5_000;
const GROWTH = 3;
const MOST_MS = 4 * 3_600_000;
/** A quarter more or less, so that those who failed together do not come back together. */
const JITTER = 0.25;
const GIVE_UP_MS = 24 * 3_600_000;

export type Failed = {
  /** When the first try of this round was made. */
  readonly begunAtMs: number;
  /** Made so far, the one that failed just now included. */
  readonly tries: number;
  readonly nowMs: number;
  /** What the receiver has asked for; null when nothing. */
  readonly askedMs: number | null;
};

/** Null: never again. `random` is from 0 to 1. */
export function retryAt({ begunAtMs, tries, nowMs, askedMs }: Failed, random: number): number | null {
  const backoff = Math.min(MOST_MS, FIRST_MS * GROWTH ** Math.min(tries - 1, 20));
  const jittered = backoff * (1 + JITTER * (2 * random - 1));
  const atMs = Math.round(nowMs + Math.max(jittered, Math.min(askedMs ?? 0, MOST_MS)));
  return atMs - begunAtMs > GIVE_UP_MS ? null : atMs;
}
