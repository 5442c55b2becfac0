/**
 * A voice with another behind it: what the first cannot say, the second says. Once a clause has begun to sound it is not
 * begun again by somebody else.
 */
import type { Logger } from "pino";
import { createResampler } from "../media/resample.ts";
import type { Voice } from "../ports.ts";

export function withSecondVoice(first: Voice, second: Voice, log: Pick<Logger, "warn">): Voice {
  return {
    sampleRateHz: first.sampleRateHz,
    async *speak(text, signal) {
      let sounded = false;
      try {
        for await (const piece of first.speak(text, signal)) {
          sounded ||= piece.length > 0;
          yield piece;
        }
        return;
      } catch (error) {
        if (sounded || signal.aborted) throw error;
        log.warn({ err: error }, "the voice failed, and another one speaks in its place");
      }
      const resampler = createResampler(second.sampleRateHz, first.sampleRateHz);
      for await (const piece of second.speak(text, signal)) yield resampler.push(piece);
      yield resampler.end();
    },
  };
}
