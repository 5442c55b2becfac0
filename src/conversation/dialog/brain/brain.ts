/**
 * The embedded brain: rules, no model, no network. It answers in well under a millisecond, so it is also what takes
 * over when another brain fails in mid-call.
 */
import { newId } from "../../../lib/ids.ts";
import type { Brain, BrainBrief, BrainEvent, BrainMove, HistoryEntry, BrainFactory } from "../../ports.ts";
import { anchored } from "./anchor.ts";
import { afterCut } from "./cut.ts";
import { assignmentOf, openingLine, sentencesOf } from "./assignment.ts";
import { givesSecretAway } from "../../../language/en/secrets.ts";
import { passesForAPerson } from "../model/speech-rules.ts";
import { resumed } from "./resume.ts";
import { newState } from "./state.ts";
import type { State } from "./state.ts";
import { step } from "./step.ts";

/** It works out the errands by itself. */
type OwnBrief = Omit<BrainBrief, "errands">;
type EmbeddedBrains = BrainFactory & { begin(brief: OwnBrief, history: readonly HistoryEntry[]): Brain };

/** `newQuestionId` names the questions put to the agent; they must not be guessable from one another. */
export function embeddedBrains(newQuestionId: () => string = () => newId("q")): EmbeddedBrains {
  return {
    begin: (brief: OwnBrief, history: readonly HistoryEntry[]): Brain =>
      new EmbeddedBrain(brief, history, newQuestionId),
  };
}

/** Moves on their way to whoever carries them out; `taken` of them are with him. */
type Given = { readonly moves: readonly BrainMove[]; taken: number };

const NOTHING: Given = { moves: [], taken: 0 };

class EmbeddedBrain implements Brain {
  readonly #fresh: State;
  readonly #takenOver: readonly HistoryEntry[];
  readonly #newQuestionId: () => string;
  #state: State | null = null;
  #given = NOTHING;
  /** What was there before the last event. */
  #previous: { readonly state: State | null; readonly given: Given } = { state: null, given: NOTHING };

  constructor(brief: OwnBrief, history: readonly HistoryEntry[], newQuestionId: () => string) {
    this.#fresh = newState(assignmentOf(brief));
    this.#takenOver = history;
    this.#newQuestionId = newQuestionId;
  }

  openingLine(): string {
    return openingLine(this.#fresh.assignment);
  }

  async *respond(event: BrainEvent, history: readonly HistoryEntry[], signal: AbortSignal): AsyncGenerator<BrainMove> {
    const [before, learnt] = this.#state === null ? resumed(this.#fresh, this.#takenOver, event) : [this.#state, []];
    const [state, made] = step(behindScreener(afterCut(before, history), event, history), event);
    const moves = made.map((move) => sayable(move, state));
    const owed = stillOwed(this.#given, state);
    const given: Given = { moves: [...owed, ...anchored([...learnt, ...moves], event, history)], taken: 0 };
    this.#previous = { state: this.#state, given: { moves: owed, taken: 0 } };
    this.#state = state;
    this.#given = given;
    for (const move of given.moves) {
      if (signal.aborted) return;
      given.taken += 1;
      yield move.type === "ask_agent" ? { ...move, questionId: this.#newQuestionId() } : move;
    }
  }

  retract(): void {
    this.#state = this.#previous.state;
    this.#given = this.#previous.given;
  }
}

/** Told to end while a machine asks who calls: nobody has taken the call. */
function behindScreener(state: State, event: BrainEvent, history: readonly HistoryEntry[]): State {
  const last = history.findLast(({ role }) => role === "line");
  const screened = event.type === "wrap_up" && last?.role === "line" && last.state === "screening";
  return screened ? { ...state, ending: "screened" } : state;
}

/** Whatever the request has in its fields: nothing that passes for a person is said, and no card's number. */
function sayable(move: BrainMove, { assignment }: State): BrainMove {
  if (move.type !== "say") return move;
  const may = (sentence: string): boolean =>
    !passesForAPerson(sentence, "en") && !givesSecretAway(sentence, [], "", []);
  if (may(move.text)) return move;
  const text = sentencesOf(move.text).filter(may).join(" ");
  return { type: "say", text: text === "" ? assignment.language.texts.notKnown : text };
}

/**
 * Of a reply that was cut short, what nobody has heard of: its words are lost, but what we learnt from the business, the
 * question to the agent that we wait for and the verdict are not.
 */
function stillOwed({ moves, taken }: Given, { pending }: State): BrainMove[] {
  return moves.slice(taken).filter(({ type }) => {
    if (type === "ask_agent") return pending !== null;
    return /^(finding|fact|errand|conclusion|objected)$/.test(type);
  });
}
