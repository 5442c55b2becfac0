/**
 * One commit for all who ask in the same moment. The wait for the disk is most of what a small transaction costs, and
 * it is the same for one as for twenty: so requests that arrive together wait once. Each is a part of its own, which
 * fails alone; none hears of its success before the commit that holds it is on the disk.
 */
import type { Work } from "./work.ts";

type Part = {
  /** Does the work; answers how to tell whoever asked, once it is on the disk. */
  readonly attempt: () => () => void;
  readonly fail: (error: unknown) => void;
};

/** The first of a commit should not wait for the work of hundreds. */
const MOST = 32;

export class SharedCommit {
  readonly #work: Work;
  #waiting: Part[] = [];

  constructor(work: Work) {
    this.#work = work;
  }

  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const attempt = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ attempt, fail: reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const parts = this.#waiting.slice(0, MOST);
    this.#waiting = this.#waiting.slice(MOST);
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    const [alone, ...others] = parts;
    let told: readonly (() => void)[];
    const failures: (() => void)[] = [];
    try {
      // One alone needs no part of its own.
      told = this.#work.atomically(() =>
        alone !== undefined && others.length === 0 ? [alone.attempt()] : parts.flatMap((part) => this.#settle(part, failures)),
      );
    } catch (error) {
      for (const { fail } of parts) fail(error);
      return;
    }
    // Who was refused has the answer at once; what was accepted has dials behind it.
    for (const tell of [...failures, ...told]) tell();
  }

  #settle({ attempt, fail }: Part, failures: (() => void)[]): readonly (() => void)[] {
    try {
      return [this.#work.atomically(attempt)];
    } catch (error) {
      if (!this.#work.intact) throw error;
      failures.push(() => fail(error));
      return [];
    }
  }
}
