/**
 * The embedded brain: rules, no model, no network. It answers in well under a millisecond, so it is also what takes
 * over when another brain fails in mid-call.
 */
import { newId } from "../../lib/ids.ts";
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry, Thinker } from "../ports.ts";
import { anchored } from "./anchor.ts";
import { afterCut } from "./cut.ts";
import { matterOf, openingLine } from "./matter.ts";
import { resumed } from "./resume.ts";
import { newState } from "./state.ts";
import type { State } from "./state.ts";
import { step } from "./step.ts";

/** `newQuestionId` names the questions put to the agent; they must not be guessable from one another. */
export function embeddedThinker(newQuestionId: () => string = () => newId("q")): Thinker {
  return {
    begin: (brief: BrainBrief, history: readonly HistoryEntry[]): Brain =>
      new EmbeddedBrain(brief, history, newQuestionId),
  };
}

class EmbeddedBrain implements Brain {
  readonly #fresh: State;
  readonly #takenOver: readonly HistoryEntry[];
  readonly #newQuestionId: () => string;
  #state: State | null = null;
  #previous: State | null = null;

  constructor(brief: BrainBrief, history: readonly HistoryEntry[], newQuestionId: () => string) {
    this.#fresh = newState(matterOf(brief));
    this.#takenOver = history;
    this.#newQuestionId = newQuestionId;
  }

  openingLine(): string {
    return openingLine(this.#fresh.matter);
  }

  async *respond(event: BrainEvent, history: readonly HistoryEntry[], signal: AbortSignal): AsyncGenerator<BrainMove> {
    const [before, learnt] = this.#state === null ? resumed(this.#fresh, this.#takenOver, event) : [this.#state, []];
    const [state, moves] = step(afterCut(before, history), event);
    this.#previous = this.#state;
    this.#state = state;
    for (const move of anchored([...learnt, ...moves], event, history)) {
      if (signal.aborted) return;
      yield move.type === "ask_agent" ? { ...move, questionId: this.#newQuestionId() } : move;
    }
  }

  retract(): void {
    this.#state = this.#previous;
  }
}
