/** Which voice lies in a folder, as sherpa-onnx's are released. Pure but for what its model says of itself. */
import { join } from "node:path";
import type { FolderFiles } from "./folder-files.ts";

export type SpeakingKind = "vits" | "matcha" | "kokoro" | "kitten";

/** `model`: what goes into the voice's `model` besides threads. */
export type SpeakingModel = { readonly kind: SpeakingKind; readonly model: object; readonly ruleFsts: string };

const ESPEAK = "espeak-ng-data";

/** A sentence for what is missing of one that is recognised; null when it is none, or nothing says which. */
export function speakingModelIn(
  folder: FolderFiles,
  dir: string,
  pronunciations: string | null,
): SpeakingModel | string | null {
  const { tokens } = folder;
  if (tokens === null) return null;
  const dataDir = folder.has(ESPEAK) ? join(dir, ESPEAK) : pronunciations;
  const common = { tokens, ...lexiconOf(folder) };
  const ruleFsts = folder.like(/\.fst$/).join(",");
  const [voices] = folder.like(/^voices\.bin$/);
  if (voices !== undefined) return withVoices(folder, { ...common, voices, dataDir });
  const acousticModel = folder.like(/^model-steps-\d+\.onnx$/)[0] ?? null;
  if (acousticModel !== null) {
    const vocoder = folder.part("vocos(?:-[\\w.]+)?") ?? folder.part("hifigan(?:_v\\d)?", "floats");
    if (vocoder === null)
      return "it has no vocoder: put one that was released with it, such as vocos-22khz-univ.onnx, beside it";
    const espeak = needsEspeak(folder, acousticModel) ? spoken(dataDir) : {};
    return espeak === null
      ? NO_PRONUNCIATIONS
      : { kind: "matcha", ruleFsts, model: { matcha: { ...common, acousticModel, vocoder, ...espeak } } };
  }
  const model = folder.only();
  if (model === null || !isVits(folder, model)) return null;
  const espeak = needsEspeak(folder, model) ? spoken(dataDir) : {};
  if (espeak === null) return NO_PRONUNCIATIONS;
  const manner = { noiseScale: 0.667, noiseScaleW: 0.8, lengthScale: 1 };
  return { kind: "vits", ruleFsts, model: { vits: { ...common, model, ...espeak, ...manner } } };
}

const NO_PRONUNCIATIONS = `it needs ${ESPEAK}, by which it knows how words are pronounced: put that beside it, or install Debian's package ${ESPEAK}`;

function withVoices(
  folder: FolderFiles,
  common: { readonly tokens: string; readonly voices: string; readonly dataDir: string | null },
): SpeakingModel | string | null {
  const model = folder.only();
  if (model === null) return null;
  const { dataDir, ...rest } = common;
  if (dataDir === null) return NO_PRONUNCIATIONS;
  const kind = /kitten/.test(`${folder.says(model, "model_type") ?? ""} ${folder.name}`) ? "kitten" : "kokoro";
  return { kind, ruleFsts: "", model: { [kind]: { ...rest, model, dataDir, lengthScale: 1 } } };
}

function isVits(folder: FolderFiles, model: string): boolean {
  const type = folder.says(model, "model_type");
  if (type !== undefined) return /vits/.test(type);
  return /vits|piper|melo-?tts|coqui/.test(folder.name) || folder.has(ESPEAK) || folder.has("lexicon.txt");
}

/** Piper's voices do, Coqui's and those with a lexicon of their own do not. */
function needsEspeak(folder: FolderFiles, model: string): boolean {
  if (folder.has(ESPEAK)) return true;
  const told = folder.says(model, "has_espeak");
  if (told !== undefined) return told === "1";
  return /piper/.test(folder.name) || /en_us-ljspeech/.test(folder.name);
}

function spoken(dataDir: string | null): { readonly dataDir: string } | null {
  return dataDir === null ? null : { dataDir };
}

/** Of several for one language, the American. */
function lexiconOf(folder: FolderFiles): { readonly lexicon?: string } {
  const all = folder.like(/^lexicon(?:-[\w-]+)?\.txt$/);
  const american = all.some((path) => path.endsWith("lexicon-us-en.txt"));
  const chosen = all.filter((path) => !(american && path.endsWith("lexicon-gb-en.txt")));
  return chosen.length === 0 ? {} : { lexicon: chosen.join(",") };
}
