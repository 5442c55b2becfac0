/**
 * Each engine of the settings, in the order of its list, measured with a sentence of its own: `npm run doctor --
 * --measure`. Bounded in time and in what it costs; what will be sent where is told before (`toBeSent`).
 */
import type { Logger } from "pino";
import type { Settings } from "../config/schema.ts";
import type { Chat, Recogniser, Voice } from "../conversation/ports.ts";
import { connectRecogniser } from "../engines/embedded/stt/recogniser.ts";
import { connectVoice } from "../engines/embedded/tts/voice.ts";
import { connectEngine } from "../engines/neural/client.ts";
import { neuralRecogniser } from "../engines/neural/recogniser.ts";
import { LINE_RATE_HZ, neuralVoice } from "../engines/neural/voice.ts";
import { settingName } from "../engines/setting-name.ts";
import { sherpaRecogniser } from "../engines/sherpa/recogniser.ts";
import { within } from "../lib/abort.ts";
import type { Env } from "../lib/installation.ts";
import { embeddedEngines } from "./embedded-engines.ts";
import { inOrder } from "./engine-order.ts";
import { loadHosted } from "./hosted-engines.ts";
import type { HostedEngines } from "./hosted-engines.ts";
import { HEARD, measureChat, measureHearing, measureVoice, SENTENCES, soundOf } from "./measuring.ts";
import type { Figures } from "./measuring.ts";

export type MeasuredEngine = {
  /** Where it stands: `speech.stt`, `llm.1`. Null: the embedded one that stands behind each list. */
  readonly setting: string | null;
  readonly does: "hears" | "speaks" | "thinks";
  /** 1 is asked first. */
  readonly place: number;
  readonly engine: string;
  readonly figures: Figures | null;
  /** Why there are none, in one sentence. */
  readonly problem: string | null;
};

const ENGINE_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 30_000;

type Job = Omit<MeasuredEngine, "figures" | "problem"> & {
  readonly measure: (signal: AbortSignal) => Promise<Figures>;
};

/** One sentence: what leaves this machine when it is measured, and what that is in the provider's units. */
export function toBeSent({ speech, llm }: Pick<Settings, "speech" | "llm">): string {
  const hosted = (list: readonly { readonly provider: string }[]): number =>
    list.filter(({ provider }) => provider === "deepgram" || provider === "openai").length;
  const characters = SENTENCES.reduce((sum, { length }) => sum + length, 0);
  const parts = [
    [hosted(speech.stt), "hearing", "about 10 seconds of sound: a built-in sentence, twice"],
    [hosted(speech.tts), "speaking", `${SENTENCES.length} built-in sentences of ${characters} characters`],
    [hosted(llm), "thinking", "2 requests of about 40 tokens each"],
  ] as const;
  const sent = parts
    .filter(([count]) => count > 0)
    .map(([count, what, amount]) => `to each hosted engine for ${what} (${count}), ${amount}`);
  return sent.length === 0 ? "Nothing leaves this machine." : `What is sent: ${sent.join("; ")}.`;
}

/** One after the other, so that none is slow because of another. Rejects when not even the embedded engines start. */
export async function measureEngines(
  settings: Pick<Settings, "speech" | "llm">,
  { env, log, signal }: { readonly env: Env; readonly log: Logger; readonly signal: AbortSignal },
): Promise<readonly MeasuredEngine[]> {
  const own = await embeddedEngines(env)({ settings, businessVoice: "rms", log });
  const closing: (() => Promise<void> | void)[] = [() => own.close()];
  try {
    await within(
      Promise.resolve(own.ready),
      READY_WITHIN_MS,
      () => "the embedded engines did not start in 30 s",
      signal,
    );
    const { data } = own.connect();
    const small = connectVoice(data.assistantVoicePort, { voice: "awb" });
    const neural = data.neural === undefined ? null : connectEngine(data.neural.socketPath);
    const folder = data.sherpa === undefined ? null : connectEngine(data.sherpa.socketPath);
    const pocket = data.recogniserPort === undefined ? null : connectRecogniser(data.recogniserPort);
    closing.push(() => [small, neural, folder, pocket].forEach((one) => one?.close()));
    const speaksNeural = neural !== null && data.neural?.tts === "neural";
    const hearsNeural = neural !== null && data.neural?.stt === "neural";
    const voice: Voice = speaksNeural ? neuralVoice(neural, LINE_RATE_HZ) : small;
    const ear: Recogniser | null = hearsNeural ? neuralRecogniser(neural) : pocket;
    const hears = data.sherpa?.hears ?? null;
    const ways: Ways = {
      hosted: await loadHosted({ ...settings.speech, llm: settings.llm }),
      recogniser: ear,
      voice,
      folderHears: folder !== null && hears !== null ? sherpaRecogniser(folder, hears) : null,
      folderSpeaks: folder !== null && data.sherpa?.speaks === true ? neuralVoice(folder, LINE_RATE_HZ) : null,
      names: {
        stt: `embedded, ${hearsNeural ? "neural" : "small"}`,
        tts: `embedded, ${speaksNeural ? "neural" : "small"}`,
      },
      closing,
    };
    const sound = await soundOf(voice, HEARD, signal);
    const measured: MeasuredEngine[] = [];
    for (const job of [...hearing(settings, ways, sound), ...speaking(settings, ways), ...thinking(settings, ways)])
      measured.push(await done(job, signal));
    return measured;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

type Ways = {
  readonly hosted: HostedEngines;
  readonly recogniser: Recogniser | null;
  readonly voice: Voice;
  readonly folderHears: Recogniser | null;
  readonly folderSpeaks: Voice | null;
  readonly names: { readonly stt: string; readonly tts: string };
  readonly closing: (() => Promise<void> | void)[];
};

async function done({ measure, ...job }: Job, signal: AbortSignal): Promise<MeasuredEngine> {
  const own = new AbortController();
  const either = AbortSignal.any([signal, own.signal]);
  const late = (): string => `nothing came of it within ${ENGINE_WITHIN_MS / 1000} s`;
  try {
    return { ...job, figures: await within(measure(either), ENGINE_WITHIN_MS, late, signal), problem: null };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ...job, figures: null, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    own.abort(new Error("it has been measured"));
  }
}

function hearing({ speech }: Pick<Settings, "speech">, ways: Ways, sound: Int16Array): Job[] {
  return inOrder(speech.stt).map((engine, at) => {
    const setting = engine === "embedded" ? null : settingName("speech.stt", at, speech.stt.length);
    const [name, recogniser] =
      engine === "embedded" ? [ways.names.stt, ways.recogniser] : recogniserOf(engine, ways, setting ?? "");
    const measure = async (signal: AbortSignal): Promise<Figures> => {
      if (recogniser === null) throw new Error("there is no such recogniser on this machine: run npm run set-up");
      return measureHearing(recogniser, sound, signal);
    };
    return { setting, does: "hears", place: at + 1, engine: name, measure };
  });
}

function recogniserOf(
  engine:
    | Exclude<Settings["speech"]["stt"][number], { readonly provider: "embedded" }>
    | Settings["speech"]["stt"][number],
  { hosted, folderHears, recogniser, closing }: Ways,
  setting: string,
): readonly [string, Recogniser | null] {
  switch (engine.provider) {
    case "embedded":
      return ["embedded", recogniser];
    case "sherpa":
      return [`sherpa ${engine.model_dir}`, folderHears];
    case "deepgram": {
      const { api_key: apiKey, model, base_url: baseUrl } = engine;
      return [
        `deepgram ${model}`,
        hosted.deepgram?.recogniser({ apiKey: apiKey ?? "", model, baseUrl, setting }) ?? null,
      ];
    }
    case "openai": {
      const { api_key: apiKey, model, base_url: baseUrl } = engine;
      const made = hosted.openai?.recogniser({ apiKey, model, baseUrl, setting }) ?? null;
      closing.push(() => made?.close());
      return [`openai ${model}`, made];
    }
  }
}

function speaking({ speech }: Pick<Settings, "speech">, ways: Ways): Job[] {
  return inOrder(speech.tts).map((engine, at) => {
    const setting = engine === "embedded" ? null : settingName("speech.tts", at, speech.tts.length);
    const name =
      engine === "embedded" || engine.provider === "embedded"
        ? ways.names.tts
        : engine.provider === "sherpa"
          ? `sherpa ${engine.model_dir}`
          : `${engine.provider} ${engine.voice ?? engine.model}`;
    // Made when it is its turn: what is wrong with the settings is told then.
    const measure = async (signal: AbortSignal): Promise<Figures> => {
      const voice = engine === "embedded" ? ways.voice : voiceOf(engine, ways, setting ?? "");
      if (voice === null) throw new Error("there is no such voice on this machine: run npm run set-up");
      return measureVoice(voice, signal);
    };
    return { setting, does: "speaks", place: at + 1, engine: name, measure };
  });
}

function voiceOf(
  engine: Settings["speech"]["tts"][number],
  { hosted, folderSpeaks, voice, closing }: Ways,
  setting: string,
): Voice | null {
  switch (engine.provider) {
    case "embedded":
      return voice;
    case "sherpa":
      return folderSpeaks;
    case "deepgram": {
      const { api_key: apiKey, model, base_url: baseUrl, voice: named, sample_rate_hz: rate } = engine;
      const options = {
        apiKey: apiKey ?? "",
        model: named ?? model,
        baseUrl,
        sampleRateHz: rate ?? LINE_RATE_HZ,
        setting,
      };
      const made = hosted.deepgram?.voice(options) ?? null;
      closing.push(() => made?.close());
      return made;
    }
    case "openai": {
      const { api_key: apiKey, model, base_url: baseUrl, voice: named, sample_rate_hz: sampleRateHz } = engine;
      const made = hosted.openai?.voice({ apiKey, model, baseUrl, voice: named, sampleRateHz, setting }) ?? null;
      closing.push(() => made?.close());
      return made;
    }
  }
}

/** The rules take no time worth measuring. */
function thinking({ llm }: Pick<Settings, "llm">, { hosted, closing }: Ways): Job[] {
  return llm.flatMap((engine, at): Job[] => {
    if (engine.provider === "embedded") return [];
    const { api_key: apiKey, model, base_url: baseUrl } = engine;
    const setting = settingName("llm", at, llm.length);
    const measure = async (signal: AbortSignal): Promise<Figures> => {
      const chat = hosted.openai?.chat({ apiKey, model, baseUrl, setting });
      if (chat === undefined) throw new Error("there is no such model");
      closing.push(() => chat.close());
      return measureChat(chat satisfies Chat, signal);
    };
    return [{ setting, does: "thinks", place: at + 1, engine: `openai ${model}`, measure }];
  });
}
