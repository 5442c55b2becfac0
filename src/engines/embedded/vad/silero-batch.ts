/**
 * The windows of all calls that are there at the same moment, run as one: a run costs as much for four as for one, because
 * most of it is not arithmetic. Nobody waits for others: what came with the last turn of the thread goes together, which is
 * one window on a quiet thread and more of them the busier it is.
 */
import type * as ort from "onnxruntime-web/wasm";
import type { OnnxRuntime } from "./onnx-runtime.ts";

/** Two layers of so many numbers. */
const LAYERS = 2;
const CELLS = 128;
/** More at once would keep the thread from its audio. */
const BATCH_MOST = 32;

export type Judged = { readonly probability: number; readonly state: Float32Array };

type Waiting = {
  readonly window: Float32Array;
  readonly state: Float32Array;
  readonly done: PromiseWithResolvers<Judged>;
};

export type SileroBatch = {
  /** One window of a call with the state that the one before left. */
  judge(window: Float32Array, state: Float32Array): Promise<Judged>;
};

export function newState(): Float32Array {
  return new Float32Array(LAYERS * CELLS);
}

/** Of one sample rate: its windows have one length. */
export function sileroBatch(runtime: OnnxRuntime, session: ort.InferenceSession, sampleRateHz: number): SileroBatch {
  const rate = new runtime.Tensor("int64", BigInt64Array.from([BigInt(sampleRateHz)]), []);
  const waiting: Waiting[] = [];
  let running = false;

  async function work(): Promise<void> {
    for (let batch = waiting.splice(0, BATCH_MOST); batch.length > 0; batch = waiting.splice(0, BATCH_MOST)) {
      try {
        await run(batch);
      } catch (cause) {
        for (const { done } of batch) done.reject(cause);
      }
    }
    running = false;
  }

  async function run(batch: readonly Waiting[]): Promise<void> {
    const count = batch.length;
    const length = batch[0]?.window.length ?? 0;
    const windows = new Float32Array(count * length);
    const states = new Float32Array(count * LAYERS * CELLS);
    for (const [at, { window, state }] of batch.entries()) {
      windows.set(window, at * length);
      for (let layer = 0; layer < LAYERS; layer += 1) {
        states.set(state.subarray(layer * CELLS, (layer + 1) * CELLS), (layer * count + at) * CELLS);
      }
    }
    const { output, stateN } = await session.run({
      input: new runtime.Tensor("float32", windows, [count, length]),
      state: new runtime.Tensor("float32", states, [LAYERS, count, CELLS]),
      sr: rate,
    });
    if (output === undefined || stateN === undefined) throw new Error("the voice activity model has no output");
    const left = stateN.data as Float32Array;
    for (const [at, { done }] of batch.entries()) {
      const state = newState();
      for (let layer = 0; layer < LAYERS; layer += 1) {
        const from = (layer * count + at) * CELLS;
        state.set(left.subarray(from, from + CELLS), layer * CELLS);
      }
      done.resolve({ probability: Number(output.data[at]), state });
    }
  }

  return {
    judge(window, state) {
      const done = Promise.withResolvers<Judged>();
      waiting.push({ window, state, done });
      if (!running) {
        running = true;
        setImmediate(() => void work());
      }
      return done.promise;
    },
  };
}
