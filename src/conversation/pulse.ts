/**
 * Whether somebody still lives who has to give a sign now and then: a thread, which beats by itself (`BEAT_MS`), or the
 * exchange, which is asked. Too many looks in a row without a sign, and it hangs: a loop without end, a library that does
 * not return, a socket that is half open.
 *
 * Looks are counted, not milliseconds, and each comes after what was in our own queue: while we ourselves are held up, or
 * the whole process is frozen, time passes but no look does, and nobody is taken for dead because nobody listened.
 */
export const BEAT_MS = 1000;

/** A thread that hangs is found within 4 s: its calls have to be over within 5. */
const MOST_SILENT_LOOKS = 4;

export type Pulse = { beat(): void; stop(): void };

export type PulseOptions = {
  readonly mostSilentLooks?: number;
  /** At each look that finds it alive. */
  readonly onLook?: () => void;
};

/** Calls `onStopped` once, unless it is stopped before. */
export function watchPulse(
  lookEveryMs: number,
  onStopped: () => void,
  { mostSilentLooks = MOST_SILENT_LOOKS, onLook }: PulseOptions = {},
): Pulse {
  let silentLooks = 0;
  let pending: NodeJS.Immediate | null = null;
  const looks = setInterval(() => {
    pending = setImmediate(look);
  }, lookEveryMs);

  function look(): void {
    silentLooks += 1;
    if (silentLooks < mostSilentLooks) return onLook?.();
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
