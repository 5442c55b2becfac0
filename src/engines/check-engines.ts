/** Whether the hosted engines of the settings let us in: asked at the start and by the doctor, for next to nothing. */
import { checkDeepgram } from "./deepgram/check.ts";
import { checkOpenai } from "./openai/check.ts";
import { settingName } from "./setting-name.ts";

export type ConfiguredEngine = {
  readonly provider: string;
  readonly model?: string;
  readonly api_key?: string | null;
  readonly base_url?: string;
};

export type ConfiguredEngines = {
  readonly speech: { readonly stt: readonly ConfiguredEngine[]; readonly tts: readonly ConfiguredEngine[] };
  readonly llm: readonly ConfiguredEngine[];
};

/** Sentences, each naming a setting; none when all may be used. Keys stand in none of them. */
export async function refusedEngines(
  { speech, llm }: ConfiguredEngines,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lists = { "speech.stt": speech.stt, "speech.tts": speech.tts, llm };
  const asked = Object.entries(lists).flatMap(([list, engines]) =>
    engines.map((engine, at) => check(list, settingName(list, at, engines.length), engine, signal)),
  );
  return (await Promise.all(asked)).filter((sentence) => sentence !== null);
}

async function check(
  list: string,
  setting: string,
  { provider, model = "", api_key: apiKey = null, base_url: baseUrl = "" }: ConfiguredEngine,
  signal: AbortSignal,
): Promise<string | null> {
  switch (provider) {
    case "deepgram": {
      const models = list === "speech.stt" ? { listenModel: model } : { speakModel: model };
      return checkDeepgram({ apiKey: apiKey ?? "", baseUrl, setting, ...models }, signal);
    }
    case "openai":
      return checkOpenai({ apiKey, baseUrl, model, setting }, signal);
    default:
      return null;
  }
}
