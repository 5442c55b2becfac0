/** Models out of folders, in the engine process as the appliance runs it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, expect, it } from "vitest";
import { connectEngine } from "../../../src/engines/neural/client.ts";
import type { EngineClient } from "../../../src/engines/neural/client.ts";
import { beginNeuralEngine } from "../../../src/engines/neural/supervisor.ts";
import type { NeuralEngine, NeuralEngineOptions } from "../../../src/engines/neural/supervisor.ts";
import { PROJECT_ROOT } from "../../../src/lib/installation.ts";
import { neuralVoice } from "../../../src/engines/neural/voice.ts";
import { openEar, tone } from "../openai/kit.ts";
import { writeLoudnessModel } from "./loudness-model.ts";
import { sherpaRecogniser } from "../../../src/engines/sherpa/recogniser.ts";

const MODELS = join(PROJECT_ROOT, "var/models");
const RATE_HZ = 8000;
let engine: NeuralEngine | null = null;
let client: EngineClient | null = null;
let folder: string | null = null;

afterEach(async () => {
  client?.close();
  await engine?.close();
  if (folder !== null) rmSync(folder, { recursive: true });
  client = null;
  engine = null;
  folder = null;
});

function begin(models: NonNullable<NeuralEngineOptions["models"]>): NeuralEngine {
  engine = beginNeuralEngine({ decodings: 1, models, env: process.env, log: pino({ level: "silent" }) });
  return engine;
}

it("hears and speaks with models out of folders", async () => {
  const started = begin({
    hearing: { dir: join(MODELS, "moonshine-base-en"), language: null },
    speaking: { dir: join(MODELS, "piper-en-us-joe"), speaker: 0 },
  });
  await started.ready;
  client = connectEngine(started.socketPath);
  const text = "The swimming pool is heated from October until the spring.";
  const pieces: Int16Array[] = [];
  for await (const piece of neuralVoice(client, RATE_HZ).speak(text, new AbortController().signal)) pieces.push(piece);
  const heard = Promise.withResolvers<string>();
  const ear = await sherpaRecogniser(client, { streaming: false }).open(
    { language: "en-US", sampleRateHz: RATE_HZ, hints: [] },
    (event) => {
      if (event.type === "utterance") heard.resolve(event.text);
      if (event.type === "failed") heard.reject(new Error(event.message));
    },
    new AbortController().signal,
  );
  ear.begin(0);
  for (const piece of pieces) for (let i = 0; i < piece.length; i += 160) ear.write(piece.slice(i, i + 160));
  ear.pause();
  ear.commit();
  expect(await heard.promise).toMatch(/swimming pool.*until the spring/i);
  ear.close();
}, 60_000);

it("hears with a streaming model, whatever its folder is called", async () => {
  folder = mkdtempSync(join(tmpdir(), "outdial-models-"));
  writeLoudnessModel(folder);
  const started = begin({ hearing: { dir: folder, language: null }, speaking: null });
  await started.ready;
  client = connectEngine(started.socketPath);
  const order = { type: "transcribe", sampleRateHz: RATE_HZ, urgency: "final" } as const;
  const bursts = [1000, 700, 900].flatMap((ms) => [...tone(RATE_HZ, { ms, tailMs: 600 })]);
  const { answer } = await client.order(order, Int16Array.from(bursts)).done;
  expect(answer).toMatchObject({ type: "text", text: "da da da" });
  const silence = await client.order(order, new Int16Array(RATE_HZ)).done;
  expect(silence.answer).toMatchObject({ type: "text", text: "" });
}, 60_000);

it("tells words while they are spoken, with a streaming model", async () => {
  folder = mkdtempSync(join(tmpdir(), "outdial-models-"));
  writeLoudnessModel(folder);
  const started = begin({ hearing: { dir: folder, language: null }, speaking: null });
  await started.ready;
  client = connectEngine(started.socketPath);
  // What is said before there is a way is heard as a whole.
  await client.order({ type: "transcribe", sampleRateHz: RATE_HZ, urgency: "final" }, new Int16Array(800)).done;
  const { ear, next, told } = await openEar(sherpaRecogniser(client, { streaming: true }));
  const say = (sound: Int16Array): void => {
    for (let at = 0; at < sound.length; at += 160) ear.write(sound.slice(at, at + 160));
  };
  ear.begin(0);
  say(tone(RATE_HZ, { ms: 700, tailMs: 500 }));
  expect((await next("partial")).text).toMatch(/^da\b/i);
  say(tone(RATE_HZ, { ms: 700, tailMs: 500 }));
  expect((await next("partial")).text).toMatch(/^da da\b/i);
  ear.pause();
  ear.commit();
  expect((await next("utterance")).text).toMatch(/^da da\W*$/i);
  expect(told.some(({ type }) => type === "failed")).toBe(false);
  ear.close();
}, 60_000);

it("does only what it was born to", async () => {
  const started = begin({ hearing: null, speaking: { dir: join(MODELS, "piper-en-us-joe"), speaker: 0 } });
  await started.ready;
  client = connectEngine(started.socketPath);
  expect(started.load()).toMatchObject({ hearing: 0 });
  const order = { type: "transcribe", sampleRateHz: RATE_HZ, urgency: "final" } as const;
  await expect(client.order(order, new Int16Array(800)).done).rejects.toThrow(/has no recogniser/);
}, 60_000);

it.each([
  ["speech.stt.model_dir", { hearing: { dir: join(MODELS, "piper-en-us-joe"), language: null }, speaking: null }],
  ["speech.tts.model_dir", { hearing: null, speaking: { dir: join(MODELS, "moonshine-base-en"), speaker: 0 } }],
  ["speech.stt.model_dir", { hearing: { dir: join(MODELS, "nothing-here"), language: null }, speaking: null }],
])(
  "says what is wrong with %s",
  async (key, models) => {
    await expect(begin(models).ready).rejects.toThrow(key);
  },
  60_000,
);
