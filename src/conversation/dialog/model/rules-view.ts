/**
 * What the rules make of the same call: the net below the model. They read the history as if they had led the call, so
 * they know what the request covers, what was agreed to, and when the agent would have to be asked. Their step takes well
 * under a millisecond.
 */
import { assignmentOf, openingLine } from "../brain/assignment.ts";
import { embeddedBrains } from "../brain/brain.ts";
import { isElsewhen } from "../brain/closing.ts";
import { resumed } from "../brain/resume.ts";
import { newState } from "../brain/state.ts";
import type { State } from "../brain/state.ts";
import { step } from "../brain/step.ts";
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";

export type RulesView = {
  readonly openingLine: string;
  readonly assignment: State["assignment"];
  /** Our opening; empty when they ask us to wait before it, null when their greeting wants another answer than that. */
  opening(heard: string | null): readonly BrainMove[] | null;
  /** What they would ask the agent instead of agreeing to what was just said; null when they would not. */
  wouldAsk(history: readonly HistoryEntry[], event: BrainEvent): string | null;
  /** The errand that is at hand was agreed on for another time than the request says, and the agent has not agreed. */
  isElsewhen(history: readonly HistoryEntry[], errand: number): boolean;
  /** The rules themselves, as they would go on from here. */
  brain(history: readonly HistoryEntry[]): Brain;
};

export function rulesView(brief: BrainBrief, newQuestionId: () => string): RulesView {
  const fresh = newState(assignmentOf(brief));
  const line = openingLine(fresh.assignment);

  return {
    openingLine: line,
    assignment: fresh.assignment,
    opening(heard) {
      const [, moves] = step(fresh, { type: "opened", heard });
      const ours = moves.some((move) => move.type === "say" && move.text === line);
      return ours || moves.length === 0 ? moves : null;
    },
    wouldAsk(history, event) {
      const [before] = resumed(fresh, history, event);
      const [after, moves] = step(before, event);
      const asked = moves.find((move) => move.type === "ask_agent");
      if (asked?.type === "ask_agent") return asked.question;
      const offered = after.facts.appointment_time;
      // Asked once more for the right time, before anybody is asked about another one.
      if (offered === undefined || !isElsewhen(after)) return null;
      return after.assignment.language.texts.alternative(offered.quote);
    },
    isElsewhen(history, errand) {
      const [state] = resumed(fresh, history, { type: "still_waiting", waitedMs: 0 });
      return state.at === errand && isElsewhen(state);
    },
    brain: (history) => embeddedBrains(newQuestionId).begin(brief, history),
  };
}
