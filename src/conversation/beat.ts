/** The beat of a conversation's thread: tells now and then that the conversation lives, and notices when it was held up. */
import type { Told } from "./conversation-parts.ts";
import { RULES } from "./rules.ts";

export class Beat {
  readonly #tell: (event: Told) => void;
  #aliveMs = -Infinity;
  #lastMs: number;

  constructor(answeredMs: number, tell: (event: Told) => void) {
    this.#lastMs = answeredMs;
    this.#tell = tell;
  }

  /** `sinceMs`: since the answer. True when it comes so late that the thread, or the process, was held up or frozen. */
  strike(nowMs: number, sinceMs: number): boolean {
    if (nowMs - this.#aliveMs >= RULES.aliveMs) {
      this.#aliveMs = nowMs;
      this.#tell({ type: "alive", atMs: sinceMs });
    }
    const heldUp = nowMs - this.#lastMs > RULES.heldUpMs;
    this.#lastMs = nowMs;
    return heldUp;
  }
}
