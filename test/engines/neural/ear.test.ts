import { describe, expect, it } from "vitest";
import type { HearingEvent } from "../../../src/conversation/ports.ts";
import type { Delivered, EngineClient } from "../../../src/engines/neural/client.ts";
import { NeuralEar } from "../../../src/engines/neural/ear.ts";

const RATE = 8000;

type Asked = {
  readonly ms: number;
  urgency: string;
  cancelled: boolean;
  readonly answer: (text: string) => Promise<void>;
  readonly fail: () => Promise<void>;
};

function open() {
  const asked: Asked[] = [];
  const told: HearingEvent[] = [];
  const judged: ((finished: number) => Promise<void>)[] = [];
  const engine: EngineClient = {
    order(order, body) {
      if (order.type === "judge_turn") {
        const { promise, resolve } = Promise.withResolvers<Delivered>();
        judged.push(async (finished) => {
          resolve({ answer: { type: "turn", id: 1, finished }, sound: new Int16Array(0) });
          await settled();
        });
        return { done: promise, promote: () => undefined, cancel: () => undefined };
      }
      const { promise, resolve, reject } = Promise.withResolvers<Delivered>();
      const one: Asked = {
        ms: ((body?.length ?? 0) * 1000) / RATE,
        urgency: order.type === "transcribe" ? order.urgency : "",
        cancelled: false,
        answer: async (text) => {
          const answer = { type: "text", id: 1, text, waitedMs: 0, workedMs: 0 } as const;
          resolve({ answer, sound: new Int16Array(0) });
          await settled();
        },
        fail: async () => {
          reject(new Error("the engine process died twice over the same work"));
          await settled();
        },
      };
      asked.push(one);
      return {
        done: promise,
        promote: (urgency) => void (one.urgency = urgency),
        cancel: () => void (one.cancelled = true),
      };
    },
    close: () => undefined,
  };
  const ear = new NeuralEar({
    sampleRateHz: RATE,
    engine,
    write: (text) => text,
    listener: (event) => told.push(event),
  });
  const hear = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 20) ear.write(new Int16Array(RATE / 50));
  };
  return { ear, asked, told, hear, judged };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("an ear that needs the whole sound", () => {
  it("has it written down in the pause, and needs no more when that was the end", async () => {
    const { ear, asked, told, hear } = open();
    hear(1000);
    ear.begin(300);
    hear(700);
    ear.pause();
    expect(asked.map(({ ms, urgency }) => [ms, urgency])).toEqual([[1000, "pause"]]);
    hear(200);
    await asked[0]?.answer("We open at nine.");
    expect(told).toEqual([{ type: "partial", utterance: 1, text: "We open at nine.", written: "We open at nine." }]);
    ear.commit();
    expect(told.at(-1)).toEqual({ type: "utterance", utterance: 1, text: "We open at nine.", confidence: null });
    expect(asked).toHaveLength(1);
  });

  it("is in a hurry for the words once the turn is over", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(700);
    ear.pause();
    ear.commit();
    expect(asked[0]?.urgency).toBe("final");
    await asked[0]?.answer("Hello.");
    expect(told).toEqual([{ type: "utterance", utterance: 1, text: "Hello.", confidence: null }]);
  });

  it("throws its guess away when they go on, and hears the whole", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(1000);
    ear.pause();
    hear(160);
    ear.resume();
    expect(asked[0]?.cancelled).toBe(true);
    await asked[0]?.answer("We open");
    hear(1000);
    ear.pause();
    expect(asked[1]?.ms).toBe(2160);
    ear.commit();
    await asked[1]?.answer("We open at nine.");
    expect(told).toMatchObject([{ type: "utterance", text: "We open at nine." }]);
  });

  it("cuts a long speech at a pause, and has only what is new written down afterwards", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(7500);
    ear.pause();
    hear(300);
    ear.resume();
    expect(asked[0]?.cancelled).toBe(false);
    hear(1000);
    ear.pause();
    expect(asked[1]?.ms).toBe(1300);
    ear.commit();
    await asked[1]?.answer("And close at six.");
    expect(told).toEqual([]);
    await asked[0]?.answer("We open at nine.");
    expect(told).toMatchObject([{ type: "utterance", text: "We open at nine. And close at six." }]);
  });

  it("tells utterances in the order they were spoken, whichever is understood first", async () => {
    const { ear, asked, told, hear } = open();
    for (const number of [1, 2]) {
      expect(ear.begin(0)).toBe(number);
      hear(500);
      ear.pause();
      ear.commit();
    }
    await asked[1]?.answer("Two.");
    expect(told).toEqual([]);
    await asked[0]?.answer("One.");
    expect(told).toMatchObject([
      { utterance: 1, text: "One." },
      { utterance: 2, text: "Two." },
    ]);
  });

  it("tells whether a pause sounds like the end, unless they have gone on meanwhile", async () => {
    const { ear, told, hear, judged } = open();
    ear.begin(0);
    hear(1000);
    ear.pause();
    hear(160);
    ear.resume();
    await judged[0]?.(0.9);
    expect(told).toEqual([]);
    hear(400);
    ear.pause();
    await judged[1]?.(0.8);
    expect(told).toEqual([{ type: "turn_judged", utterance: 1, finished: 0.8 }]);
  });

  it("says nothing of what was discarded", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(500);
    ear.pause();
    ear.discard();
    expect(asked[0]?.cancelled).toBe(true);
    await asked[0]?.answer("Mm-hmm.");
    expect(told).toEqual([]);
  });

  it("tries once more at the end when a guess failed, and tells when that fails too", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(500);
    ear.pause();
    await asked[0]?.fail();
    ear.commit();
    expect(asked[1]?.ms).toBe(500);
    await asked[1]?.fail();
    expect(told.map(({ type }) => type)).toEqual(["utterance", "failed"]);
  });
});
