/** One side of a call as a script: what the business says, event by event, and what the brain makes of it. */
import type { Brief } from "../../../src/calls/brief.ts";
import { assignmentOf } from "../../../src/conversation/dialog/brain/assignment.ts";
import { newState } from "../../../src/conversation/dialog/brain/state.ts";
import type { State } from "../../../src/conversation/dialog/brain/state.ts";
import { step } from "../../../src/conversation/dialog/brain/step.ts";
import type { BrainEvent, BrainMove } from "../../../src/conversation/ports.ts";

export type Call = {
  state: State;
  /** Every move so far. */
  readonly moves: BrainMove[];
  /** Gives the brain an event, answers what it says to it. */
  give(event: BrainEvent): string;
  /** The business says this. */
  hear(text: string): string;
};

export function callFor(brief: Brief, assistant = { name: "Ada", disclosure: true }): Call {
  const call: Call = {
    state: newState(assignmentOf({ brief, assistant })),
    moves: [],
    give(event) {
      const [state, moves] = step(call.state, event);
      call.state = state;
      call.moves.push(...moves);
      return moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
    },
    hear: (text) => call.give({ type: "heard", text, confidence: null }),
  };
  return call;
}

/** A call whose opening has been said. */
export function openedCall(brief: Brief): Call {
  const call = callFor(brief);
  call.give({ type: "opened", heard: "thank you for calling how can i help you" });
  return call;
}

export function findings(call: Call): Extract<BrainMove, { type: "finding" }>[] {
  return call.moves.filter((move) => move.type === "finding");
}

export function factOf(call: Call, fact: string): string | undefined {
  return call.moves.findLast((move) => move.type === "fact" && move.fact === fact)?.type === "fact"
    ? (
        call.moves.findLast((move) => move.type === "fact" && move.fact === fact) as Extract<
          BrainMove,
          { type: "fact" }
        >
      ).value
    : undefined;
}

/** What was last claimed of the errands together, and the conclusion; undefined before there is one. */
export function goalOfCall(call: Call) {
  return verdictOf(call.moves, call.state.assignment.errands.length);
}

export function verdictOf(moves: readonly BrainMove[], errands = 1) {
  const last = moves.findLast((move) => move.type === "conclusion");
  if (last === undefined) return undefined;
  const claims = Array.from({ length: errands }, (_, index) =>
    moves.findLast((move) => move.type === "errand" && move.index === index),
  ).map((move) => (move?.type === "errand" ? move : { reached: false, quotes: [] }));
  const { summary, nextSteps } = last;
  const quotes = claims.flatMap((claim) => claim.quotes);
  return { met: claims.every(({ reached }) => reached), quotes, summary, nextSteps };
}

/** It wants to hang up, and has not said anything else since. */
export function hungUp(call: Call): boolean {
  return call.moves.at(-1)?.type === "hang_up";
}

export function askedAgent(call: Call): string[] {
  return call.moves.flatMap((move) => (move.type === "ask_agent" ? [move.question] : []));
}
