import { describe, expect, it } from "vitest";
import type { HearingEvent } from "../../../src/conversation/ports.ts";
import { EngineFailure } from "../../../src/engines/engine-failure.ts";
import { PiecewiseEar } from "../../../src/engines/piecewise/ear.ts";
import type { PieceTranscriber, Transcript } from "../../../src/engines/piecewise/transcriber.ts";

const RATE = 8000;

type Asked = {
  readonly ms: number;
  urgency: string;
  cancelled: boolean;
  readonly answer: (text: string, confidence?: number) => Promise<void>;
  readonly fail: (error?: Error) => Promise<void>;
};

function open({ lost = "left", streams = false }: { lost?: "left" | "empty"; streams?: boolean } = {}) {
  const asked: Asked[] = [];
  const told: HearingEvent[] = [];
  const judged: ((finished: number) => Promise<void>)[] = [];
  /** Milliseconds of the piece under way, as one is told who is sent the sound while it is spoken. */
  const sent: number[] = [];
  let closed = 0;
  const streaming: Pick<PieceTranscriber, "restart" | "append"> = {
    restart: (sound) => void sent.push((sound.length * 1000) / RATE),
    append: (sound) => void sent.push((sent.pop() ?? 0) + (sound.length * 1000) / RATE),
  };
  const transcriber: PieceTranscriber = {
    ...(streams ? streaming : {}),
    transcribe(sound, urgency) {
      const { promise, resolve, reject } = Promise.withResolvers<Transcript>();
      const one: Asked = {
        ms: (sound.length * 1000) / RATE,
        urgency,
        cancelled: false,
        answer: async (text, confidence) => {
          resolve({ text, confidence: confidence ?? null });
          await settled();
        },
        fail: async (error = new Error("the engine is lost")) => {
          reject(error);
          await settled();
        },
      };
      asked.push(one);
      return { done: promise, promote: () => void (one.urgency = "final"), cancel: () => void (one.cancelled = true) };
    },
    close: () => void (closed += 1),
  };
  const ear = new PiecewiseEar({
    sampleRateHz: RATE,
    transcriber,
    judgeTurn() {
      const { promise, resolve } = Promise.withResolvers<number>();
      judged.push(async (finished) => {
        resolve(finished);
        await settled();
      });
      return promise;
    },
    write: (text) => text,
    listener: (event) => told.push(event),
    lost,
  });
  const hear = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 20) ear.write(new Int16Array(RATE / 50));
  };
  return { ear, asked, told, hear, judged, sent, closed: () => closed };
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

  it("on hold hears nothing twice, and nobody judges whether they have finished", async () => {
    const { ear, asked, told, hear, judged } = open();
    ear.rest(true);
    ear.begin(0);
    for (const [index, text] of ["All are busy.", "Please wait."].entries()) {
      hear(1000);
      ear.pause();
      await asked[index]?.answer(text);
      hear(500);
      ear.resume();
    }
    hear(400);
    ear.pause();
    ear.commit();
    await asked[2]?.answer("Thank you.");
    // 120 ms less at the end of each, and 200 ms of the pause before it.
    expect(asked.map(({ ms, cancelled }) => [ms, cancelled])).toEqual([
      [880, false],
      [1080, false],
      [480, false],
    ]);
    expect(judged).toHaveLength(0);
    expect(told.at(-1)).toMatchObject({ type: "utterance", text: "All are busy. Please wait. Thank you." });
  });

  it("hears again what it had written down of a word when the hold has ended meanwhile", async () => {
    const { ear, asked, hear } = open();
    ear.rest(true);
    ear.begin(0);
    hear(1000);
    ear.pause();
    hear(500);
    ear.resume();
    hear(1000);
    ear.pause();
    ear.rest(false);
    hear(20);
    ear.resume();
    hear(500);
    ear.pause();
    // The first piece ends at 880 ms; all that follows, with the pause in it, is one.
    expect(asked.map(({ ms, cancelled }) => [ms, cancelled])).toEqual([
      [880, false],
      [1080, true],
      [2140, false],
    ]);
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

  it("is as sure of a turn as of its least sure piece", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(7500);
    ear.pause();
    hear(300);
    ear.resume();
    hear(1000);
    ear.pause();
    ear.commit();
    await asked[0]?.answer("We open at nine.", 0.4);
    await asked[1]?.answer("And close at six.", 0.9);
    expect(told).toMatchObject([{ type: "utterance", confidence: 0.4 }]);
  });

  it("tries once more at the end when a guess failed, and leaves it unanswered when that fails too", async () => {
    const { ear, asked, told, hear, closed } = open();
    ear.begin(0);
    hear(500);
    ear.pause();
    await asked[0]?.fail();
    ear.commit();
    expect(asked[1]?.ms).toBe(500);
    await asked[1]?.fail();
    expect(told).toEqual([{ type: "failed", retryable: true, message: "the engine is lost" }]);
    expect(closed()).toBe(1);
  });

  it("answers with no words in place of leaving it, where nobody is to try again", async () => {
    const { ear, asked, told, hear } = open({ lost: "empty" });
    ear.begin(0);
    hear(500);
    ear.pause();
    ear.commit();
    await asked[0]?.fail();
    expect(told.map(({ type }) => type)).toEqual(["utterance", "failed"]);
  });

  it("hears again all that follows a piece that failed", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(7500);
    ear.pause();
    hear(300);
    ear.resume();
    hear(1000);
    ear.pause();
    await asked[0]?.fail();
    expect(asked[1]?.cancelled).toBe(true);
    ear.commit();
    expect(asked[2]?.ms).toBe(8800);
    await asked[2]?.answer("We open at nine and close at six.");
    expect(told).toMatchObject([{ type: "utterance", text: "We open at nine and close at six." }]);
  });

  it("tells of a failure at once that no second try can mend", async () => {
    const { ear, asked, told, hear } = open();
    ear.begin(0);
    hear(500);
    ear.pause();
    await asked[0]?.fail(new EngineFailure("the key is refused", { retryable: false }));
    expect(told).toEqual([{ type: "failed", retryable: false, message: "the key is refused" }]);
    ear.write(new Int16Array(160));
    expect(ear.begin(0)).toBe(2);
    ear.pause();
    ear.commit();
    expect(asked).toHaveLength(1);
  });
});

describe("an ear whose engine is sent the sound while it is spoken", () => {
  it("sends the pre-roll, then each frame, and in a pause none", () => {
    const { ear, hear, sent, asked } = open({ streams: true });
    hear(1000);
    ear.begin(300);
    hear(700);
    ear.pause();
    hear(200);
    expect(sent).toEqual([1000]);
    expect(asked.map(({ ms }) => ms)).toEqual([1000]);
  });

  it("begins the piece again when they go on after a short pause", () => {
    const { ear, hear, sent } = open({ streams: true });
    ear.begin(0);
    hear(1000);
    ear.pause();
    hear(160);
    ear.resume();
    hear(40);
    expect(sent).toEqual([1000, 1200]);
  });

  it("goes on with a new piece after a long one", () => {
    const { ear, hear, sent } = open({ streams: true });
    ear.begin(0);
    hear(7500);
    ear.pause();
    hear(300);
    ear.resume();
    hear(100);
    expect(sent).toEqual([7500, 400]);
  });

  it("takes back what is discarded", () => {
    const { ear, hear, sent } = open({ streams: true });
    ear.begin(0);
    hear(100);
    ear.discard();
    expect(sent).toEqual([100, 0]);
  });

  it("tells words while they speak, after those of earlier pieces, and none of them in a pause", async () => {
    const { ear, hear, asked, told } = open({ streams: true });
    ear.begin(0);
    hear(7500);
    ear.wordsSoFar("we open");
    ear.pause();
    ear.wordsSoFar("we open at");
    hear(300);
    ear.resume();
    await asked[0]?.answer("We open at nine.");
    ear.wordsSoFar("and");
    expect(told.map((event) => ("text" in event ? event.text : ""))).toEqual(["we open", "We open at nine. and"]);
  });
});
