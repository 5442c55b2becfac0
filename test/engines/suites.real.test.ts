/**
 * The engines that come with the house, and models out of folders, with the real models and processes, as any engine. The
 * streaming folder is the smallest streaming model there can be, which writes "da" for each loud sound: no package that
 * can be had brings a larger one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll } from "vitest";
import { connectRecogniser } from "../../src/engines/embedded/stt/recogniser.ts";
import { connectVoice } from "../../src/engines/embedded/tts/voice.ts";
import { connectEngine } from "../../src/engines/neural/client.ts";
import type { EngineClient } from "../../src/engines/neural/client.ts";
import { neuralRecogniser } from "../../src/engines/neural/recogniser.ts";
import { beginNeuralEngine } from "../../src/engines/neural/supervisor.ts";
import type { NeuralEngineOptions } from "../../src/engines/neural/supervisor.ts";
import { neuralVoice } from "../../src/engines/neural/voice.ts";
import { sherpaRecogniser } from "../../src/engines/sherpa/recogniser.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { share, wordErrors } from "../people/word-errors.ts";
import { startRecogniser, startVoice } from "../support/engines.ts";
import { joined, TELEPHONE } from "./line.ts";
import { tone } from "./openai/kit.ts";
import { recogniserSuite } from "./recogniser-suite.ts";
import { writeLoudnessModel } from "./sherpa/loudness-model.ts";
import { spoken, voiceSuite } from "./voice-suite.ts";

const MODELS = join(PROJECT_ROOT, "var/models");
const log = pino({ level: "silent" });
const closing: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Begun when the first test wants it, and kept for all. */
function once<T>(begin: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | null = null;
  return () => (begun ??= begin());
}

function engine(models?: NonNullable<NeuralEngineOptions["models"]>): () => Promise<EngineClient> {
  return once(async () => {
    const started = beginNeuralEngine({
      decodings: 1,
      ...(models === undefined ? {} : { models }),
      env: process.env,
      log,
    });
    closing.push(() => started.close());
    await started.ready;
    const client = connectEngine(started.socketPath);
    closing.push(() => client.close());
    return client;
  });
}

const neural = engine();
const folders = engine({
  hearing: { dir: join(MODELS, "moonshine-base-en"), language: null },
  speaking: { dir: join(MODELS, "piper-en-us-joe"), speaker: 0 },
});
const streaming = once(async () => {
  const dir = mkdtempSync(join(tmpdir(), "outdial-models-"));
  closing.push(() => rmSync(dir, { recursive: true }));
  writeLoudnessModel(dir);
  return engine({ hearing: { dir, language: null }, speaking: null })();
});
const voices = once(async () => {
  const host = await startVoice({ log, warm: ["rms"] });
  closing.push(() => host.close());
  return host;
});
const ears = once(async () => {
  const host = await startRecogniser(log);
  closing.push(() => host.close());
  return host;
});

const stays = (): Promise<void> => Promise.resolve();

/** One word in four may be another. */
const understood = (heard: string, said: string): boolean => share([wordErrors(said, heard)]) <= 0.25;

const SENTENCES = ["The train leaves at noon.", "Where is the library?", "My brother is a teacher."] as const;
/** A larger model writes "where's", as people do. */
const PLAIN = ["The train leaves at noon.", "Please bring the blue form.", "My brother is a teacher."] as const;
const ALIKE = { rates: [8000, 16_000], sentences: SENTENCES, understood, answerWithinMs: 30_000 } as const;

recogniserSuite(
  "the small recogniser",
  async () => {
    const recogniser = connectRecogniser((await ears()).connect(), { answerWithinMs: 30_000 });
    const voice = connectVoice((await voices()).connect(), { voice: "rms" });
    return {
      recogniser,
      async speech(text, rate) {
        const sound = await spoken(voice, text);
        return rate === 8000 ? TELEPHONE.carry(sound) : sound;
      },
      close() {
        recogniser.close();
        voice.close();
        return stays();
      },
    };
  },
  { ...ALIKE, tellsWords: "as_spoken" },
);

async function said(client: EngineClient, text: string, sampleRateHz: number): Promise<Int16Array> {
  return (await client.order({ type: "speak", sampleRateHz, text }).done).sound;
}

recogniserSuite(
  "the neural recogniser with its models",
  async () => {
    const client = await neural();
    return { recogniser: neuralRecogniser(client), speech: (text, rate) => said(client, text, rate), close: stays };
  },
  { ...ALIKE, sentences: PLAIN, tellsWords: "after_pause" },
);

recogniserSuite(
  "an offline model out of a folder",
  async () => {
    const client = await folders();
    const recogniser = sherpaRecogniser(client, { streaming: false });
    return { recogniser, speech: (text, rate) => said(client, text, rate), close: stays };
  },
  { ...ALIKE, sentences: PLAIN, tellsWords: "after_pause" },
);

recogniserSuite(
  "a streaming model out of a folder",
  async () => ({
    recogniser: sherpaRecogniser(await streaming(), { streaming: true }),
    speech: (text, rate) => joined(text.split(" ").map(() => tone(rate, { ms: 700, tailMs: 500 }))),
    close: stays,
  }),
  // More of the same in a row counts as invented.
  { rates: [8000, 16_000], sentences: ["da", "da da", "da da da"], answerWithinMs: 30_000, tellsWords: "after_pause" },
);

voiceSuite("the small voice", async () => {
  const voice = connectVoice((await voices()).connect(), { voice: "rms" });
  return {
    voice,
    close() {
      voice.close();
      return stays();
    },
  };
});
voiceSuite("the neural voice with its model", async () => ({ voice: neuralVoice(await neural(), 8000), close: stays }));
voiceSuite("a voice out of a folder", async () => ({ voice: neuralVoice(await folders(), 8000), close: stays }));
