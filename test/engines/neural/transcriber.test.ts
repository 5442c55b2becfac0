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
    listen(_sampleRateHz, sound, onWords) {
      changes.push(`listen ${sound.length}`);
      onWords("so far");
      return {
        number: 7,
        hear: (more) => void changes.push(`hear ${more.length}`),
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

it("sends the sound while it is spoken to a streaming model, and then asks for its words", async () => {
  const { orders, changes, client } = engine({ type: "text", id: 1, text: "Hello.", waitedMs: 0, workedMs: 1 });
  const told: string[] = [];
  const transcriber = neuralTranscriber(client, 8000, (text) => told.push(text));
  transcriber.restart?.(new Int16Array(240));
  transcriber.append?.(new Int16Array(160));
  transcriber.transcribe(new Int16Array(400), "pause");
  expect(orders).toEqual([{ type: "transcribe", sampleRateHz: 8000, urgency: "pause", live: 7 }]);
  transcriber.transcribe(new Int16Array(80), "final");
  expect(orders[1]).toEqual({ type: "transcribe", sampleRateHz: 8000, urgency: "final" });
  transcriber.restart?.(new Int16Array(160));
  transcriber.restart?.(new Int16Array(0));
  transcriber.append?.(new Int16Array(40));
  expect(changes).toEqual(["listen 240", "hear 160", "listen 160", "cancelled", "listen 40"]);
  expect(told).toEqual(["so far", "so far", "so far"]);
});

it("has a turn judged", async () => {
  const { orders, client } = engine({ type: "turn", id: 1, finished: 0.7 });
  expect(await neuralTurnJudge(client)(new Int16Array(80), 8000)).toBe(0.7);
  expect(orders).toEqual([{ type: "judge_turn", sampleRateHz: 8000 }]);
});
