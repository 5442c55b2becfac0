/**
 * Which of the two embedded engines hear and speak: the neural ones where they are installed and the machine can carry
 * them, the small ones elsewhere. `model: neural` will have nothing else, `model: small` saves memory. Pure.
 */
import type { FoundModels } from "../lib/speech-models.ts";

export type EmbeddedModel = "auto" | "neural" | "small";
export type EmbeddedKind = "neural" | "small";

export type EmbeddedChoice = {
  readonly stt: EmbeddedKind;
  readonly tts: EmbeddedKind;
  /** Why the small ones stand in for the neural ones: sentences; empty when nothing stands in. */
  readonly because: readonly string[];
};

/** Throws one sentence when the neural engines are demanded and cannot be had. */
export function chooseEmbedded(
  wanted: { readonly stt: EmbeddedModel; readonly tts: EmbeddedModel },
  found: FoundModels,
  tooSmall: readonly string[],
): EmbeddedChoice {
  const against = [...("models" in found ? [] : found.missing), ...tooSmall];
  for (const key of ["stt", "tts"] as const) {
    if (wanted[key] !== "neural" || against.length === 0) continue;
    throw new Error(
      `speech.${key} is to be neural, but ${against.join("; ")}: run \`npm run set-up\`, or set model: auto`,
    );
  }
  const kindOf = (model: EmbeddedModel): EmbeddedKind => {
    if (model === "small") return "small";
    return against.length === 0 ? "neural" : "small";
  };
  const choice = { stt: kindOf(wanted.stt), tts: kindOf(wanted.tts) };
  const standsIn = (["stt", "tts"] as const).some((key) => choice[key] === "small" && wanted[key] !== "small");
  return { ...choice, because: standsIn ? against : [] };
}
