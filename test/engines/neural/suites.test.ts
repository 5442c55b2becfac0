/** The neural engines' ends in a conversation, before an engine that understands levels, as any engine. */
import type { Delivered, EngineClient } from "../../../src/engines/neural/client.ts";
import { neuralRecogniser } from "../../../src/engines/neural/recogniser.ts";
import { neuralVoice } from "../../../src/engines/neural/voice.ts";
import { levelSpeech, wordsIn } from "../../simulators/spoken-levels.ts";
import { recogniserSuite } from "../recogniser-suite.ts";
import { voiceSuite } from "../voice-suite.ts";

const SILENT = new Int16Array(0);

const engine: EngineClient = {
  order(order, body = SILENT) {
    const delivered = (): Delivered => {
      if (order.type === "speak") {
        return { answer: { type: "sound", id: 1 }, sound: levelSpeech(order.text, order.sampleRateHz) };
      }
      if (order.type === "judge_turn") return { answer: { type: "turn", id: 1, finished: 0.5 }, sound: SILENT };
      const text = wordsIn(body, order.sampleRateHz);
      return { answer: { type: "text", id: 1, text, waitedMs: 0, workedMs: 0 }, sound: SILENT };
    };
    const done = new Promise<Delivered>((resolve) => setImmediate(() => resolve(delivered())));
    return { done, promote: () => undefined, cancel: () => undefined };
  },
  listen: () => {
    throw new Error("the neural recogniser does not stream");
  },
  close: () => undefined,
};

const close = (): Promise<void> => Promise.resolve();

recogniserSuite(
  "the neural recogniser",
  () => Promise.resolve({ recogniser: neuralRecogniser(engine), speech: levelSpeech, close }),
  {
    rates: [8000, 16_000],
    tellsWords: "after_pause",
    sentences: ["we open soon", "the menu is on the table", "see you then"],
  },
);

voiceSuite("the neural voice", () => Promise.resolve({ voice: neuralVoice(engine, 8000), close }), { wordsIn });
