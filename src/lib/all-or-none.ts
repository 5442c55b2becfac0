/**
 * Starts things at once. Waits for all of them also when one fails, so that whatever the others have started is owned by
 * somebody before the failure is told; `giveUp` is aborted with the first failure, so that they need not be finished.
 */
export async function allOrNone<Parts extends readonly Promise<unknown>[] | []>(
  parts: Parts,
  giveUp: AbortController = new AbortController(),
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  for (const part of parts) part.catch((cause: unknown) => giveUp.abort(cause));
  const settled = await Promise.allSettled(parts);
  // The first failure in time: those after it may only have been given up for it.
  if (settled.some(({ status }) => status === "rejected")) throw giveUp.signal.reason;
  return Promise.all(parts);
}
