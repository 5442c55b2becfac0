/**
 * The embedded recogniser (pocketsphinx): `startRecogniser` in the main thread, `connectRecogniser` in each thread that
 * listens. English only. Made for the telephone's synthetic and clear voices: a good demonstration and a fallback, no
 * match for a hosted engine on a bad line.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { Hearing, HearingEvent, HearingOptions, Recogniser } from "../conversation/ports.ts";
import { Ear } from "./ear.ts";
import type { Connected, EngineHost } from "./embedded.ts";
import { beginEngineHost } from "./engine-host.ts";
import { openEngineLine } from "./engine-line.ts";
import type { RecogniserAnswer, RecogniserRequest } from "./recogniser-protocol.ts";
import type { RecogniserBirth } from "./recogniser-worker.ts";
import { written } from "./written.ts";

/** Building a call's language takes some 0.3 s, a further decoder as long; everything is ready long before this. */
const OPENED_WITHIN_MS = 20_000;

export type RecogniserHostOptions = {
  /** Utterances that are decoded at the same time: started ahead, and at most. Some 75 MB each. */
  readonly decoders: { readonly warm: number; readonly most: number };
  readonly log: Logger;
};

/** Starts the recogniser's threads. Resolves when the first decoder is ready, after one to two seconds. */
export async function startRecogniser(options: RecogniserHostOptions): Promise<EngineHost> {
  const { host, ready } = beginRecogniser(options);
  await ready;
  return host;
}

/** The same without waiting for it. */
export function beginRecogniser({ decoders, log }: RecogniserHostOptions): ReturnType<typeof beginEngineHost> {
  const data: RecogniserBirth = { ...decoders, logLevel: log.level };
  return beginEngineHost({
    engine: "recogniser",
    entry: new URL("./recogniser-worker.ts", import.meta.url),
    data,
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
  const ears = new Map<number, Ear>();
  /** The ear of each utterance under way. */
  const utterances = new Map<number, Ear>();
  const opening = new Map<number, (failure: Error | null) => void>();
  let lastHearing = 0;
  let lastUtterance = 0;

  const line = openEngineLine<RecogniserRequest, RecogniserAnswer>(port, {
    onAnswer(answer) {
      switch (answer.type) {
        case "opened":
          return opening.get(answer.hearing)?.(null);
        case "refused":
          return opening.get(answer.hearing)?.(new Error(answer.message));
        case "partial":
        case "utterance":
        case "failed":
          return utterances.get(answer.utterance)?.onAnswer(answer);
      }
    },
    onLost() {
      const lost = new Error("the embedded recogniser has died and is being replaced");
      for (const ear of [...ears.values()]) ear.fail(lost.message);
    },
  });

  async function open(
    options: HearingOptions,
    listener: (event: HearingEvent) => void,
    signal: AbortSignal,
  ): Promise<Hearing> {
    if (!/^en\b/i.test(options.language))
      throw new Error(`the embedded recogniser understands English, not ${options.language}`);
    await line.reached(OPENED_WITHIN_MS, signal);
    const hearing = (lastHearing += 1);
    /** What the ear asks for before it is open: nothing that is said meanwhile gets lost. */
    let unsent: RecogniserRequest[] | null = [];
    const send = (request: RecogniserRequest): void => {
      if (unsent !== null) unsent.push(request);
      else line.send(request, request.type === "audio" ? [request.samples.buffer as ArrayBuffer] : []);
    };
    const ear: Ear = new Ear({
      sampleRateHz: options.sampleRateHz,
      answerWithinMs,
      write: (text) => written(text, options.hints),
      listener,
      begin: () => {
        const utterance = (lastUtterance += 1);
        utterances.set(utterance, ear);
        send({ type: "begin", hearing, utterance });
        return utterance;
      },
      send,
      forget: (utterance) => utterances.delete(utterance),
      close: () => {
        clearTimeout(deadline);
        opening.delete(hearing);
        signal.removeEventListener("abort", onAbort);
        ears.delete(hearing);
        for (const [utterance, owner] of [...utterances]) if (owner === ear) utterances.delete(utterance);
        line.send({ type: "close", hearing });
      },
    });
    const onAbort = (): void => ear.close();
    const deadline = setTimeout(() => ear.fail("the embedded recogniser did not open in time"), OPENED_WITHIN_MS);
    opening.set(hearing, (failure) => {
      if (failure !== null) return ear.fail(failure.message);
      clearTimeout(deadline);
      opening.delete(hearing);
      const waiting = unsent ?? [];
      unsent = null;
      for (const request of waiting) send(request);
    });
    ears.set(hearing, ear);
    signal.addEventListener("abort", onAbort, { once: true });
    if (!line.send({ type: "open", hearing, sampleRateHz: options.sampleRateHz, hints: options.hints })) {
      ear.close();
      throw new Error("the embedded recogniser is away");
    }
    return ear;
  }

  return { open, close: () => line.close() };
}
