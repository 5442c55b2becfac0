/** Who wants to know when a call changes. Told after the commit, so that what they then read is on the disk. */
export class Watchers {
  readonly #listeners = new Map<string, Set<() => void>>();

  add(callId: string, listener: () => void): () => void {
    const own = (): void => listener();
    const listeners = this.#listeners.get(callId) ?? new Set();
    listeners.add(own);
    this.#listeners.set(callId, listeners);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(callId) === listeners) this.#listeners.delete(callId);
    };
  }

  tell(callId: string): void {
    const listeners = this.#listeners.get(callId);
    if (listeners === undefined) return;
    for (const listener of Array.from(listeners)) listener();
  }
}
