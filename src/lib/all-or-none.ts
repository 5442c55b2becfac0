/**
 * Starts two things at once. Waits for both also when one fails, so that whatever the other has started is owned by
 * somebody before the failure is told.
 */
export async function allOrNone<A, B>(both: readonly [Promise<A>, Promise<B>]): Promise<readonly [A, B]> {
  await Promise.allSettled(both);
  return Promise.all(both);
}
