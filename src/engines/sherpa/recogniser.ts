/** Any sherpa-onnx recogniser as a conversation's port: ears on the engine process, which has loaded it from its folder. */
import type { Recogniser } from "../../conversation/ports.ts";
import { readerOf } from "../../language/readers.ts";
import type { EngineClient } from "../neural/client.ts";
import { neuralTranscriber, neuralTurnJudge } from "../neural/transcriber.ts";
import { PiecewiseEar } from "../piecewise/ear.ts";

/**
 * Which languages it understands is the model's matter: whoever chose the folder knows. `streaming`: as
 * `describeModelFolder` says; then words are told while they are spoken, and a pause waits only for the last of them.
 */
export function sherpaRecogniser(engine: EngineClient, { streaming }: { readonly streaming: boolean }): Recogniser {
  return {
    async open({ language, sampleRateHz, hints, meter }, listener, signal) {
      signal.throwIfAborted();
      let ear: PiecewiseEar | null = null;
      const onWords = streaming ? (text: string) => ear?.wordsSoFar(text) : null;
      ear = new PiecewiseEar({
        sampleRateHz,
        transcriber: neuralTranscriber(engine, sampleRateHz, onWords, meter),
        judgeTurn: neuralTurnJudge(engine),
        write: (text) => readerOf(language).written(text, hints),
        listener,
        lost: "empty",
      });
      const opened = ear;
      signal.addEventListener("abort", () => opened.close(), { once: true });
      return opened;
    },
  };
}
