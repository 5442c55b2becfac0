/** What goes between the appliance's main thread and the engine process it has started. */
import type { Env } from "../../lib/installation.ts";

/** What the process hears and speaks with: its own models, or whatever sherpa-onnx model lies in a folder. */
export type EngineModels = {
  /** Null: it is not to hear. `language`: ISO 639-1, for models that have to be told; null: they find out. */
  readonly hearing: "own" | { readonly dir: string; readonly language: string | null } | null;
  /** Null: it is not to speak. `speaker`: of a model with several voices. */
  readonly speaking: "own" | { readonly dir: string; readonly speaker: number } | null;
};

export const OWN_MODELS: EngineModels = { hearing: "own", speaking: "own" };

export type ProcessBirth = {
  readonly socketPath: string;
  readonly models: EngineModels;
  /** How many utterances are decoded at the same time: one a core, and some 100 MB each. */
  readonly decodings: number;
  /** Known from the process before: one that replaces another is needed at once, and does not measure again. */
  readonly load: MeasuredLoad | null;
  /** The variables that name where models are; nothing else of the environment. */
  readonly env: Env;
};

export type ToProcess = { readonly type: "begin"; readonly birth: ProcessBirth } | { readonly type: "ping" };

/** What hearing and speaking take here: processor seconds per second of sound; 0 for what it does not do. */
export type MeasuredLoad = { readonly hearing: number; readonly speaking: number };

export type FromProcess =
  | { readonly type: "ready"; readonly memoryBytes: number; readonly load: MeasuredLoad }
  /** It cannot serve, and why. */
  | { readonly type: "unfit"; readonly message: string }
  | { readonly type: "pong"; readonly memoryBytes: number };
