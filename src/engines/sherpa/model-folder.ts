/**
 * What is in a folder with a model for sherpa-onnx, as its makers release them: whatever kind it is, `model_dir` is all
 * that has to be configured. Loading one as another ends the process, so what is not recognised is not tried.
 */
import { readdirSync } from "node:fs";
import { folderFiles } from "./folder-files.ts";
import { hearingModelIn } from "./hearing-folders.ts";
import type { HearingKind } from "./hearing-folders.ts";
import { readOnnxMetadata } from "./onnx-metadata.ts";
import { speakingModelIn } from "./speaking-folders.ts";
import type { SpeakingKind } from "./speaking-folders.ts";

export type ModelFolder =
  /** `config` is sherpa-onnx's own: of an `OnlineRecognizer` when it is streaming, else of an `OfflineRecognizer`. */
  | { readonly use: "hearing"; readonly kind: HearingKind; readonly streaming: boolean; readonly config: object }
  /** Of an `OfflineTts`. */
  | { readonly use: "speaking"; readonly kind: SpeakingKind; readonly config: object };

/** One sentence about the folder, to be put behind the name of its setting. */
export type FolderProblem = { readonly problem: string };

export type FolderOptions = {
  /** ISO 639-1, for recognisers of many languages that have to be told; null: they find out for themselves. */
  readonly language?: string | null;
  /** espeak-ng's data, for voices that are released without it. */
  readonly pronunciations?: string | null;
};

const SAMPLE_RATE_HZ = 16_000;
/** One core for each decoding: several calls are decoded side by side. */
const THREADS = { numThreads: 1, provider: "cpu" };

export function describeModelFolder(dir: string, options: FolderOptions = {}): ModelFolder | FolderProblem {
  let names: readonly string[];
  try {
    names = readdirSync(dir);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return { problem: `${dir} ${code === "ENOTDIR" ? "is no folder" : "is missing or cannot be read"}` };
  }
  return describeFiles(dir, names, options, readOnnxMetadata);
}

/** The same of a list of names: what the models say of themselves is asked for only where the names leave it open. */
export function describeFiles(
  dir: string,
  names: readonly string[],
  { language = null, pronunciations = null }: FolderOptions,
  metadata: (path: string) => ReadonlyMap<string, string>,
): ModelFolder | FolderProblem {
  const files = folderFiles(dir, names, metadata);
  if (!names.some((name) => /\.(?:onnx|ort)$/.test(name))) {
    return { problem: `${dir} holds no model: no file in it ends in .onnx or .ort` };
  }
  if (files.tokens === null) return { problem: `${dir} holds no tokens.txt, which every model is released with` };
  const hearing = hearingModelIn(files, language);
  if (hearing !== null) {
    const modelConfig = { ...hearing.model, tokens: files.tokens, ...THREADS };
    const config = { featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 }, modelConfig };
    return { use: "hearing", kind: hearing.kind, streaming: hearing.kind.startsWith("streaming-"), config };
  }
  const speaking = speakingModelIn(files, dir, pronunciations);
  if (typeof speaking === "string") return { problem: `${dir} cannot be used: ${speaking}` };
  if (speaking !== null) {
    const { kind, model, ruleFsts } = speaking;
    const rules = ruleFsts === "" ? {} : { ruleFsts };
    return { use: "speaking", kind, config: { model: { ...model, ...THREADS }, ...rules, maxNumSentences: 1 } };
  }
  return {
    problem: `nothing says which kind of model ${dir} holds: give the folder the name that it was released with`,
  };
}
