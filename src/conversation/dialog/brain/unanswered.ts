/** The agent has said nothing: what becomes of what the business asked for. */
import type { Unanswered } from "../../ports.ts";
import { leave } from "./closing.ts";
import { lead } from "./lead.ts";
import { placeOfPending, say, tried } from "./state.ts";
import type { Turn } from "./state.ts";

/** There is no answer to any of what was asked: whether things go on without it is for them to say, unless they have. */
export function unanswered(turn: Turn, why: Unanswered | undefined): void {
  const { state } = turn;
  const { texts } = state.assignment.language;
  if (state.pending === null) return;
  const place = placeOfPending(state);
  // Nobody has agreed to it, and nobody will be asked again.
  turn.state = { ...state, pending: null, beside: [], declined: state.approved, approved: "" };
  if (state.offered) tried(turn, "doIt");
  switch (why) {
    case undefined:
      return say(turn, texts.noAnswer, { type: "go_on" });
    case "cannot_wait":
      return say(turn, texts.cannotWait, { type: "go_on" });
    case "call_back":
      return callBack(turn);
    case "needless":
      turn.state = {
        ...turn.state,
        passed: turn.state.passed.map((each, i) => (i < place ? each : { ...each, needless: true })),
      };
      turn.said.push(texts.goOnWithout);
      return lead(turn, { manners: false });
  }
}

/** We are to call again. */
export function callBack(turn: Turn): void {
  turn.state = { ...turn.state, callsBack: true };
  leave(turn, turn.state.assignment.language.texts.willCallBack);
}
