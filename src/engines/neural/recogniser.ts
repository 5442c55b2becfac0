/** The neural recogniser as a conversation's port: ears on the engine process. English. */
import type { Recogniser } from "../../conversation/ports.ts";
import { written } from "../../language/en/to-written.ts";
import { PiecewiseEar } from "../piecewise/ear.ts";
import type { EngineClient } from "./client.ts";
import { neuralTranscriber, neuralTurnJudge } from "./transcriber.ts";

/** It cannot be told of the names and terms of `hints`; they only say how what it heard is spelled. */
export function neuralRecogniser(engine: EngineClient): Recogniser {
  return {
    open(options, listener, signal) {
      if (!/^en\b/i.test(options.language)) {
        return Promise.reject(new Error(`the embedded recogniser understands English, not ${options.language}`));
      }
      signal.throwIfAborted();
      const ear = new PiecewiseEar({
        sampleRateHz: options.sampleRateHz,
        transcriber: neuralTranscriber(engine, options.sampleRateHz, null, options.meter),
        judgeTurn: neuralTurnJudge(engine),
        write: (text) => written(text, options.hints),
        listener,
        lost: "empty",
      });
      signal.addEventListener("abort", () => ear.close(), { once: true });
      return Promise.resolve(ear);
    },
  };
}
