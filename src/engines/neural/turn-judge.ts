/**
 * Whether somebody has finished speaking, told from the sound alone: melody and rhythm of the last 8 seconds, by the
 * model Smart Turn. A thread of its own in the engine process, because a judgement takes a fifth of a second of a core,
 * and the process has to go on passing messages.
 */
import { Worker } from "node:worker_threads";
import type { JudgeAnswer, JudgeOrder } from "./turn-judge-worker.ts";

export type TurnJudge = {
  /** The probability 0..1 that the speaker has finished; null when another sound is being judged: then it is too late. */
  judge(samples: Int16Array, sampleRateHz: number): Promise<number | null>;
};

/** Resolves when the model is loaded; rejects with what is missing. */
export async function loadTurnJudge(model: string): Promise<TurnJudge> {
  const worker = new Worker(new URL("./turn-judge-worker.ts", import.meta.url), { workerData: model });
  worker.unref();
  let waiting: { resolve(finished: number | null): void; reject(error: Error): void } | null = null;
  await new Promise<void>((resolve, reject) => {
    worker.once("message", (answer: JudgeAnswer) => {
      if ("ready" in answer) resolve();
      else reject(new Error("message" in answer ? answer.message : "the judge of turns did not begin"));
    });
    worker.once("error", reject);
  });
  worker.on("message", (answer: JudgeAnswer) => {
    const asked = waiting;
    waiting = null;
    if ("finished" in answer) asked?.resolve(answer.finished);
    else asked?.reject(new Error("message" in answer ? answer.message : "the judge of turns began again"));
  });
  return {
    judge(samples, sampleRateHz) {
      if (waiting !== null) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage({ samples, sampleRateHz } satisfies JudgeOrder, [samples.buffer as ArrayBuffer]);
      });
    },
  };
}
