import type { Timers } from "../lib/clock.ts";

/** The waits of one lifetime: each can be called off alone, all end together, and after that none begins. */
export class Deadlines {
  readonly #timers: Timers;
  readonly #running = new Set<() => void>();
  #over = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  after(delayMs: number, run: () => void): () => void {
    if (this.#over) return () => {};
    const cancel = this.#timers.after(delayMs, () => {
      this.#running.delete(cancel);
      run();
    });
    this.#running.add(cancel);
    return () => {
      this.#running.delete(cancel);
      cancel();
    };
  }

  end(): void {
    this.#over = true;
    for (const cancel of this.#running) cancel();
    this.#running.clear();
  }
}
