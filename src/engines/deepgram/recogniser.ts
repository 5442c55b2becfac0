/**
 * Hearing with Deepgram: an ear for each call, on a socket of its own that is opened while it rings and that nobody
 * opens again when it is lost (`conversation/turn/reconnecting-stt.ts` does, with another ear).
 */
import type { Recogniser } from "../../conversation/ports.ts";
import { DeepgramEar } from "./ear.ts";
import { createTurnReader, readResults } from "./listen-messages.ts";
import { judgesTurns, openListenLine } from "./listen.ts";

export type DeepgramRecogniserOptions = {
  readonly apiKey: string;
  /** nova-3 and its like over listen v1; models whose name begins with flux over v2. */
  readonly model: string;
  /** ws:// or wss:// without a path. */
  readonly baseUrl: string;
  /** Where it is configured; default `speech.stt`. */
  readonly setting?: string;
  /** Flux only: tell `probable_end`, so that a reply can be made ready. True unless said otherwise. */
  readonly eagerEndOfTurn?: boolean;
};

/** `open` rejects with a `DeepgramFailure` when there is no connection within two seconds. */
export function deepgramRecogniser(options: DeepgramRecogniserOptions): Recogniser {
  const { apiKey, model, baseUrl, setting = "speech.stt", eagerEndOfTurn = true } = options;
  const account = { apiKey: apiKey.trim(), model, baseUrl, section: setting };
  return {
    async open(hearing, listener, signal) {
      const read = judgesTurns(model) ? createTurnReader() : readResults;
      const { sampleRateHz, meter } = hearing;
      const ear = new DeepgramEar({ account, sampleRateHz, read, listener, meter });
      const line = await openListenLine(
        account,
        { ...hearing, eagerEndOfTurn },
        {
          onMessage: (message) => ear.onMessage(message),
          onSound: () => ear.onSound(),
          onEnd: (failure) => ear.fail(failure),
        },
        signal,
      );
      if (ear.failure !== null) {
        line.close();
        throw ear.failure;
      }
      ear.attach(line);
      signal.addEventListener("abort", () => ear.close(), { once: true });
      return ear;
    },
  };
}
