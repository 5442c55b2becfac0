/**
 * The writes of one running call, in order. Normally each is committed at once; while the database cannot be written
 * (disk full, read-only) they wait here and are tried again, so that a call that is being talked on neither dies nor
 * forgets.
 */
import type { DeskContext } from "./desk-context.ts";
import { Refusal } from "./refusal.ts";

const RETRY_MS = 1_000;

type Write = {
  readonly work: () => void;
  /** Written in place of a work that can never be written. */
  readonly instead: ((cause: unknown) => void) | null;
};

export class Backlog {
  readonly #context: DeskContext;
  readonly #callId: string;
  #waiting: Write[] = [];
  #cancelRetry: (() => void) | null = null;
  #flushing = false;

  constructor(context: DeskContext, callId: string) {
    this.#context = context;
    this.#callId = callId;
  }

  /** Writes are waiting: what is read from the database is behind the call. */
  get behind(): boolean {
    return this.#waiting.length > 0;
  }

  write(work: () => void, instead: ((cause: unknown) => void) | null = null): void {
    this.#waiting.push({ work, instead });
    this.#flush();
  }

  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  #flush(): void {
    if (this.#flushing) return;
    this.stop();
    this.#flushing = true;
    try {
      for (let next = this.#waiting[0]; next !== undefined && this.#commit(next); next = this.#waiting[0]) {
        this.#waiting.shift();
      }
    } finally {
      this.#flushing = false;
    }
  }

  /** False when the database cannot be written just now; another try is then under way. */
  #commit({ work, instead }: Write): boolean {
    const { store, log, timers } = this.#context;
    try {
      store.atomically(() => {
        work();
        store.afterCommit(() => this.#context.changed(this.#callId));
      });
    } catch (error) {
      if (error instanceof Refusal && error.code === "database_unavailable") {
        log.error({ call_id: this.#callId, waiting: this.#waiting.length }, "the call cannot be written, trying again");
        this.#cancelRetry = timers.after(RETRY_MS, () => this.#flush());
        return false;
      }
      // A fault of ours in this one write: repeating it would hold up everything behind it.
      log.error({ call_id: this.#callId, err: error }, "a change of a call could not be written");
      if (instead !== null) this.#waiting.splice(1, 0, { work: () => instead(error), instead: null });
    }
    return true;
  }
}
