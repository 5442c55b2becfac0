/**
 * Voice activity by the Silero model (v5, MIT, inside the npm package `@ricky0123/vad-web`), run by onnxruntime's
 * WebAssembly build in the thread that carries the audio: about 70 µs per 32 ms window, so a thread of its own would
 * cost more than it saves. One session serves all calls of the thread, several at once (`silero-batch.ts`); what belongs to
 * a call is its 256 numbers of state and the end of its last window, which the model wants in front of the next.
 *
 * A window is 32 ms and a frame 20: the answer to a frame is that of the latest whole window.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as ort from "onnxruntime-web/wasm";
import type { Logger } from "pino";
import type { VoiceActivity } from "../../../conversation/ports.ts";
import { createEnergyDetector } from "./energy-detector.ts";
import { loadOnnxRuntime } from "./onnx-runtime.ts";
import { newState, sileroBatch } from "./silero-batch.ts";
import type { SileroBatch } from "./silero-batch.ts";

export interface SpeechDetector {
  /** `silero`, or `energy` when the model could not be loaded. */
  readonly kind: "silero" | "energy";
  /** One call's detector. */
  create(sampleRateHz: 8000 | 16000): VoiceActivity;
  close(): Promise<void>;
}

/** What the model is fed at a rate: the window, and how much of the one before goes in front of it. */
const SHAPES = { 8000: { window: 256, context: 32 }, 16000: { window: 512, context: 64 } } as const;
const FULL_SCALE = 32768;

type Model = {
  readonly session: ort.InferenceSession;
  readonly batches: Readonly<Record<8000 | 16000, SileroBatch>>;
};

/** Loads the model once per thread. When it cannot be had, says so loudly and answers with the energy detector. */
export async function openSileroDetector(log: Logger): Promise<SpeechDetector> {
  let model: Model;
  try {
    model = await loadModel();
  } catch (cause) {
    log.error(
      { err: cause },
      "the voice activity model could not be loaded; listening by loudness alone, which takes music and tones for speech",
    );
    return { kind: "energy", create: () => createEnergyDetector(), close: () => Promise.resolve() };
  }
  return {
    kind: "silero",
    create: (sampleRateHz) => new SileroDetector(model.batches[sampleRateHz], sampleRateHz),
    close: () => model.session.release(),
  };
}

async function loadModel(): Promise<Model> {
  const runtime = await loadOnnxRuntime();
  const require = createRequire(import.meta.url);
  const weights = await readFile(require.resolve("@ricky0123/vad-web/dist/silero_vad_v5.onnx"));
  const session = await runtime.InferenceSession.create(weights, { executionMode: "sequential", logSeverityLevel: 3 });
  const batches = { 8000: sileroBatch(runtime, session, 8000), 16000: sileroBatch(runtime, session, 16_000) };
  return { session, batches };
}

class SileroDetector implements VoiceActivity {
  readonly #batch: SileroBatch;
  readonly #window: number;
  readonly #context: number;
  /** The end of the last window, then the samples of the next as far as they have come. */
  #input: Float32Array;
  #filled: number;
  #state = newState();
  #probability = 0;
  /** Runs are put in a row: each needs the state that the one before leaves. */
  #last: Promise<number> = Promise.resolve(0);

  constructor(batch: SileroBatch, sampleRateHz: 8000 | 16000) {
    this.#batch = batch;
    this.#window = SHAPES[sampleRateHz].window;
    this.#context = SHAPES[sampleRateHz].context;
    this.#input = new Float32Array(this.#context + this.#window);
    this.#filled = this.#context;
  }

  feed(frame: Int16Array): Promise<number> {
    const windows: Float32Array[] = [];
    for (const sample of frame) {
      this.#input[this.#filled] = sample / FULL_SCALE;
      this.#filled += 1;
      if (this.#filled === this.#input.length) {
        windows.push(this.#input);
        const next = new Float32Array(this.#input.length);
        next.set(this.#input.subarray(this.#window));
        this.#input = next;
        this.#filled = this.#context;
      }
    }
    if (windows.length > 0) this.#last = this.#last.then(() => this.#run(windows));
    return this.#last;
  }

  async #run(windows: readonly Float32Array[]): Promise<number> {
    for (const window of windows) {
      const { probability, state } = await this.#batch.judge(window, this.#state);
      this.#state = state;
      this.#probability = probability;
    }
    return this.#probability;
  }
}
