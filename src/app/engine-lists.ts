/**
 * The engines of a conversation thread, as the settings list them: in order of preference, each with the next behind it,
 * and the embedded one last, also where the list does not name it. In a call of another language than English only those
 * that know it are used: it ends rather than that it went on in English. Hosted engines have sockets of their own here;
 * the embedded ones come from whoever knows the ways to them.
 */
import { basename } from "node:path";
import type { Logger } from "pino";
import type { Settings } from "../config/schema.ts";
import { modelBrains } from "../conversation/dialog/model/model-brain.ts";
import { withTakeover } from "../conversation/dialog/takeover.ts";
import type { Mind } from "../conversation/dialog/takeover.ts";
import { namedBrains, namedRecogniser, namedVoice } from "../conversation/named-engines.ts";
import { withSecondVoice } from "../conversation/playout/second-voice.ts";
import type { BrainFactory, Recogniser, Voice } from "../conversation/ports.ts";
import { recognisersInOrder, REST_MS } from "../conversation/turn/recognisers-in-order.ts";
import { keepingVoice } from "../engines/keeping-voice.ts";
import type { NamedRecogniser } from "../conversation/turn/recognisers-in-order.ts";
import { heardBy, spokenBy } from "../engines/languages.ts";
import { languageOfTag } from "../language/languages.ts";
import type { Language } from "../language/languages.ts";
import { systemClock, systemTimers } from "../lib/clock.ts";
import type { TurnJudgement } from "../engines/piecewise/transcriber.ts";
import { settingName } from "../engines/setting-name.ts";
import { behindEmbedded, inOrder } from "./engine-order.ts";
import type { HostedEngines } from "./hosted-engines.ts";

export type EngineLists = {
  readonly stt: Settings["speech"]["stt"];
  readonly tts: Settings["speech"]["tts"];
  readonly llm: Settings["llm"];
};

export type Made<T> = { readonly engine: T; close(): void };

const nowMs = (): number => systemClock.monotonicMs();

export type HearingWays = {
  /** Under its name already, as everything here that is embedded. */
  readonly embedded: Recogniser;
  /** Of the engine process that has loaded the folder; null where none is configured. */
  readonly sherpa: Recogniser | null;
  readonly hosted: HostedEngines;
  /** Tells from the sound whether somebody has finished, for ears that cannot; null where no model for it runs. */
  readonly judgeTurn?: TurnJudgement | null;
  /** Whether an engine that judges turns is asked when a reply may be made ready. */
  readonly eagerEndOfTurn: boolean;
};

export function hearingWith(list: EngineLists["stt"], ways: HearingWays, log: Logger): Made<Recogniser> {
  const closing: (() => void)[] = [];
  const behind = behindEmbedded(list);
  const engines = [...inOrder(list), ...behind].flatMap((engine): NamedRecogniser[] => {
    if (engine === "embedded") return [{ name: "embedded", recogniser: ways.embedded, languages: ["en"] }];
    const setting = settingName("speech.stt", list.indexOf(engine), list.length);
    const languages = heardBy(engine).filter((language) => language !== "en" || !behind.includes(engine));
    const named = (name: string, recogniser: Recogniser): NamedRecogniser[] => [
      { name, recogniser: namedRecogniser(name, recogniser), languages },
    ];
    switch (engine.provider) {
      case "embedded":
        return [];
      case "deepgram": {
        if (ways.hosted.deepgram === null) return [];
        const { api_key: apiKey, model, base_url: baseUrl } = engine;
        const recogniser = ways.hosted.deepgram.recogniser({
          apiKey: apiKey ?? "",
          model,
          baseUrl,
          setting,
          eagerEndOfTurn: ways.eagerEndOfTurn,
        });
        return named(`deepgram ${model}`, recogniser);
      }
      case "openai": {
        if (ways.hosted.openai === null) return [];
        const { api_key: apiKey, model, base_url: baseUrl } = engine;
        const recogniser = ways.hosted.openai.recogniser({
          ...{ apiKey, model, baseUrl, setting },
          ...(ways.judgeTurn == null ? {} : { judgeTurn: ways.judgeTurn }),
        });
        closing.push(() => recogniser.close());
        return named(`openai ${model}`, recogniser);
      }
      case "sherpa":
        return ways.sherpa === null ? [] : named(folderName(engine), ways.sherpa);
    }
  });
  const [only] = engines;
  const engine =
    engines.length === 1 && only !== undefined ? only.recogniser : recognisersInOrder(engines, { log, nowMs });
  return { engine, close: () => closing.forEach((close) => close()) };
}

export type SpeakingWays = {
  readonly embedded: Voice;
  /** By the language in which numbers and codes are spelled out. */
  readonly sherpa: ((language: Language) => Voice) | null;
  readonly hosted: HostedEngines;
};

/** What the line carries; nobody hears more of it. */
const LINE_RATE_HZ = 8000;

/** The voices of a list, one chain for each language: made when the first call needs it. */
export function speakingWith(list: EngineLists["tts"], ways: SpeakingWays, log: Logger): Made<VoiceFor> {
  const closing: (() => void)[] = [];
  const chains = new Map<Language, Voice>();
  const speaks = new Map(list.map((engine) => [engine, spokenBy(engine)]));

  function voicesFor(language: Language): readonly Voice[] {
    return (language === "en" ? inOrder(list) : list).flatMap((engine): Voice[] => {
      if (engine === "embedded") return [ways.embedded];
      if (speaks.get(engine)?.includes(language) !== true) return [];
      const setting = settingName("speech.tts", list.indexOf(engine), list.length);
      switch (engine.provider) {
        case "embedded":
          return [];
        case "deepgram": {
          if (ways.hosted.deepgram === null) return [];
          const { api_key: apiKey, model, base_url: baseUrl, voice, sample_rate_hz: rate } = engine;
          const made = ways.hosted.deepgram.voice({
            apiKey: apiKey ?? "",
            model: voice ?? model,
            baseUrl,
            sampleRateHz: rate ?? LINE_RATE_HZ,
            setting,
          });
          closing.push(() => made.close());
          return [namedVoice(`deepgram ${voice ?? model}`, keepingVoice(made))];
        }
        case "openai": {
          if (ways.hosted.openai === null) return [];
          const { api_key: apiKey, model, base_url: baseUrl, voice, sample_rate_hz: sampleRateHz } = engine;
          const made = ways.hosted.openai.voice({ apiKey, model, baseUrl, voice, sampleRateHz, language, setting });
          closing.push(() => made.close());
          return [namedVoice(`openai ${model}`, made)];
        }
        case "sherpa":
          return ways.sherpa === null ? [] : [namedVoice(folderName(engine), ways.sherpa(language))];
      }
    });
  }

  function voiceFor(tag: string): Voice {
    const language = languageOfTag(tag);
    const known = chains.get(language);
    if (known !== undefined) return known;
    const voices = voicesFor(language);
    if (voices.length === 0) throw new Error(`a call needs a voice that speaks ${tag}: check speech.tts`);
    const chain = voices.reduceRight((second, first) =>
      withSecondVoice(first, second, { log, nowMs, restMs: REST_MS }),
    );
    chains.set(language, chain);
    return chain;
  }

  // English calls come first and mostly: their sockets are not opened while one is waiting.
  voiceFor("en");
  return { engine: voiceFor, close: () => closing.forEach((close) => close()) };
}

/** The voice of a call, by its language. */
export type VoiceFor = (tag: string) => Voice;

/** Below every model stand the rules, in calls that they can lead: English ones. */
export function thinkingWith(
  list: EngineLists["llm"],
  ways: { readonly rules: BrainFactory; readonly hosted: HostedEngines },
  log: Logger,
): Made<BrainFactory> {
  const closing: (() => void)[] = [];
  const { hosted } = ways;
  const rules = namedBrains("rules", ways.rules);
  function mindOf(engine: EngineLists["llm"][number] | "embedded"): Mind[] {
    if (engine === "embedded" || engine.provider === "embedded") return [{ name: "rules", brains: rules }];
    if (hosted.openai === null) return [];
    const { api_key: apiKey, model, base_url: baseUrl } = engine;
    const setting = settingName("llm", list.indexOf(engine), list.length);
    const chat = hosted.openai.chat({ apiKey, model, baseUrl, setting });
    closing.push(() => chat.close());
    return [{ name: chat.name, brains: modelBrains(chat) }];
  }

  const minds = inOrder(list).flatMap(mindOf);
  const behind = behindEmbedded(list).flatMap(mindOf);
  const leading = { timers: systemTimers, clock: systemClock, log };
  const english = minds.length === 1 ? rules : withTakeover(minds, leading);
  const models = [...minds, ...behind].filter(({ brains }) => brains !== rules);
  const others = models.length === 0 ? null : withTakeover(models, leading);
  const engine: BrainFactory = {
    begin(brief, history) {
      if (languageOfTag(brief.brief.language) === "en") return english.begin(brief, history);
      if (others === null) throw new Error(`a call in ${brief.brief.language} needs a language model: check llm`);
      return others.begin(brief, history);
    },
  };
  return { engine, close: () => closing.forEach((close) => close()) };
}

/** Without its path, which is nobody's business. */
function folderName({ model_dir: folder }: { readonly model_dir: string }): string {
  return `sherpa ${basename(folder)}`;
}
