/** When the engine process judges a turn by its sound, and when it says that it has no time for that. */
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Workshop, type Client } from "../../../src/engines/neural/workshop.ts";
import type { Answer } from "../../../src/engines/neural/wire.ts";

type Work = { readonly judgesForMs: number; readonly decodesForMs: number };

function opened({ judgesForMs, decodesForMs }: Work): { readonly client: Client; readonly answers: readonly Answer[] } {
  const answers: Answer[] = [];
  let judging = 0;
  const workshop = new Workshop({
    transcriber: {
      transcribe: async () => {
        await delay(decodesForMs);
        return "words";
      },
    },
    synthesiser: null,
    judge: {
      judge: async () => {
        judging += 1;
        expect(judging).toBe(1);
        await delay(judgesForMs);
        judging -= 1;
        return 0.9;
      },
    },
    decodings: 1,
    onStuck: () => undefined,
  });
  return { client: workshop.enter((answer) => answers.push(answer)), answers };
}

const judge = (client: Client, id: number): void =>
  client.take({ type: "judge_turn", id, sampleRateHz: 8000 }, Buffer.alloc(1600));
const transcribe = (client: Client, id: number): void =>
  client.take({ type: "transcribe", id, sampleRateHz: 8000, urgency: "final" }, Buffer.alloc(1600));

describe("a turn", () => {
  it("of each of several calls is judged, one after the other", async () => {
    const { client, answers } = opened({ judgesForMs: 40, decodesForMs: 0 });
    for (const id of [1, 2, 3]) judge(client, id);
    await expect.poll(() => answers.length).toBe(3);
    expect(answers.map(({ type }) => type)).toEqual(["turn", "turn", "turn"]);
  });

  it("is judged when the words that wait have been decoded", async () => {
    const { client, answers } = opened({ judgesForMs: 10, decodesForMs: 60 });
    for (const id of [1, 2]) transcribe(client, id);
    judge(client, 3);
    await expect.poll(() => answers.length).toBe(3);
    expect(answers.find(({ id }) => id === 3)).toMatchObject({ type: "turn", finished: 0.9 });
    expect(answers.findIndex(({ id }) => id === 3)).toBeGreaterThan(answers.findIndex(({ id }) => id === 1));
  });

  it("is not judged when that would take longer than anybody waits for it", async () => {
    const { client, answers } = opened({ judgesForMs: 10, decodesForMs: 900 });
    for (const id of [1, 2]) transcribe(client, id);
    judge(client, 3);
    await expect.poll(() => answers.length).toBe(1);
    expect(answers[0]).toMatchObject({ id: 3, type: "failed", message: "too busy to judge a turn" });
  });
});
