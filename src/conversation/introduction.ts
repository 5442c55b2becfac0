/**
 * Whether they know who calls: a full sentence of ours has been played to a line that lives. Into one that carries no
 * sound it introduces nobody. Told once; what fails before that costs nothing.
 */
import type { Told } from "./conversation-parts.ts";

export class Introduction {
  readonly #tell: (event: Told) => void;
  #sentenceSaid = false;
  #told = false;

  constructor(tell: (event: Told) => void) {
    this.#tell = tell;
  }

  heard(words: string): void {
    this.#sentenceSaid ||= /[.!?]/.test(words);
  }

  /** `lives`: sound has come since the answer. */
  look(lives: boolean): void {
    if (this.#told || !this.#sentenceSaid || !lives) return;
    this.#told = true;
    this.#tell({ type: "introduced" });
  }
}
