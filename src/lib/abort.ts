/** Waits that end early: with a signal, or when the time is over. What was waited for goes on by itself. */

/** Settles like the work, or rejects with the signal's reason as soon as it is aborted. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const giveUp = (): void => aborted.reject(reasonOf(signal));
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** The same, or rejects with the sentence once so much time has passed. */
export async function within<T>(
  work: Promise<T>,
  limitMs: number,
  late: () => string,
  signal: AbortSignal | null = null,
): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new Error(late())), limitMs);
  try {
    const timed = Promise.race([work, over.promise]);
    return await (signal === null ? timed : orAborted(timed, signal));
  } finally {
    clearTimeout(timer);
  }
}

/** Why it was aborted, as an Error whatever it was aborted with. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason ?? "given up"));
}
