/** How long nobody may say anything until something is due, and what then: `turn/silence-timeouts.ts` for one call. */
import { nextQuiet, silenceTimeouts, wait } from "./turn/silence-timeouts.ts";
import type { BrainEvent } from "./ports.ts";
import type { QuietMeans, SilenceEvent, SilenceTimeouts } from "./turn/silence-timeouts.ts";

export type QuietDeps = {
  readonly nowMs: () => number;
  /** Null: no quiet is waited for. */
  readonly expect: (afterMs: number | null) => void;
  /** While something else decides: its own time to wait for, null for none. Undefined: as usual. */
  readonly instead: () => number | null | undefined;
};

export class Quiet {
  readonly #deps: QuietDeps;
  #timeouts: SilenceTimeouts;
  #means: QuietMeans = "nothing";

  constructor(deps: QuietDeps) {
    this.#deps = deps;
    this.#timeouts = silenceTimeouts(deps.nowMs());
  }

  /**
   * What the brain is to be told when the quiet that was last expected has come; null: nothing. `reassure`: they wait for
   * an answer of the agent, and hear of us.
   */
  due(quietMs: number): BrainEvent | "leave" | "reassure" | null {
    switch (this.#means) {
      case "open":
        return { type: "opened", heard: null };
      case "prompt":
        return { type: "silence", silentMs: quietMs };
      case "reassure":
      case "leave":
        return this.#means;
      case "nothing":
        return null;
    }
  }

  begin(): void {
    this.#timeouts = silenceTimeouts(this.#deps.nowMs());
  }

  be(event: SilenceEvent): void {
    this.#timeouts = wait(this.#timeouts, event, this.#deps.nowMs());
    this.expect();
  }

  expect(): void {
    const { afterMs, means } = nextQuiet(this.#timeouts, this.#deps.nowMs());
    this.#means = means;
    const instead = this.#deps.instead();
    this.#deps.expect(instead === undefined ? afterMs : instead);
  }
}
