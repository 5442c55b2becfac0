/**
 * The program of the embedded recogniser's thread: it decodes the utterances of every call. It is nicer than the rest of
 * the appliance, so that decoding never takes the processor from audio that is due in 20 ms.
 */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { collectGarbage } from "../../../lib/collect-garbage.ts";
import type { FromEngine, ToEngine } from "../engine-host.ts";
import { Decoder } from "./decoder.ts";
import { Decoders } from "./decoders.ts";
import type { PendingUtterance } from "./decoders.ts";
import { loadEnglish } from "./english.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./recogniser-protocol.ts";

const NICENESS = 3;
/** Utterances at the same time; a call has one at a time. Each beyond the first takes 18 MB, once it is needed. */
const MOST_DECODERS = 8;

/** The calls of one conversation thread. */
function serve(port: MessagePort, decoders: Decoders): void {
  const utterances = new Map<number, PendingUtterance>();
  const tell = (answer: RecogniserAnswer): void => port.postMessage(answer);

  function begin({ utterance, sampleRateHz }: Extract<RecogniserRequest, { type: "begin" }>): void {
    const over = (answer: RecogniserAnswer): void => {
      utterances.delete(utterance);
      tell(answer);
    };
    const pending = decoders.begin(sampleRateHz, {
      onPartial: (text, samples) => tell({ type: "partial", utterance, text, samples }),
      onRecognised: (recognised) => over({ type: "utterance", utterance, ...recognised }),
      onFailed: (error) => over({ type: "failed", utterance, message: String(error) }),
    });
    utterances.set(utterance, pending);
  }

  port.on("message", (request: RecogniserRequest) => {
    switch (request.type) {
      case "begin":
        return begin(request);
      case "audio":
        return utterances.get(request.utterance)?.audio(request.samples);
      case "commit":
        return utterances.get(request.utterance)?.commit();
      case "discard":
        utterances.get(request.utterance)?.discard();
        utterances.delete(request.utterance);
    }
  });
  port.on("close", () => {
    for (const utterance of utterances.values()) utterance.discard();
    utterances.clear();
  });
}

function run(main: MessagePort): void {
  // Of this thread alone: on Linux a thread has a priority of its own.
  setPriority(0, NICENESS);
  const english = loadEnglish();
  const decoders = new Decoders(() => new Decoder(english), MOST_DECODERS);
  collectGarbage();
  english.library.trimMemory(0);
  const ports = new Set<MessagePort>();

  main.on("message", (message: ToEngine) => {
    if (message.type === "leave") return leave();
    const { port } = message;
    ports.add(port);
    port.on("close", () => ports.delete(port));
    serve(port, decoders);
  });
  main.postMessage({ type: "ready" } satisfies FromEngine);

  function leave(): void {
    // Whatever else is in the queues must not reach a decoder that is gone, a second word to leave least of all.
    for (const port of [main, ...ports]) port.removeAllListeners();
    for (const port of ports) port.close();
    decoders.close();
    english.free();
    main.close();
  }
}

if (parentPort !== null) {
  const main = parentPort;
  try {
    run(main);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    main.postMessage({ type: "unfit", message } satisfies FromEngine);
    main.close();
  }
}
