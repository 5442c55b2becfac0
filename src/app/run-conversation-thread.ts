/**
 * What the program of every conversation thread does, and with `appliance.ts` the place that knows everything: it puts
 * engines, voice activity and the media listener together and hosts the conversations that the main thread orders.
 */
import { parentPort, workerData } from "node:worker_threads";
import pino from "pino";
import type { Logger } from "pino";
import { callAtFault } from "../conversation/call-guard.ts";
import { hostConversations } from "../conversation/hosting.ts";
import type { Engines } from "../conversation/hosting.ts";
import { listenForMedia } from "../conversation/media/media-listener.ts";
import type { FromThread, BrainOrder, ThreadBirth, ToThread } from "../conversation/messages.ts";
import { createMouth } from "../conversation/playout/mouth.ts";
import type { Voice } from "../conversation/ports.ts";
import { startTicker } from "../conversation/media/frame-ticker.ts";
import { createSpeaker } from "../conversation/playout/speaker.ts";
import type { KeptSound } from "../conversation/playout/speaker.ts";
import { ALL_TIME_SAVERS } from "../conversation/time-savers.ts";
import { BEAT_MS } from "../conversation/pulse.ts";
import { languageOfTag } from "../language/languages.ts";
import { splitIntoClauses } from "../language/speech-pieces.ts";
import { openSileroDetector } from "../engines/embedded/vad/silero.ts";
import { systemClock } from "../lib/clock.ts";
import { watchLoopDelay } from "../lib/loop-delay.ts";

/** What the conversations of a thread hear, think and speak with. */
export type ThreadEngines = {
  readonly recogniserFor: Engines["recogniserFor"];
  /** `language`: BCP-47, of the call. */
  readonly voiceFor: (order: BrainOrder, language: string) => Voice;
  readonly brainFor: Engines["brainFor"];
  /** The thread ends: gives up its ways to engines elsewhere. */
  close(): void;
};

export async function runConversationThread<Birth extends ThreadBirth>(
  openEngines: (birth: Birth, log: Logger) => ThreadEngines | Promise<ThreadEngines>,
): Promise<void> {
  if (parentPort === null) throw new Error("this is the program of a worker thread of the appliance");
  const main = parentPort;
  const birth = workerData as Birth;
  const { timeSavers = ALL_TIME_SAVERS } = birth;
  const log = pino({ level: birth.logLevel }, pino.destination(2));
  const ticker = startTicker();
  // First, because the exchange is configured with the port; nobody is let in before a call is expected.
  const listener = await listenForMedia({ ...birth.media, log });
  main.postMessage({ type: "listening", port: listener.port } satisfies FromThread);
  const detector = await openSileroDetector(log);
  const opened = await openEngines(birth, log);

  const keptSound = new Map<string, KeptSound>();
  /** What every call of this kind needs is rendered once for each rate of a line. */
  function keptFor(key: string): KeptSound {
    const kept: KeptSound = keptSound.get(key) ?? new Map();
    keptSound.set(key, kept);
    return kept;
  }

  const engines: Engines = {
    recogniserFor: opened.recogniserFor,
    detector: (sampleRateHz) => detector.create(sampleRateHz),
    mouth: (leg, callsTicker) => createMouth({ leg, ticker: callsTicker, clock: systemClock, log }),
    speaker: ({ brain, language, sampleRateHz }, meterOf) =>
      createSpeaker({
        voice: opened.voiceFor(brain, language),
        splitIntoClauses: timeSavers.clauseByClause ? splitIntoClauses : (text) => [text],
        sampleRateHz,
        meterOf,
        kept: keptFor(`${brain.kind} ${languageOfTag(language)} ${sampleRateHz}`),
      }),
    brainFor: opened.brainFor,
  };
  const hosting = hostConversations({
    listener,
    engines,
    timeSavers,
    ticker,
    nowMs: () => systemClock.monotonicMs(),
    post: (message: FromThread) => main.postMessage(message),
    log,
  });
  // An error that nobody caught ends the call it belongs to; one that belongs to none ends the thread.
  process.on("uncaughtException", (cause: unknown) => {
    const call = callAtFault();
    if (call !== null) return call.onFault(cause);
    log.fatal({ err: cause }, "a conversation thread failed");
    process.exit(1);
  });
  main.on("message", (message: ToThread) => {
    if (message.type !== "leave") return hosting.take(message);
    hosting.close();
    void leave();
  });
  const delay = watchLoopDelay();
  const beat = setInterval(
    () => main.postMessage({ type: "beat", longestDelayMs: delay.takeLongestMs() } satisfies FromThread),
    BEAT_MS,
  );
  main.postMessage({ type: "ready" } satisfies FromThread);

  async function leave(): Promise<void> {
    await listener.close();
    clearInterval(beat);
    delay.stop();
    ticker.stop();
    opened.close();
    await detector.close();
    main.close();
  }
}
