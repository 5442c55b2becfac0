/** The end of the desk's day: no more calls are accepted, those under way end by themselves or by a goodbye. */
import type { Deadlines } from "./deadlines.ts";
import type { DeskContext } from "./desk-context.ts";

/** After the drain time: for the goodbye, then for the last findings. */
const DRAIN_GOODBYE_MS = 10_000;
/** From the goodbyes on: by then every call is over, and what could not be written is left to the next start. */
const DRAIN_LAST_MS = 25_000;

export class Draining {
  readonly #context: DeskContext;
  readonly #deadlines: Deadlines;
  readonly #over = Promise.withResolvers<void>();
  #begun = false;

  constructor(context: DeskContext, deadlines: Deadlines) {
    this.#context = context;
    this.#deadlines = deadlines;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** A call has changed: it may have been the last. */
  look(): void {
    if (this.#begun && this.#context.live.size === 0) this.#over.resolve();
  }

  /** Resolves when the last call has ended, after `drainSeconds` by a goodbye. */
  begin(): Promise<void> {
    const { live, settings, log } = this.#context;
    this.#begun = true;
    this.look();
    if (live.size === 0) return this.#over.promise;
    this.#deadlines.after(settings.drainSeconds * 1000, () => {
      for (const call of live.values()) call.wrapUp("service_restart", DRAIN_GOODBYE_MS);
    });
    this.#deadlines.after(settings.drainSeconds * 1000 + DRAIN_LAST_MS, () => {
      log.error({ call_ids: [...live.keys()] }, "calls that could not be written are left to the next start");
      this.#over.resolve();
    });
    return this.#over.promise;
  }
}
