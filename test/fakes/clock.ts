import type { Clock, Timers } from "../../src/lib/clock.ts";

type Waiting = { readonly atMs: number; readonly order: number; readonly run: () => void };

/** A clock that stands still until the test moves it; what is due on the way runs in order, at its own moment. */
export class FakeClock implements Clock, Timers {
  #nowMs = 0;
  #wallSkewMs = 0;
  #order = 0;
  #waiting: Waiting[] = [];
  readonly #epochMs: number;

  constructor(start = "2026-03-02T10:00:00.000Z") {
    this.#epochMs = Date.parse(start);
  }

  wallMs(): number {
    return this.#epochMs + this.#nowMs + this.#wallSkewMs;
  }

  monotonicMs(): number {
    return 1_000_000 + this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const waiting = { atMs: this.#nowMs + Math.max(0, delayMs), order: (this.#order += 1), run };
    this.#waiting.push(waiting);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
    };
  }

  /** How many timers are running: none may be left when everything has ended. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Somebody sets the machine's clock: what people read changes, what lasts does not. */
  jump(ms: number): void {
    this.#wallSkewMs += ms;
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      const due = next;
      this.#waiting = this.#waiting.filter((one) => one !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = untilMs;
  }

  #next(untilMs: number): Waiting | undefined {
    return this.#waiting
      .filter((one) => one.atMs <= untilMs)
      .toSorted((a, b) => a.atMs - b.atMs || a.order - b.order)[0];
  }
}
