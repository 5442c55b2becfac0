/**
 * How long a thread keeps its own timers waiting: what any frame, request or event of it may have had to wait besides. A
 * timer of our own instead of Node's histogram: that one loses what happens in the moment it is read.
 */
const EVERY_MS = 20;

export type LoopDelay = {
  /** The longest since it was last asked. */
  takeLongestMs(): number;
  stop(): void;
};

export function watchLoopDelay(nowMs: () => number = () => performance.now()): LoopDelay {
  let dueMs = nowMs() + EVERY_MS;
  let longestMs = 0;
  const timer = setInterval(() => {
    const now = nowMs();
    longestMs = Math.max(longestMs, now - dueMs);
    dueMs = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return {
    takeLongestMs() {
      const longest = Math.max(0, longestMs);
      longestMs = 0;
      return longest;
    },
    stop: () => clearInterval(timer),
  };
}
