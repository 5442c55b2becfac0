/** The engine process as what a piecewise ear has its sound written down by. */
import type { Meter } from "../../conversation/ports.ts";
import type { PieceTranscriber, TurnJudgement } from "../piecewise/transcriber.ts";
import type { EngineClient, Listening } from "./client.ts";

/** `onWords`: for a streaming model, which is sent the sound while it is spoken and tells the words so far. */
export function neuralTranscriber(
  engine: EngineClient,
  sampleRateHz: number,
  onWords: ((text: string) => void) | null = null,
  meter?: Meter,
): PieceTranscriber {
  let listening: Listening | null = null;
  const begin = (sound: Int16Array): Listening | null =>
    onWords === null ? null : engine.listen(sampleRateHz, sound, onWords);
  const streaming: Pick<PieceTranscriber, "restart" | "append" | "close"> = {
    restart(sound) {
      listening?.cancel();
      listening = sound.length === 0 ? null : begin(sound);
    },
    append(sound) {
      if (listening === null) listening = begin(sound);
      else listening.hear(sound);
    },
    close() {
      listening?.cancel();
    },
  };
  return {
    ...(onWords === null ? {} : streaming),
    transcribe(sound, urgency) {
      const live = listening === null ? {} : { live: listening.number };
      const placed = engine.order({ type: "transcribe", sampleRateHz, urgency, ...live }, sound);
      meter?.sound(sound.length / sampleRateHz);
      // Whoever is heard to the end needs no cancelling: the order takes it.
      listening = null;
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
