/**
 * The program of a decoder's thread: one decoder, one utterance at a time. It is nicer than the rest of the appliance,
 * so that decoding never takes the processor from audio that is due in 20 ms; it decodes several times faster than
 * people speak and catches up.
 */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { createLinearDoubler } from "../conversation/audio/resample.ts";
import { LANGUAGES_KEPT } from "./decoder-pool.ts";
import { Decoder, SPHINX_RATE_HZ } from "./pocketsphinx.ts";
import type { CommonFiles } from "./pocketsphinx.ts";
import type { FromDecoder, ToDecoder } from "./recogniser-protocol.ts";

const NICENESS = 3;

type Utterance = {
  readonly number: number;
  readonly widened: (samples: Int16Array) => Int16Array;
  samples: number;
};

function listen(main: MessagePort, decoder: Decoder): void {
  const tell = (message: FromDecoder): void => main.postMessage(message);
  let utterance: Utterance | null = null;

  main.on("message", (message: ToDecoder) => {
    switch (message.type) {
      case "prepare":
        decoder.use(message.language);
        return tell({ type: "prepared" });
      case "begin": {
        decoder.use(message.language);
        decoder.begin(message.sampleRateHz);
        const widened =
          message.sampleRateHz === SPHINX_RATE_HZ ? (samples: Int16Array) => samples : createLinearDoubler();
        utterance = { number: message.utterance, widened, samples: 0 };
        return;
      }
      case "audio": {
        if (utterance === null) return;
        decoder.feed(utterance.widened(message.samples));
        utterance.samples += message.samples.length;
        const text = decoder.partial();
        // Told even when it is the same again: that no word was added is news when speech may have ended.
        if (text !== "") tell({ type: "partial", utterance: utterance.number, text, samples: utterance.samples });
        return;
      }
      case "commit": {
        if (utterance === null) return;
        const { text, confidence } = decoder.end();
        tell({ type: "recognised", utterance: utterance.number, text, confidence });
        utterance = null;
        return;
      }
      case "discard":
        if (utterance !== null) decoder.end();
        utterance = null;
        return tell({ type: "free" });
      case "leave":
        decoder.free();
        return main.close();
    }
  });
}

function run(main: MessagePort): void {
  try {
    // Of this thread alone: on Linux a thread has a priority of its own.
    setPriority(0, NICENESS);
    const decoder = new Decoder(workerData as CommonFiles, LANGUAGES_KEPT);
    listen(main, decoder);
    main.postMessage({ type: "ready" } satisfies FromDecoder);
  } catch (cause) {
    main.postMessage({
      type: "unfit",
      message: cause instanceof Error ? cause.message : String(cause),
    } satisfies FromDecoder);
    main.close();
  }
}

if (parentPort !== null) run(parentPort);
