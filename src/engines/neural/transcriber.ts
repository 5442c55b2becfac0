/** The engine process as what a piecewise ear has its sound written down by. */
import type { PieceTranscriber, TurnJudgement } from "../piecewise/transcriber.ts";
import type { EngineClient } from "./client.ts";

export function neuralTranscriber(engine: EngineClient, sampleRateHz: number): PieceTranscriber {
  return {
    transcribe(sound, urgency) {
      const placed = engine.order({ type: "transcribe", sampleRateHz, urgency }, sound);
      return {
        done: placed.done.then(({ answer }) => ({ text: answer.type === "text" ? answer.text : "", confidence: null })),
        promote: () => placed.promote("final"),
        cancel: () => placed.cancel(),
      };
    },
  };
}

/** Also for ears whose words come from elsewhere. */
export function neuralTurnJudge(engine: EngineClient): TurnJudgement {
  return async (sound, sampleRateHz) => {
    const { answer } = await engine.order({ type: "judge_turn", sampleRateHz }, sound).done;
    if (answer.type !== "turn") throw new Error("the engine process was asked about a turn and spoke of another thing");
    return answer.finished;
  };
}
