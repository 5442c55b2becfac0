/** Every decision of a simulation, from one seed: the same seed is the same story. */
import { createRandom } from "../scenarios/line/random.ts";

export class Chance {
  readonly #next: () => number;
  /** Of every number that was drawn: two stories that agree here have taken the same way. */
  #trace = 0;

  constructor(seed: number) {
    this.#next = createRandom(seed);
  }

  get trace(): number {
    return this.#trace;
  }

  /** True so often: 0 never, 1 always. */
  maybe(share: number): boolean {
    return this.#draw() < share;
  }

  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#draw() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.between(0, from.length - 1)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  }

  /** One of these, each as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.#draw() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new Error("the weights add up to nothing");
  }

  #draw(): number {
    const drawn = this.#next();
    this.#trace = (Math.imul(this.#trace, 31) + Math.floor(drawn * 2 ** 32)) | 0;
    return drawn;
  }
}
