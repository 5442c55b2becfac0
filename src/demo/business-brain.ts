/** The fictional business behind the same port as the assistant: what answers the demo number. */
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "../conversation/ports.ts";
import { confirmationNumber } from "./business-number.ts";
import { greet, newTalk, respond, silent } from "./business-talk.ts";
import type { Talk } from "./business-talk.ts";
import type { Business } from "./business.ts";

/** The same seed gives the same confirmation number. */
export function businessBrain(business: Business, seed: string): Brain {
  return new BusinessBrain(newTalk(business, confirmationNumber(business.confirmation.pattern, seed)));
}

class BusinessBrain implements Brain {
  #talk: Talk;
  #previous: Talk;

  constructor(talk: Talk) {
    this.#talk = talk;
    this.#previous = talk;
  }

  openingLine(): string {
    return this.#talk.business.greeting;
  }

  async *respond(event: BrainEvent, _history: readonly HistoryEntry[], signal: AbortSignal): AsyncGenerator<BrainMove> {
    this.#previous = this.#talk;
    const [talk, moves] = next(this.#talk, event);
    this.#talk = talk;
    for (const move of moves) {
      if (signal.aborted) return;
      yield move;
    }
  }

  retract(): void {
    this.#talk = this.#previous;
  }
}

function next(talk: Talk, event: BrainEvent): readonly [Talk, readonly BrainMove[]] {
  switch (event.type) {
    case "opened":
      return greet(talk);
    case "heard":
      return respond(talk, event.text);
    case "silence":
      return silent(talk);
    case "wrap_up":
      return [
        { ...talk, stage: "over" },
        talk.stage === "talking"
          ? [{ type: "say", text: talk.business.goodbye }, { type: "hang_up" }]
          : [{ type: "hang_up" }],
      ];
    case "answered":
    case "answer_expired":
    case "still_waiting":
    case "connecting":
    case "transfer_answered":
    case "transfer_failed":
      return [talk, []];
  }
}
