/** The program of the thread that judges turns (turn-judge.ts). */
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { toHeardRate } from "./heard-rate.ts";
import { logMel, MEL_BANDS } from "./log-mel.ts";
import { loadOnnxRuntime } from "../embedded/vad/onnx-runtime.ts";

export type JudgeOrder = { readonly samples: Int16Array; readonly sampleRateHz: number };
export type JudgeAnswer = { readonly ready: true } | { readonly finished: number } | { readonly message: string };

const NICENESS = 10;
const LOOKED_AT_SAMPLES = 8 * 16_000;
/**
 * The first judgement of a process takes three times as long as the third, too long for the first greeting of all. When
 * the start is over, which needs the cores for itself.
 */
const WARM_UP = { times: 2, afterMs: 2000 } as const;

async function run(path: string): Promise<(order: JudgeOrder) => Promise<number>> {
  const runtime = await loadOnnxRuntime();
  const session = await runtime.InferenceSession.create(await readFile(path), {
    executionMode: "sequential",
    logSeverityLevel: 3,
  });
  const [output = ""] = session.outputNames;
  return async ({ samples, sampleRateHz }) => {
    const { data, columns } = logMel(lastSeconds(toHeardRate(samples, sampleRateHz)));
    const features = new runtime.Tensor("float32", data, [1, MEL_BANDS, columns]);
    const answer = await session.run({ input_features: features });
    return Number(answer[output]?.data[0]);
  };
}

/** The end of it, with silence in front of what is shorter. */
function lastSeconds(sound: Float32Array): Float32Array {
  const looked = new Float32Array(LOOKED_AT_SAMPLES);
  const end = sound.subarray(Math.max(0, sound.length - LOOKED_AT_SAMPLES));
  looked.set(end, LOOKED_AT_SAMPLES - end.length);
  return looked;
}

if (parentPort !== null) {
  const main = parentPort;
  // Of this thread alone. Words are worth more than what a judgement adds to them.
  setPriority(0, NICENESS);
  const tell = (answer: JudgeAnswer): void => main.postMessage(answer);
  const fail = (error: unknown): void => tell({ message: error instanceof Error ? error.message : String(error) });
  run(String(workerData)).then((judge) => {
    // One at a time, in order.
    let last: Promise<unknown> = Promise.resolve();
    const warmUp = async (): Promise<void> => {
      for (let i = 0; i < WARM_UP.times; i += 1) await judge({ samples: new Int16Array(8000), sampleRateHz: 8000 });
    };
    const later = setTimeout(() => {
      last = last.then(warmUp).catch(fail);
    }, WARM_UP.afterMs);
    main.on("message", (order: JudgeOrder) => {
      clearTimeout(later);
      last = last.then(() => judge(order)).then((finished) => tell({ finished }), fail);
    });
    tell({ ready: true });
  }, fail);
}
