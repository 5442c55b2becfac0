/**
 * What follows the last word of a call. The line may go; the brain still sums up, if it has not, and looks back on what
 * was said, each within a deadline. What it fails at here costs that, not the call.
 */
import type { Logger } from "pino";
import type { EndReason } from "../../calls/vocabulary.ts";
import { orAborted } from "../../lib/abort.ts";
import type { Told } from "../conversation-parts.ts";
import type { Brain, BrainNote, HistoryEntry } from "../ports.ts";
import { withDisagreements } from "./disagreements.ts";
import { isNote } from "./notebook.ts";
import type { Notebook } from "./notebook.ts";
import { withUnconfirmed } from "./unconfirmed.ts";

export type LastThoughts = {
  readonly brain: Brain;
  /** Why it ended, as it is told. */
  readonly ending: EndReason;
  /** The brain has not summed up, and somebody spoke. */
  readonly owesConclusion: boolean;
  readonly heardWords: boolean;
  /** BCP-47. */
  readonly language: string;
  readonly history: () => readonly HistoryEntry[];
  readonly notebook: () => Notebook;
  readonly note: (note: BrainNote) => void;
  readonly tell: (event: Told) => void;
  readonly log: Pick<Logger, "warn">;
  /** Aborted when the thread ends: what has been found is all there will be. */
  readonly hurry: AbortSignal;
};

const CONCLUDE_WITHIN_MS = 1500;
/** Somebody waits for what the call came to. */
const LOOK_BACK_WITHIN_MS = 5000;
const GIVEN_UP_WITHIN_MS = 250;
const BESIDES_MS = 500;

/** Tells that the line may go, what was found, more of it where there is more, and that this was all. */
export async function thinkAfterwards(last: LastThoughts): Promise<void> {
  const { ending, tell, log } = last;
  const told = (): Notebook => {
    const history = last.history();
    return withUnconfirmed(withDisagreements(last.notebook(), history), history, last.language);
  };
  tell({ type: "parted", reason: ending, finishesWithinMs: CONCLUDE_WITHIN_MS + LOOK_BACK_WITHIN_MS + BESIDES_MS });
  if (last.owesConclusion) {
    await conclude(last).catch((cause: unknown) => log.warn({ err: cause }, "the brain could not sum up"));
  }
  tell({ type: "findings", findings: told() });
  const more = last.heardWords
    ? await lookBack(last).catch((cause: unknown) => {
        log.warn({ err: cause }, "the brain could not look back on the call");
        return [];
      })
    : [];
  for (const note of more) last.note(note);
  if (more.length > 0) tell({ type: "findings", findings: told() });
  tell({ type: "finished", reason: ending });
}

/** The line went before the brain had summed up: it still may. Only its notes are taken. */
async function conclude({ brain, ending: reason, history, note }: LastThoughts): Promise<void> {
  const signal = AbortSignal.timeout(CONCLUDE_WITHIN_MS);
  for await (const move of brain.respond({ type: "wrap_up", reason }, history(), signal)) {
    if (isNote(move)) note(move);
  }
}

/** What the whole of the call holds beyond its notes. Rejects when that is not to be had in time. */
async function lookBack({ brain, history, hurry }: LastThoughts): Promise<readonly BrainNote[]> {
  if (brain.lookBack === undefined || hurry.aborted) return [];
  const signal = AbortSignal.any([hurry, AbortSignal.timeout(LOOK_BACK_WITHIN_MS)]);
  // Who is given up settles at once, and has counted what it used; who does not is left behind.
  return orAborted(brain.lookBack(history(), signal), AbortSignal.timeout(LOOK_BACK_WITHIN_MS + GIVEN_UP_WITHIN_MS));
}
