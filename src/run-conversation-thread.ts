/**
 * What the program of every conversation thread does, and with `appliance.ts` the place that knows everything: it puts
 * engines, voice activity and the media listener together and hosts the conversations that the main thread orders.
 */
import { parentPort, workerData } from "node:worker_threads";
import pino from "pino";
import { hostConversations } from "./conversation/hosting.ts";
import type { Engines } from "./conversation/hosting.ts";
import { listenForMedia } from "./conversation/media-listener.ts";
import type { FromThread, Mind, ThreadBirth, ToThread } from "./conversation/messages.ts";
import { createMouth } from "./conversation/mouth.ts";
import type { Recogniser, Voice } from "./conversation/ports.ts";
import { startTicker } from "./conversation/silence-filler.ts";
import { createSpeaker } from "./conversation/speaker.ts";
import { splitIntoClauses } from "./engines/clauses.ts";
import { openSileroDetector } from "./engines/silero.ts";
import { systemClock } from "./lib/clock.ts";

/** What the conversations of a thread hear, think and speak with. */
export type ThreadEngines = {
  readonly recogniser: Recogniser;
  readonly voices: Readonly<Record<Mind["kind"], Voice>>;
  readonly think: Engines["think"];
  /** The thread ends: gives up its ways to engines elsewhere. */
  close(): void;
};

export async function runConversationThread<Birth extends ThreadBirth>(
  openEngines: (birth: Birth) => ThreadEngines,
): Promise<void> {
  if (parentPort === null) throw new Error("this is the program of a worker thread of the appliance");
  const main = parentPort;
  const birth = workerData as Birth;
  const log = pino({ level: birth.logLevel }, pino.destination(2));
  const ticker = startTicker();
  // First, because the exchange is configured with the port; nobody is let in before a call is expected.
  const listener = await listenForMedia({ ...birth.media, log });
  main.postMessage({ type: "listening", port: listener.port } satisfies FromThread);
  const detector = await openSileroDetector(log);
  const opened = openEngines(birth);

  const engines: Engines = {
    recogniser: opened.recogniser,
    detector: (sampleRateHz) => detector.create(sampleRateHz),
    mouth: (leg) => createMouth({ leg, ticker, clock: systemClock, log }),
    speaker: (mind, sampleRateHz) => createSpeaker({ voice: opened.voices[mind.kind], splitIntoClauses, sampleRateHz }),
    think: opened.think,
  };
  const hosting = hostConversations({
    listener,
    engines,
    ticker,
    nowMs: () => systemClock.monotonicMs(),
    post: (message: FromThread) => main.postMessage(message),
    log,
  });
  main.on("message", (message: ToThread) => {
    if (message.type !== "leave") return hosting.take(message);
    hosting.close();
    void leave();
  });
  main.postMessage({ type: "ready" } satisfies FromThread);

  async function leave(): Promise<void> {
    await listener.close();
    ticker.stop();
    opened.close();
    await detector.close();
    main.close();
  }
}
