/**
 * Which languages a call may be in: for each of them there has to be an engine that hears it, one that thinks in it and
 * one that speaks it. The embedded engines, and the rules, know English; they stand at the end of every list, so English
 * is never missing.
 */
import { LANGUAGES } from "../language/languages.ts";
import type { Language } from "../language/languages.ts";
import { heardByDeepgram, spokenByDeepgram } from "./deepgram/languages.ts";
import { heardByOpenai, spokenByOpenai } from "./openai/languages.ts";
import { languagesOfFolder } from "./sherpa/languages.ts";

/** An entry of a list of the settings, as far as it matters here. */
export type ListedEngine = {
  readonly provider: string;
  readonly model?: string;
  readonly voice?: string | null;
  readonly model_dir?: string;
  /** What the operator says of it; null: what is known of it. */
  readonly languages?: readonly Language[] | null;
};

export type ListedEngines = {
  readonly speech: { readonly stt: readonly ListedEngine[]; readonly tts: readonly ListedEngine[] };
  readonly llm: readonly ListedEngine[];
};

const ENGLISH: readonly Language[] = ["en"];

export function heardBy({ provider, model = "", model_dir: dir = "", languages }: ListedEngine): readonly Language[] {
  if (languages != null) return languages;
  if (provider === "deepgram") return heardByDeepgram(model);
  if (provider === "openai") return heardByOpenai(model);
  return provider === "sherpa" ? languagesOfFolder(dir) : ENGLISH;
}

export function spokenBy(engine: ListedEngine): readonly Language[] {
  const { provider, model = "", voice = null, model_dir: dir = "", languages } = engine;
  if (languages != null) return languages;
  if (provider === "deepgram") return spokenByDeepgram(voice ?? model);
  if (provider === "openai") return spokenByOpenai(model, voice);
  return provider === "sherpa" ? languagesOfFolder(dir) : ENGLISH;
}

/** A model is led in any of them; the rules lead in English alone. */
export function thoughtBy({ provider }: ListedEngine): readonly Language[] {
  return provider === "embedded" ? ENGLISH : LANGUAGES;
}

/** In the order of `LANGUAGES`; the embedded engines are counted in. */
export function languagesOf({ speech, llm }: ListedEngines): readonly Language[] {
  const known = [
    new Set([...ENGLISH, ...speech.stt.flatMap(heardBy)]),
    new Set([...ENGLISH, ...speech.tts.flatMap(spokenBy)]),
    new Set([...ENGLISH, ...llm.flatMap(thoughtBy)]),
  ];
  return LANGUAGES.filter((language) => known.every((each) => each.has(language)));
}
