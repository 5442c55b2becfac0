/**
 * A voice with another behind it: what the first cannot say, the second says. Once a clause has begun to sound it is not
 * begun again by somebody else. One that has failed is not waited for again by the next clauses: it rests. So does one
 * that makes its sound slower than it is heard, because what it says comes in pieces.
 */
import type { Logger } from "pino";
import { createResampler } from "../media/resample.ts";
import type { Voice } from "../ports.ts";

export type SecondVoiceOptions = {
  readonly log: Pick<Logger, "warn">;
  readonly nowMs: () => number;
  /** After a failure; 0: it is asked again for the next clause. */
  readonly restMs: number;
};

/** Less than this is a hiccup. */
const SLOW_MS = 1500;

export function withSecondVoice(first: Voice, second: Voice, { log, nowMs, restMs }: SecondVoiceOptions): Voice {
  let restsUntilMs = 0;
  return {
    sampleRateHz: first.sampleRateHz,
    wake: () => (nowMs() >= restsUntilMs ? first : second).wake?.(),
    async *speak(text, signal, meter) {
      let sounded = false;
      if (nowMs() >= restsUntilMs) {
        /** Since it first sounded: for how long we have waited, and for how much sound. */
        let waitedMs = 0;
        let samples = 0;
        let askedMs = nowMs();
        try {
          for await (const piece of first.speak(text, signal, meter)) {
            if (sounded) waitedMs += nowMs() - askedMs;
            sounded ||= piece.length > 0;
            samples += piece.length;
            yield piece;
            askedMs = nowMs();
          }
          if (waitedMs > SLOW_MS && waitedMs > (samples * 1000) / first.sampleRateHz) {
            restsUntilMs = nowMs() + restMs;
            log.warn(
              { waitedMs: Math.round(waitedMs) },
              "the voice is slower than speech; for a while another one speaks",
            );
          }
          return;
        } catch (error) {
          if (signal.aborted) throw error;
          restsUntilMs = nowMs() + restMs;
          if (sounded) throw error;
          log.warn({ err: error }, "the voice failed, and another one speaks in its place");
        }
      }
      const resampler = createResampler(second.sampleRateHz, first.sampleRateHz);
      for await (const piece of second.speak(text, signal, meter)) yield resampler.push(piece);
      yield resampler.end();
    },
  };
}
