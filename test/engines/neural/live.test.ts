/** Speech that is heard while it is spoken, in the engine process. */
import { describe, expect, it } from "vitest";
import type { LiveTranscription, Transcriber } from "../../../src/engines/neural/models.ts";
import { Workshop } from "../../../src/engines/neural/workshop.ts";
import type { Answer, Order } from "../../../src/engines/neural/wire.ts";

/** Writes one word for each 100 samples. */
function streamingModel() {
  const whole: number[] = [];
  const finished: number[] = [];
  const transcriber: Transcriber = {
    transcribe(samples) {
      whole.push(samples.length);
      return Promise.resolve("heard as a whole");
    },
    listen() {
      let [heard, done] = [0, 0];
      const words = (): string => Array.from({ length: done }, (_, i) => `word${i + 1}`).join(" ");
      const live: LiveTranscription = {
        accept: (samples) => void (heard += samples.length),
        step() {
          const ready = (done + 1) * 100 <= heard;
          if (ready) done += 1;
          return ready;
        },
        words,
        finish() {
          finished.push(heard);
          return Promise.resolve(`${words()} end`);
        },
      };
      return live;
    },
  };
  return { transcriber, whole, finished };
}

function enter(transcriber: Transcriber) {
  const workshop = new Workshop({
    transcriber,
    synthesiser: null,
    judge: null,
    decodings: 1,
    onStuck: () => undefined,
  });
  const answers: Answer[] = [];
  let wake: () => void = () => undefined;
  const client = workshop.enter((answer) => {
    answers.push(answer);
    wake();
  });
  return {
    client,
    answers,
    take: (order: Order, samples = 0) => client.take(order, Buffer.alloc(2 * samples)),
    until: async (count: number): Promise<void> => {
      while (answers.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

const ordered = (live: number) =>
  ({ type: "transcribe", id: 9, sampleRateHz: 8000, urgency: "pause", live }) as const satisfies Order;

describe("speech heard while it is spoken", () => {
  it("has its words told, and is only finished when they are asked for", async () => {
    const { transcriber, whole, finished } = streamingModel();
    const { take, until, answers } = enter(transcriber);
    take({ type: "listen", id: 1, sampleRateHz: 8000 }, 150);
    await until(1);
    take({ type: "hear", id: 1 }, 100);
    await until(2);
    take(ordered(1), 250);
    await until(3);
    expect(answers).toMatchObject([
      { type: "words", id: 1, text: "word1" },
      { type: "words", id: 1, text: "word1 word2" },
      { type: "text", id: 9, text: "word1 word2 end" },
    ]);
    expect([whole, finished]).toEqual([[], [250]]);
  });

  it("is heard from the beginning when some of it was lost, or all", async () => {
    const { transcriber, whole } = streamingModel();
    const { take, until, answers } = enter(transcriber);
    take({ type: "listen", id: 1, sampleRateHz: 8000 }, 50);
    take(ordered(1), 250);
    await until(1);
    take(ordered(2), 260);
    await until(2);
    expect(whole).toEqual([250, 260]);
    expect(answers).toMatchObject([{ text: "heard as a whole" }, { text: "heard as a whole" }]);
  });

  it("is forgotten when nobody wants it, and is nothing to another thread", async () => {
    const { transcriber, whole } = streamingModel();
    const { client, take, until } = enter(transcriber);
    take({ type: "listen", id: 1, sampleRateHz: 8000 }, 50);
    take({ type: "cancel", id: 1 });
    take({ type: "hear", id: 1 }, 500);
    take(ordered(1), 550);
    await until(1);
    expect(whole).toEqual([550]);
    client.leave();
  });

  it("is a matter of indifference to a model that is not streaming", async () => {
    const { transcriber, whole } = streamingModel();
    const { take, until } = enter({ transcribe: (...sound) => transcriber.transcribe(...sound) });
    take({ type: "listen", id: 1, sampleRateHz: 8000 }, 150);
    take({ type: "hear", id: 1 }, 100);
    take(ordered(1), 250);
    await until(1);
    expect(whole).toEqual([250]);
  });

  it("is not heard at all by a process that has no recogniser", async () => {
    const workshop = new Workshop({
      transcriber: null,
      synthesiser: null,
      judge: null,
      decodings: 1,
      onStuck: () => undefined,
    });
    const answer = await new Promise<Answer>((resolve) => {
      workshop.enter(resolve).take(ordered(1), Buffer.alloc(500));
    });
    expect(answer).toMatchObject({ type: "failed", message: expect.stringMatching(/has no recogniser/) });
  });
});
