/** The neural voice as a conversation's port. A text is spoken clause by clause: the first sound waits for the first only. */
import type { Voice } from "../../conversation/ports.ts";
import { speakable } from "../../language/speakable.ts";
import { splitIntoClauses } from "../../language/speech-pieces.ts";
import { trimSilence } from "../embedded/tts/trim-silence.ts";
import type { EngineClient } from "./client.ts";

/** Of a telephone line: nobody hears more of it. */
export const LINE_RATE_HZ = 8000;

/** `language`: of its model, by which numbers and codes are spelled out. */
export function neuralVoice(engine: EngineClient, sampleRateHz: 8000 | 16000, language = "en"): Voice {
  return {
    sampleRateHz,
    async *speak(text, signal, meter) {
      for (const clause of splitIntoClauses(text)) {
        if (signal.aborted) return;
        const spoken = speakable(clause, language);
        const placed = engine.order({ type: "speak", sampleRateHz, text: spoken });
        meter?.text(spoken.length, false);
        const cancel = (): void => placed.cancel();
        signal.addEventListener("abort", cancel, { once: true });
        try {
          const delivered = await Promise.race([placed.done, aborted(signal)]);
          if (delivered === null) return;
          const sound = trimSilence(delivered.sound, sampleRateHz, clause);
          if (sound.length > 0) yield sound;
        } finally {
          signal.removeEventListener("abort", cancel);
        }
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
}
