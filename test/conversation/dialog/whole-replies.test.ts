import { expect, it } from "vitest";
import { wholeReplies } from "../../../src/conversation/dialog/whole-replies.ts";
import type { Brain, BrainMove } from "../../../src/conversation/ports.ts";

it("a reply without clauses is one sentence after the other, said at once when all is there, before what ends the call", async () => {
  const steps: string[] = [];
  const brain: Brain = {
    openingLine: () => "Hello.",
    retract: () => undefined,
    async *respond() {
      yield { type: "say", text: "Thank you," };
      steps.push("first");
      yield { type: "say", text: "and goodbye." };
      steps.push("second");
      yield { type: "hang_up" };
    },
  };
  const moves: BrainMove[] = [];
  const event = { type: "heard", text: "Bye.", confidence: null } as const;
  for await (const move of wholeReplies(brain).respond(event, [], new AbortController().signal)) {
    steps.push(move.type);
    moves.push(move);
  }
  expect(steps).toEqual(["first", "second", "say", "hang_up"]);
  expect(moves).toEqual([{ type: "say", text: "Thank you, and goodbye." }, { type: "hang_up" }]);
});
