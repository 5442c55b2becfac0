/** Embedded engines that understand and speak the code of simulators: the real ear and voice over a stand-in for the models. */
import type { Recogniser, Voice } from "../../src/conversation/ports.ts";
import type { Delivered, EngineClient } from "../../src/engines/neural/client.ts";
import { neuralRecogniser } from "../../src/engines/neural/recogniser.ts";
import { neuralVoice } from "../../src/engines/neural/voice.ts";
import { levelSpeech, wordsIn } from "../simulators/spoken-levels.ts";

const SILENT = new Int16Array(0);
/** As long as the embedded engines take for a clause on a quiet machine. */
const WORKS_MS = 120;

export const levelEngine: EngineClient = {
  order(order, body = SILENT) {
    const delivered = (): Delivered => {
      if (order.type === "speak") {
        return { answer: { type: "sound", id: 1 }, sound: levelSpeech(order.text, order.sampleRateHz) };
      }
      if (order.type === "judge_turn") return { answer: { type: "turn", id: 1, finished: 0.9 }, sound: SILENT };
      const text = wordsIn(body, order.sampleRateHz);
      return { answer: { type: "text", id: 1, text, waitedMs: 0, workedMs: 0 }, sound: SILENT };
    };
    const done = new Promise<Delivered>((resolve) => setTimeout(() => resolve(delivered()), WORKS_MS));
    return { done, promote: () => undefined, cancel: () => undefined };
  },
  listen: () => {
    throw new Error("this engine does not stream");
  },
  close: () => undefined,
};

export const levelRecogniser = (): Recogniser => neuralRecogniser(levelEngine);
export const levelVoice = (): Voice => neuralVoice(levelEngine, 8000);
