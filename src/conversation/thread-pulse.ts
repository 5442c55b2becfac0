/**
 * Whether a thread still goes round. It beats by itself (`BEAT_MS`), and we look as often; too many looks in a row
 * without a beat, and it hangs: a loop without end, a library that does not return.
 *
 * Looks are counted, not milliseconds, and each comes after what was in our own queue: while we ourselves are held up, or
 * the whole process is frozen, time passes but no look does, and no thread is taken for dead because nobody listened.
 */
export const BEAT_MS = 1000;

/** Found within 4 s: its calls have to be over within 5. */
const MOST_SILENT_LOOKS = 4;

export type Pulse = { beat(): void; stop(): void };

/** Calls `onStopped` once, unless it is stopped before. */
export function watchPulse(lookEveryMs: number, onStopped: () => void): Pulse {
  let silentLooks = 0;
  let pending: NodeJS.Immediate | null = null;
  const looks = setInterval(() => {
    pending = setImmediate(look);
  }, lookEveryMs);

  function look(): void {
    silentLooks += 1;
    if (silentLooks < MOST_SILENT_LOOKS) return;
    stop();
    onStopped();
  }

  function stop(): void {
    clearInterval(looks);
    if (pending !== null) clearImmediate(pending);
  }

  return {
    beat: () => {
      silentLooks = 0;
    },
    stop,
  };
}
