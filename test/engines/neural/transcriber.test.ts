/** What the ear asks of the engine process, and what it makes of its answers. */
import { expect, it } from "vitest";
import type { Delivered, EngineClient, NewOrder } from "../../../src/engines/neural/client.ts";
import { neuralTranscriber, neuralTurnJudge } from "../../../src/engines/neural/transcriber.ts";

function engine(answer: Delivered["answer"]) {
  const orders: NewOrder[] = [];
  const changes: string[] = [];
  const client: EngineClient = {
    order(order) {
      orders.push(order);
      return {
        done: Promise.resolve({ answer, sound: new Int16Array(0) }),
        promote: (urgency) => void changes.push(urgency),
        cancel: () => void changes.push("cancelled"),
      };
    },
    close: () => undefined,
  };
  return { orders, changes, client };
}

it("orders words in the hurry they are needed in", async () => {
  const { orders, changes, client } = engine({ type: "text", id: 1, text: "Hello.", waitedMs: 0, workedMs: 1 });
  const placed = neuralTranscriber(client, 8000).transcribe(new Int16Array(80), "pause");
  expect(orders).toEqual([{ type: "transcribe", sampleRateHz: 8000, urgency: "pause" }]);
  expect(await placed.done).toEqual({ text: "Hello.", confidence: null });
  placed.promote();
  placed.cancel();
  expect(changes).toEqual(["final", "cancelled"]);
});

it("has a turn judged", async () => {
  const { orders, client } = engine({ type: "turn", id: 1, finished: 0.7 });
  expect(await neuralTurnJudge(client)(new Int16Array(80), 8000)).toBe(0.7);
  expect(orders).toEqual([{ type: "judge_turn", sampleRateHz: 8000 }]);
});
