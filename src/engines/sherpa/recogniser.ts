/** Any sherpa-onnx recogniser as a conversation's port: ears on the engine process, which has loaded it from its folder. */
import type { Recogniser } from "../../conversation/ports.ts";
import { written } from "../../language/en/to-written.ts";
import type { EngineClient } from "../neural/client.ts";
import { neuralTranscriber, neuralTurnJudge } from "../neural/transcriber.ts";
import { PiecewiseEar } from "../piecewise/ear.ts";

/** Which languages it understands is the model's matter: whoever chose the folder knows. */
export function sherpaRecogniser(engine: EngineClient): Recogniser {
  return {
    async open({ language, sampleRateHz, hints }, listener, signal) {
      signal.throwIfAborted();
      const ear = new PiecewiseEar({
        sampleRateHz,
        transcriber: neuralTranscriber(engine, sampleRateHz),
        judgeTurn: neuralTurnJudge(engine),
        write: (text) => (/^en\b/i.test(language) ? written(text, hints) : text),
        listener,
        lost: "empty",
      });
      signal.addEventListener("abort", () => ear.close(), { once: true });
      return ear;
    },
  };
}
