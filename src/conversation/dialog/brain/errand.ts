/** Going from one errand to the next: they are told of it, and what became of the one before is kept. */
import { standingOf } from "./closing.ts";
import { isTold, say } from "./state.ts";
import type { State, Turn } from "./state.ts";

/** Tells them what else is to be done. False when the errand at hand is known to them. */
export function tellErrand(turn: Turn): boolean {
  if (isTold(turn.state)) return false;
  turn.state = withTold(turn.state, turn.state.at);
  say(turn, turn.state.assignment.goal.sentence, { type: "goal" });
  return true;
}

/** Goes on to the next errand that somebody has to carry out. False when there is none. */
export function nextErrand(turn: Turn): boolean {
  const { assignment, results, at } = turn.state;
  const next = assignment.errands.findIndex(({ kind }, i) => kind !== "find_out" && i !== at && results[i] === null);
  if (next < 0) return false;
  turn.state = movedTo(turn.state, next);
  return tellErrand(turn);
}

export function withTold(state: State, index: number): State {
  return { ...state, told: state.told.map((told, i) => told || i === index) };
}

/** The state with another errand at hand. Number and time of the one before are not those of this one. */
export function movedTo(state: State, next: number): State {
  const errand = state.assignment.errands[next];
  if (errand === undefined || next === state.at) return state;
  const { summary } = state.assignment.language;
  const { confirmation_number: number, appointment_time: time, ...others } = state.facts;
  const result = { ...standingOf(state, state.at), refused: state.refusedQuote };
  return {
    ...state,
    assignment: { ...state.assignment, goal: errand, wanted: errand.wanted },
    at: next,
    results: state.results.map((each, i) => (i === state.at ? result : each)),
    earlier: [
      ...state.earlier,
      ...(number === undefined ? [] : [summary.number(number.value)]),
      ...(time === undefined ? [] : [summary.time(time.value)]),
    ],
    facts: others,
    confirmedFacts: "",
    metQuotes: [],
    refusedQuote: null,
    approved: "",
    declined: "",
    choice: "",
    numberless: false,
    tries: { ...state.tries, doIt: 0, isItDone: 0, number: 0, otherTime: 0, wanted: 0, beforeYouGo: 0 },
  };
}
