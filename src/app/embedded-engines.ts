/**
 * The engines of an appliance as `appliance.ts` sees them: something that is started once, that every conversation
 * thread is given ways to, and that is ended with the appliance. These are the embedded ones: the neural engines in a
 * process of their own, the small ones in threads of their own. The small voice always runs, because it is the voice of
 * the fictional business and the one that takes over from a voice that fails.
 */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { Settings } from "../config/schema.ts";
import type { ThreadBirth } from "../conversation/messages.ts";
import { beginRecogniser } from "../engines/embedded/stt/recogniser.ts";
import { beginVoice } from "../engines/embedded/tts/voice.ts";
import { connectEngine } from "../engines/neural/client.ts";
import { LINE_RATE_HZ, neuralVoice } from "../engines/neural/voice.ts";
import type { EngineModels } from "../engines/neural/birth.ts";
import { describeModelFolder } from "../engines/sherpa/model-folder.ts";
import { beginNeuralEngine } from "../engines/neural/supervisor.ts";
import type { NeuralEngine } from "../engines/neural/supervisor.ts";
import { allOrNone } from "../lib/all-or-none.ts";
import type { Env } from "../lib/installation.ts";
import { readMachine, whyTooSmall } from "../lib/machine.ts";
import { findNeuralModels, findWholeModels } from "../lib/speech-models.ts";
import type { EnginesBirth } from "./conversation-thread.ts";
import { chooseEmbedded } from "./embedded-choice.ts";
import type { EmbeddedChoice } from "./embedded-choice.ts";
import { inOrder } from "./engine-order.ts";
import { isElsewhere, loadOf, seatsFor, SMALL_ENGINE_LOAD } from "./seats.ts";
import type { EmbeddedModel } from "./embedded-choice.ts";

export type ApplianceEngines = {
  /** The program of the conversation threads that work with these engines. */
  readonly entry: URL;
  /** What the start line says of them; left out when there is nothing to say. */
  readonly described?: string;
  /** Hearing and speaking are done elsewhere: all cores are for the conversations. */
  readonly elsewhere?: boolean;
  /** The ways to the engines for one more thread: also for one that replaces a thread that died. */
  connect(): { readonly data: EngineWays; readonly transfer: MessagePort[] };
  /** When they are still starting: settles when they serve, or rejects with what is missing. Ways lead there already. */
  readonly ready?: Promise<unknown>;
  /** Has the assistant's voice say this where nobody hears it: the sound is kept for those who will. */
  speakAhead?(text: string, signal: AbortSignal): Promise<void>;
  /** How many calls they and this machine carry; left out where nobody has measured it. */
  seats?(): number | null;
  /** Null while they serve, else one sentence. */
  readonly notReady?: () => string | null;
  close(): Promise<void>;
};

/** What the engines put into the birth of a thread. */
type EngineWays = Omit<ThreadBirth, "media" | "timeSavers" | "logLevel"> &
  Partial<Pick<EnginesBirth, "engines" | "sherpa">>;

export type EngineNeeds = {
  readonly settings: Pick<Settings, "speech" | "llm">;
  readonly businessVoice: ThreadBirth["businessVoice"];
  readonly log: Logger;
};

/** Rejects with nothing left running. */
export type StartEngines = (needs: EngineNeeds) => Promise<ApplianceEngines>;

/** Does not wait for them: `ready` does. */
export function embeddedEngines(env: Env): StartEngines {
  return async ({ settings, businessVoice, log }) => {
    const wanted = { stt: modelOf(settings.speech.stt), tts: modelOf(settings.speech.tts) };
    const models =
      wanted.stt === "small" && wanted.tts === "small" ? findNeuralModels(env) : await findWholeModels(env);
    const choice = chooseEmbedded(wanted, models, whyTooSmall(readMachine()));
    for (const reason of choice.because) log.warn({ reason }, "the small engines stand in for the neural ones");
    const voice = beginVoice({ log, warm: ["awb", businessVoice] });
    const recogniser = choice.stt === "small" ? beginRecogniser(log) : null;
    const neural =
      choice.stt === "neural" || choice.tts === "neural"
        ? beginNeuralEngine({ decodings: decodingsAtOnce(), env, log })
        : null;
    const folders = folderModels(settings.speech);
    const folder =
      folders === null ? null : beginNeuralEngine({ decodings: decodingsAtOnce(), models: folders, env, log });
    const cores = availableParallelism();
    const ahead = choice.tts === "neural" && neural !== null ? connectEngine(neural.socketPath) : null;
    return {
      entry: new URL("./conversation-thread.ts", import.meta.url),
      described: described(settings, choice),
      elsewhere: isElsewhere(settings.speech),
      ready: allOrNone([
        voice.ready,
        recogniser?.ready ?? Promise.resolve(),
        neural?.ready ?? Promise.resolve(),
        folder?.ready ?? Promise.resolve(),
      ]),
      ...(ahead === null
        ? {}
        : { speakAhead: (text, signal) => drained(neuralVoice(ahead, LINE_RATE_HZ).speak(text, signal)) }),
      seats: () => {
        const own = neural?.load() ?? SMALL_ENGINE_LOAD;
        return seatsFor(cores, loadOf(settings.speech, { embedded: own, folder: folder?.load() ?? own }));
      },
      notReady: () => voice.host.notReady() ?? recogniser?.host.notReady() ?? neural?.notReady() ?? null,
      connect() {
        const small = {
          assistantVoicePort: voice.host.connect(),
          businessVoicePort: voice.host.connect(),
          ...(recogniser === null ? {} : { recogniserPort: recogniser.host.connect() }),
        };
        const engines = { stt: settings.speech.stt, tts: settings.speech.tts, llm: settings.llm };
        const ways = { businessVoice, engines, ...small, ...folderWays(folder, folders) };
        return {
          data: neural === null ? ways : { ...ways, neural: { ...choice, socketPath: neural.socketPath } },
          transfer: Object.values(small),
        };
      },
      close: async () => {
        ahead?.close();
        await Promise.all([voice.host.close(), recogniser?.host.close(), neural?.close(), folder?.close()]);
      },
    };
  };
}

/** The first folder of each list, for a process of their own; null where none is configured. */
function folderModels({ stt, tts }: Settings["speech"]): EngineModels | null {
  const hears = stt.find((engine) => engine.provider === "sherpa");
  const speaks = tts.find((engine) => engine.provider === "sherpa");
  if (hears === undefined && speaks === undefined) return null;
  return {
    hearing: hears === undefined ? null : { dir: resolve(hears.model_dir), language: null },
    speaking: speaks === undefined ? null : { dir: resolve(speaks.model_dir), speaker: Number(speaks.voice ?? 0) },
  };
}

function folderWays(engine: NeuralEngine | null, models: EngineModels | null): Pick<EnginesBirth, "sherpa"> {
  if (engine === null || models === null) return {};
  const { socketPath } = engine;
  const { hearing, speaking } = models;
  const folder = hearing === null || hearing === "own" ? null : describeModelFolder(hearing.dir);
  // What is wrong with it the engine process says, before anybody is born.
  const streaming = folder !== null && "streaming" in folder && folder.streaming === true;
  return { sherpa: { socketPath, hears: folder === null ? null : { streaming }, speaks: speaking !== null } };
}

/** The embedded ones as before; of a list, all of it in order. */
function described({ speech, llm }: Pick<Settings, "speech" | "llm">, choice: EmbeddedChoice): string {
  const named = (list: readonly { readonly provider: string; readonly model?: string }[], embedded: string): string =>
    inOrder(list)
      .map((engine) =>
        engine === "embedded"
          ? embedded
          : [engine.provider, engine.model].filter((word) => word !== undefined).join(" "),
      )
      .join(", then ");
  const thinks = inOrder(llm).length === 1 ? [] : [`thinks with ${named(llm, "rules")}`];
  return [
    `hears with ${named(speech.stt, `the ${choice.stt} recogniser`)}`,
    ...thinks,
    `speaks with ${named(speech.tts, `the ${choice.tts} voice`)}`,
  ].join(", ");
}

async function drained(sound: AsyncIterable<Int16Array>): Promise<void> {
  for await (const piece of sound) void piece;
}

/** One a core, as far as memory goes; the process is less urgent than the audio, which must never wait. */
function decodingsAtOnce(): number {
  const { memoryBytes, limitBytes } = readMachine();
  const fitting = Math.floor((Math.min(memoryBytes, limitBytes ?? Infinity) - BESIDES_BYTES) / DECODING_BYTES);
  return Math.max(1, Math.min(availableParallelism(), MOST_DECODINGS, fitting));
}

/** What a further decoding at the same time takes for good, and what everything else needs. */
const DECODING_BYTES = 100e6;
const BESIDES_BYTES = 1.2e9;
const MOST_DECODINGS = 8;

function modelOf(engines: readonly { readonly provider: string; readonly model?: string }[]): EmbeddedModel {
  const embedded = engines.find(({ provider }) => provider === "embedded");
  return embedded?.model === "neural" || embedded?.model === "small" ? embedded.model : "auto";
}
