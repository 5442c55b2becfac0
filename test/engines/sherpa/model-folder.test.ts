/** What is recognised in folders that are named, and filled, as sherpa-onnx's models are released. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { describeFiles, describeModelFolder } from "../../../src/engines/sherpa/model-folder.ts";
import type { FolderOptions } from "../../../src/engines/sherpa/model-folder.ts";

type Facts = Readonly<Record<string, string>>;

function look(dir: string, files: string, options: FolderOptions = {}, facts: Facts = {}) {
  const path = `/models/${dir}`;
  return describeFiles(
    path,
    [...files.split(" "), "README.md", "test_wavs"],
    options,
    () => new Map(Object.entries(facts)),
  );
}

const at = (dir: string) => (file: string) => `/models/${dir}/${file}`;

describe("recognisers", () => {
  const RELEASED: readonly (readonly [kind: string, dir: string, files: string])[] = [
    [
      "whisper",
      "sherpa-onnx-whisper-tiny.en",
      "tiny.en-encoder.onnx tiny.en-decoder.onnx tiny.en-encoder.int8.onnx tiny.en-decoder.int8.onnx tiny.en-tokens.txt",
    ],
    [
      "moonshine",
      "sherpa-onnx-moonshine-tiny-en-int8",
      "preprocess.onnx encode.int8.onnx uncached_decode.int8.onnx cached_decode.int8.onnx tokens.txt",
    ],
    [
      "moonshine",
      "sherpa-onnx-moonshine-tiny-en-quantized-2026-02-27",
      "encoder_model.ort decoder_model_merged.ort tokens.txt",
    ],
    [
      "transducer",
      "sherpa-onnx-zipformer-en-2023-04-01",
      "encoder-epoch-99-avg-1.onnx encoder-epoch-99-avg-1.int8.onnx decoder-epoch-99-avg-1.onnx decoder-epoch-99-avg-1.int8.onnx joiner-epoch-99-avg-1.onnx joiner-epoch-99-avg-1.int8.onnx tokens.txt bpe.model",
    ],
    [
      "transducer",
      "sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8",
      "encoder.int8.onnx decoder.int8.onnx joiner.int8.onnx tokens.txt",
    ],
    [
      "streaming-transducer",
      "sherpa-onnx-streaming-zipformer-en-2023-06-26",
      "encoder-epoch-99-avg-1-chunk-16-left-128.onnx decoder-epoch-99-avg-1-chunk-16-left-128.onnx joiner-epoch-99-avg-1-chunk-16-left-128.onnx tokens.txt",
    ],
    [
      "streaming-paraformer",
      "sherpa-onnx-streaming-paraformer-bilingual-zh-en",
      "encoder.int8.onnx decoder.int8.onnx encoder.onnx decoder.onnx tokens.txt",
    ],
    [
      "streaming-ctc",
      "sherpa-onnx-streaming-zipformer-ctc-small-2024-03-18",
      "ctc-epoch-30-avg-3-chunk-16-left-128.int8.onnx tokens.txt",
    ],
    ["streaming-ctc", "sherpa-onnx-streaming-t-one-russian-2025-09-08", "model.onnx tokens.txt"],
    ["canary", "sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr-int8", "encoder.int8.onnx decoder.int8.onnx tokens.txt"],
    [
      "fire-red-asr",
      "sherpa-onnx-fire-red-asr-large-zh_en-2025-02-16",
      "encoder.int8.onnx decoder.int8.onnx tokens.txt",
    ],
    [
      "cohere-transcribe",
      "sherpa-onnx-cohere-transcribe-14-lang-int8-2026-04-01",
      "encoder.int8.onnx decoder.int8.onnx tokens.txt",
    ],
    ["paraformer", "sherpa-onnx-paraformer-zh-2023-09-14", "model.onnx model.int8.onnx tokens.txt"],
    ["sense-voice", "sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2024-07-17", "model.int8.onnx tokens.txt"],
    ["nemo-ctc", "sherpa-onnx-nemo-fast-conformer-ctc-be-de-en-es-fr-hr-it-pl-ru-uk-20k", "model.onnx tokens.txt"],
    ["zipformer-ctc", "sherpa-onnx-zipformer-ctc-zh-int8-2025-07-03", "model.int8.onnx tokens.txt"],
    [
      "wenet-ctc",
      "sherpa-onnx-wenetspeech-yue-u2pp-conformer-ctc-zh-en-cantonese-int8-2025-09-10",
      "model.int8.onnx tokens.txt",
    ],
    ["telespeech-ctc", "sherpa-onnx-telespeech-ctc-int8-zh-2024-06-04", "model.int8.onnx tokens.txt"],
    ["dolphin", "sherpa-onnx-dolphin-base-ctc-multi-lang-int8-2025-04-02", "model.int8.onnx tokens.txt"],
    [
      "omnilingual",
      "sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12",
      "model.int8.onnx tokens.txt",
    ],
  ];

  it.each(RELEASED)("%s: %s", (kind, dir, files) => {
    expect(look(dir, files)).toMatchObject({ use: "hearing", kind, streaming: kind.startsWith("streaming-") });
  });

  it("are loaded by their parts, those that calculate with bytes first", () => {
    const dir = "sherpa-onnx-whisper-tiny";
    const path = at(dir);
    const files = "tiny-encoder.onnx tiny-decoder.onnx tiny-encoder.int8.onnx tiny-decoder.int8.onnx tiny-tokens.txt";
    expect(look(dir, files, { language: "de" })).toEqual({
      use: "hearing",
      kind: "whisper",
      streaming: false,
      config: {
        featConfig: { sampleRate: 16_000, featureDim: 80 },
        modelConfig: {
          whisper: {
            encoder: path("tiny-encoder.int8.onnx"),
            decoder: path("tiny-decoder.int8.onnx"),
            language: "de",
            task: "transcribe",
          },
          tokens: path("tiny-tokens.txt"),
          numThreads: 1,
          provider: "cpu",
        },
      },
    });
  });

  it("have the small decoder of a transducer as it is, and NeMo's called so", () => {
    const dir = "sherpa-onnx-nemo-parakeet-tdt";
    const path = at(dir);
    const files = "encoder.int8.onnx encoder.onnx decoder.int8.onnx decoder.onnx joiner.int8.onnx tokens.txt";
    expect(look(dir, files)).toMatchObject({
      config: {
        modelConfig: {
          modelType: "nemo_transducer",
          transducer: {
            encoder: path("encoder.int8.onnx"),
            decoder: path("decoder.onnx"),
            joiner: path("joiner.int8.onnx"),
          },
        },
      },
    });
  });

  it("are recognised by what they say of themselves, in a folder of any name", () => {
    const one = "model.onnx tokens.txt";
    expect(look("stt", one, {}, { model_type: "sense_voice_ctc" })).toMatchObject({ kind: "sense-voice" });
    expect(look("stt", one, {}, { model_type: "EncDecCTCModelBPE" })).toMatchObject({ kind: "nemo-ctc" });
    expect(look("paraformer", one, {}, { model_type: "zipformer2_ctc" })).toMatchObject({ kind: "zipformer-ctc" });
    const two = "encoder.onnx decoder.onnx tokens.txt";
    expect(look("stt", two, {}, { model_type: "whisper-base" })).toMatchObject({ kind: "whisper" });
    const three = "encoder.onnx decoder.onnx joiner.onnx tokens.txt";
    const streaming = { model_type: "zipformer2", decode_chunk_len: "32" };
    expect(look("stt", three, {}, streaming)).toMatchObject({ kind: "streaming-transducer" });
    expect(look("stt", three, {}, { model_type: "zipformer2" })).toMatchObject({ kind: "transducer" });
  });
});

describe("voices", () => {
  const RELEASED: readonly (readonly [kind: string, dir: string, files: string])[] = [
    [
      "vits",
      "vits-piper-en_GB-cori-medium",
      "en_GB-cori-medium.onnx en_GB-cori-medium.onnx.json tokens.txt espeak-ng-data MODEL_CARD",
    ],
    ["vits", "vits-coqui-de-css10", "model.onnx tokens.txt"],
    ["vits", "vits-icefall-zh-aishell3", "model.onnx tokens.txt lexicon.txt date.fst phone.fst rule.far"],
    ["matcha", "matcha-icefall-en_US-ljspeech", "model-steps-3.onnx vocos-22khz-univ.onnx tokens.txt espeak-ng-data"],
    ["matcha", "matcha-icefall-zh-baker", "model-steps-3.onnx hifigan_v2.onnx lexicon.txt tokens.txt"],
    ["kokoro", "kokoro-en-v0_19", "model.onnx voices.bin tokens.txt espeak-ng-data"],
    ["kitten", "kitten-nano-en-v0_1-fp16", "model.fp16.onnx voices.bin tokens.txt espeak-ng-data"],
  ];

  it.each(RELEASED)("%s: %s", (kind, dir, files) => {
    expect(look(dir, files)).toMatchObject({ use: "speaking", kind });
  });

  it("take pronunciations from elsewhere where they are released without", () => {
    const files = "voice.onnx tokens.txt";
    expect(look("piper-en-us-joe", files, { pronunciations: "/usr/share/espeak-ng-data" })).toMatchObject({
      kind: "vits",
      config: { model: { vits: { dataDir: "/usr/share/espeak-ng-data" } } },
    });
    expect(look("piper-en-us-joe", files)).toEqual({
      problem: expect.stringMatching(/^\/models\/piper-en-us-joe cannot be used: it needs espeak-ng-data/),
    });
    expect(look("tts", files, {}, { model_type: "vits", has_espeak: "0" })).toMatchObject({ kind: "vits" });
  });

  it("have the American of two English lexicons", () => {
    const files = "model.onnx voices.bin tokens.txt espeak-ng-data lexicon-gb-en.txt lexicon-us-en.txt lexicon-zh.txt";
    const path = at("kokoro-multi-lang-v1_0");
    expect(look("kokoro-multi-lang-v1_0", files)).toMatchObject({
      config: { model: { kokoro: { lexicon: `${path("lexicon-us-en.txt")},${path("lexicon-zh.txt")}` } } },
    });
  });

  it("need their vocoder", () => {
    const files = "model-steps-3.onnx lexicon.txt tokens.txt";
    expect(look("matcha-icefall-zh-baker", files)).toEqual({ problem: expect.stringMatching(/has no vocoder/) });
  });
});

describe("a folder that cannot be used", () => {
  let dir: string | null = null;

  afterEach(() => {
    if (dir !== null) rmSync(dir, { recursive: true });
    dir = null;
  });

  it("is told by what is wrong with it", () => {
    expect(describeModelFolder("/no/such/folder")).toEqual({ problem: "/no/such/folder is missing or cannot be read" });
    dir = mkdtempSync(join(tmpdir(), "outdial-models-"));
    expect(describeModelFolder(dir)).toEqual({ problem: expect.stringMatching(/holds no model/) });
    writeFileSync(join(dir, "model.onnx"), "");
    expect(describeModelFolder(dir)).toEqual({ problem: expect.stringMatching(/holds no tokens\.txt/) });
    expect(describeModelFolder(join(dir, "model.onnx"))).toEqual({ problem: expect.stringMatching(/is no folder/) });
    writeFileSync(join(dir, "tokens.txt"), "");
    expect(describeModelFolder(dir)).toEqual({ problem: expect.stringMatching(/nothing says which kind/) });
  });

  it("is read for what its model says at its end", () => {
    dir = mkdtempSync(join(tmpdir(), "outdial-models-"));
    const pair = (key: string, value: string) =>
      `r${String.fromCharCode(key.length + value.length + 4)}\n${String.fromCharCode(key.length)}${key}\u0012${String.fromCharCode(value.length)}${value}`;
    const graph = Buffer.alloc(100_000, "weights");
    writeFileSync(
      join(dir, "any.onnx"),
      Buffer.concat([graph, Buffer.from(pair("version", "1") + pair("model_type", "paraformer"), "latin1")]),
    );
    writeFileSync(join(dir, "tokens.txt"), "");
    expect(describeModelFolder(dir)).toMatchObject({ use: "hearing", kind: "paraformer", streaming: false });
  });
});
