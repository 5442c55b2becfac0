/** One side of a call as a script: what the business says, event by event, and what the brain makes of it. */
import type { Brief } from "../../src/calls/brief.ts";
import { matterOf } from "../../src/conversation/brain/matter.ts";
import { newState } from "../../src/conversation/brain/state.ts";
import type { State } from "../../src/conversation/brain/state.ts";
import { step } from "../../src/conversation/brain/step.ts";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";

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
    state: newState(matterOf({ brief, assistant })),
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

export function goalOfCall(call: Call): Extract<BrainMove, { type: "goal" }> | undefined {
  return call.moves.findLast((move) => move.type === "goal");
}

export function hungUp(call: Call): boolean {
  return call.moves.some((move) => move.type === "hang_up");
}

export function askedAgent(call: Call): string[] {
  return call.moves.flatMap((move) => (move.type === "ask_agent" ? [move.question] : []));
}
