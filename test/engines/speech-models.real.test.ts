/** The models that the set-up brings, as they lie in var/models: they load, speak, understand and judge. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { InferenceSession, Tensor, env as runtime } from "onnxruntime-web/wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeMulaw, encodeMulaw } from "../support/g711.ts";
import { createResampler } from "../../src/conversation/media/resample.ts";
import { findNeuralModels } from "../../src/lib/speech-models.ts";
import type { NeuralModels } from "../../src/lib/speech-models.ts";
import { wordErrors } from "./errors.ts";

type Sound = { readonly samples: Float32Array; readonly sampleRate: number };
type Stream = { acceptWaveform(sound: Sound): void };
/** As much of sherpa-onnx-node, which has no types, as is needed here. */
type Sherpa = {
  readonly OfflineTts: new (config: object) => { generate(request: object): Sound };
  readonly OfflineRecognizer: new (config: object) => {
    createStream(): Stream;
    decode(stream: Stream): void;
    getResult(stream: Stream): { readonly text: string };
  };
};

const require = createRequire(import.meta.url);
const sherpa = require("sherpa-onnx-node") as Sherpa;
const LISTENING_HZ = 16_000;
const FULL_SCALE = 32_767;
/** Nobody wrote them for a model: each has something to trip over. */
const SENTENCES = [
  "We close early on the last Friday of every month because of the market.",
  "Could you spell the name of the street for me, please?",
  "My grandmother keeps her old bicycle in the cellar behind the potatoes.",
  "There is a small charge for dogs, but cats may stay for free.",
];

let models: NeuralModels;
beforeAll(() => {
  const found = findNeuralModels(process.env);
  if ("missing" in found) throw new Error(`${found.missing.join("; ")}: run npm run set-up`);
  models = found.models;
});

/** Without the chance that Piper usually puts into a voice, so that every run hears the same. */
function openVoice() {
  const vits = { ...models.piper, noiseScale: 0, noiseScaleW: 0, lengthScale: 1 };
  return new sherpa.OfflineTts({ model: { vits, numThreads: 1, provider: "cpu" }, maxNumSentences: 1 });
}

function openRecogniser() {
  const { encoder, decoder, tokens } = models.moonshine;
  return new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: LISTENING_HZ, featureDim: 80 },
    modelConfig: { moonshine: { encoder, mergedDecoder: decoder }, tokens, numThreads: 1, provider: "cpu" },
  });
}

/** What a telephone line leaves of it, at the recogniser's rate. */
function overTheLine({ samples, sampleRate }: Sound): Float32Array {
  const spoken = Int16Array.from(samples, (each) => Math.round(each * FULL_SCALE));
  const line = decodeMulaw(encodeMulaw(resampled(spoken, sampleRate, 8000)));
  return Float32Array.from(resampled(line, 8000, LISTENING_HZ), (each) => each / FULL_SCALE);
}

function resampled(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = createResampler(fromHz, toHz);
  return Int16Array.from([...resampler.push(samples), ...resampler.end()]);
}

const words = (text: string) => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];

describe("the speech models", () => {
  it("say sentences that the recogniser understands over a telephone line, nine words of ten", () => {
    const [voice, recogniser] = [openVoice(), openRecogniser()];
    const heard = SENTENCES.map((text) => {
      const sound = voice.generate({ text, sid: 0, speed: 1 });
      const stream = recogniser.createStream();
      stream.acceptWaveform({ sampleRate: LISTENING_HZ, samples: overTheLine(sound) });
      recogniser.decode(stream);
      return recogniser.getResult(stream).text;
    });
    const wrong = SENTENCES.reduce((sum, said, index) => sum + wordErrors(words(said), words(heard[index] ?? "")), 0);
    expect(wrong, heard.join("\n")).toBeLessThan(words(SENTENCES.join(" ")).length / 10);
  });

  it("judge whether a turn is over, in the runtime that is here for the voice detector", async () => {
    runtime.wasm.numThreads = 1;
    runtime.wasm.wasmBinary = await readFile(require.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
    runtime.wasm.wasmPaths = {
      mjs: pathToFileURL(require.resolve("onnxruntime-web/ort-wasm-simd-threaded.mjs")).href,
    };
    const session = await InferenceSession.create(await readFile(models.smartTurn));
    const silence = new Tensor("float32", new Float32Array(80 * 800), [1, 80, 800]);
    const { logits } = await session.run({ input_features: silence });
    expect(logits?.dims).toEqual([1, 1]);
    expect(Number(logits?.data[0])).toBeGreaterThan(0);
    expect(Number(logits?.data[0])).toBeLessThan(1);
    await session.release();
  });
});
