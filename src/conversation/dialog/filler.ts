/**
 * The one phrase of a turn that is said when a reply is long in coming, so that nobody asks into the silence whether we
 * are still there. It is said once they have been silent for so long, while not a word of the reply is there: what is
 * about to sound needs no announcement. Never into anything that may become speech of theirs.
 */
import type { Brain } from "../ports.ts";

const FILLER_AFTER_MS = 900;
/** Who has waited longer than usual for the end of their turn has thought for no longer than usual: words may be near. */
const THOUGHT_LEAST_MS = 400;

export type Filler = {
  /** Resolves with the phrase when it is due; never, when it is not. */
  readonly due: Promise<string>;
  /** Looks whether it is. `quiet`: nobody makes a sound. */
  look(nowMs: number, quiet: boolean): void;
  /** The reply has sounded, or is over. */
  end(): void;
};

/** The fillers of one call, in turn. Null for a mind that has none. */
export function fillersOf(brain: Brain): ((silentSinceMs: number, givenMs: number) => Filler) | null {
  let said = 0;
  if (brain.fillers === undefined) return null;
  return (silentSinceMs, givenMs) => {
    const dueMs = Math.max(silentSinceMs + FILLER_AFTER_MS, givenMs + THOUGHT_LEAST_MS);
    const { promise, resolve } = Promise.withResolvers<string>();
    let over = false;
    return {
      due: promise,
      look(nowMs, quiet) {
        if (over || !quiet || nowMs < dueMs || brain.isThinking?.() !== true) return;
        const lines = brain.fillers?.() ?? [];
        const line = lines[said % lines.length];
        if (line === undefined) return;
        over = true;
        said += 1;
        resolve(line);
      },
      end: () => void (over = true),
    };
  };
}
