/**
 * The small recogniser (pocketsphinx): `startRecogniser` in the main thread, `connectRecogniser` in each thread that
 * listens. English only, and it understands little: a few clear words of a clear voice. For machines that cannot carry
 * the neural engines, for demonstrations and tests. It knows nothing of a call: names help only to write them right.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { Hearing, HearingEvent, HearingOptions, Recogniser } from "../../../conversation/ports.ts";
import { Ear } from "./ear.ts";
import type { Connected, EngineHost } from "../embedded.ts";
import { beginEngineHost } from "../engine-host.ts";
import { openEngineLine } from "../engine-line.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./recogniser-protocol.ts";
import { written } from "../../../language/en/to-written.ts";

/** Its thread, should it be away, is replaced long before this. */
const REACHED_WITHIN_MS = 20_000;

/** Starts the recogniser's thread. Resolves when it is ready, after about a second. */
export async function startRecogniser(log: Logger): Promise<EngineHost> {
  const { host, ready } = beginRecogniser(log);
  await ready;
  return host;
}

/** The same without waiting for it. */
export function beginRecogniser(log: Logger): ReturnType<typeof beginEngineHost> {
  return beginEngineHost({
    engine: "recogniser",
    entry: new URL("./recogniser-worker.ts", import.meta.url),
    data: null,
    log,
  });
}

/** The promise of the port: an utterance follows its commit within this. */
const ANSWER_WITHIN_MS = 2000;

/** `answerWithinMs`: what is not decoded by then is answered with the words so far. */
export function connectRecogniser(
  port: MessagePort,
  { answerWithinMs }: { readonly answerWithinMs: number } = { answerWithinMs: ANSWER_WITHIN_MS },
): Connected<Recogniser> {
  const ears = new Set<Ear>();
  /** The ear of each utterance under way. */
  const utterances = new Map<number, Ear>();
  let lastUtterance = 0;

  const line = openEngineLine<RecogniserRequest, RecogniserAnswer>(port, {
    onAnswer: (answer) => utterances.get(answer.utterance)?.onAnswer(answer),
    onLost() {
      for (const ear of [...ears]) ear.fail("the embedded recogniser has died and is being replaced");
    },
  });

  async function open(
    options: HearingOptions,
    listener: (event: HearingEvent) => void,
    signal: AbortSignal,
  ): Promise<Hearing> {
    if (!/^en\b/i.test(options.language))
      throw new Error(`the embedded recogniser understands English, not ${options.language}`);
    await line.reached(REACHED_WITHIN_MS, signal);
    const { sampleRateHz } = options;
    const send = (request: RecogniserRequest): void => {
      line.send(request, request.type === "audio" ? [request.samples.buffer as ArrayBuffer] : []);
    };
    const ear: Ear = new Ear({
      sampleRateHz,
      answerWithinMs,
      write: (text) => written(text, options.hints),
      listener,
      meter: options.meter,
      begin: () => {
        const utterance = (lastUtterance += 1);
        utterances.set(utterance, ear);
        send({ type: "begin", utterance, sampleRateHz });
        return utterance;
      },
      send,
      forget: (utterance) => utterances.delete(utterance),
      close: () => {
        signal.removeEventListener("abort", onAbort);
        ears.delete(ear);
      },
    });
    const onAbort = (): void => ear.close();
    ears.add(ear);
    signal.addEventListener("abort", onAbort, { once: true });
    return ear;
  }

  return { open, close: () => line.close() };
}
