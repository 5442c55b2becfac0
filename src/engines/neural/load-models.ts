/** The models that an engine process is born to hear and speak with, loaded. */
import type { Env } from "../../lib/installation.ts";
import { findNeuralModels, findPronunciations } from "../../lib/speech-models.ts";
import { loadFolderSynthesiser, loadFolderTranscriber } from "../sherpa/load.ts";
import { describeModelFolder } from "../sherpa/model-folder.ts";
import type { EngineModels } from "./birth.ts";
import { loadSynthesiser, loadTranscriber } from "./models.ts";
import type { Synthesiser, Transcriber } from "./models.ts";
import { loadTurnJudge } from "./turn-judge.ts";
import type { TurnJudge } from "./turn-judge.ts";

export type LoadedModels = {
  /** Null: nobody asked it to. */
  readonly transcriber: Transcriber | null;
  readonly synthesiser: Synthesiser | null;
  /** Null: its model is not installed, or nobody hears here. */
  readonly judge: TurnJudge | null;
};

/** Rejects with a sentence that says what is missing, or what is wrong with a folder. */
export async function loadModels({ hearing, speaking }: EngineModels, env: Env): Promise<LoadedModels> {
  const found = findNeuralModels(env);
  const own = "models" in found ? found.models : null;
  if (own === null && (hearing === "own" || speaking === "own")) {
    throw new Error("missing" in found ? found.missing.join("; ") : "the speech models are missing");
  }
  const [transcriber, synthesiser, judge] = await Promise.all([
    hearing === "own" && own !== null ? loadTranscriber(own) : folderTranscriber(hearing),
    speaking === "own" && own !== null ? loadSynthesiser(own) : folderSynthesiser(speaking, env),
    hearing !== null && own !== null ? loadTurnJudge(own.smartTurn) : null,
  ]);
  return { transcriber, synthesiser, judge };
}

async function folderTranscriber(hearing: EngineModels["hearing"]): Promise<Transcriber | null> {
  if (hearing === null || hearing === "own") return null;
  const folder = describeModelFolder(hearing.dir, { language: hearing.language });
  if ("problem" in folder) throw new Error(`speech.stt.model_dir: ${folder.problem}`);
  if (folder.use === "hearing") return loadFolderTranscriber(folder);
  throw new Error(`speech.stt.model_dir: ${hearing.dir} holds a voice (${folder.kind}), and no recogniser`);
}

async function folderSynthesiser(speaking: EngineModels["speaking"], env: Env): Promise<Synthesiser | null> {
  if (speaking === null || speaking === "own") return null;
  const folder = describeModelFolder(speaking.dir, { pronunciations: findPronunciations(env) });
  if ("problem" in folder) throw new Error(`speech.tts.model_dir: ${folder.problem}`);
  if (folder.use === "speaking") return loadFolderSynthesiser(folder, speaking.speaker);
  throw new Error(`speech.tts.model_dir: ${speaking.dir} holds a recogniser (${folder.kind}), and no voice`);
}
