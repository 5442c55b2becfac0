/**
 * The program of a conversation thread, and with `appliance.ts` the only place that knows everything: it puts engines,
 * minds and the media listener together and hosts the conversations that the main thread orders.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import pino from "pino";
import { embeddedThinker } from "./conversation/brain/brain.ts";
import { expectedBusinessPhrases } from "./conversation/brain/phrases.ts";
import { hostConversations } from "./conversation/hosting.ts";
import type { Engines } from "./conversation/hosting.ts";
import { listenForMedia } from "./conversation/media-listener.ts";
import type { FromThread, Mind, ThreadBirth, ToThread } from "./conversation/messages.ts";
import { createMouth } from "./conversation/mouth.ts";
import { startTicker } from "./conversation/silence-filler.ts";
import { createSpeaker } from "./conversation/speaker.ts";
import { businessBrain } from "./demo/business-brain.ts";
import { assistantPhrases, businessPhrases } from "./demo/business-phrases.ts";
import { parseBusiness } from "./demo/business.ts";
import { splitIntoClauses } from "./engines/clauses.ts";
import { connectRecogniser } from "./engines/recogniser.ts";
import { openSileroDetector } from "./engines/silero.ts";
import { connectVoice } from "./engines/voice.ts";
import { systemClock } from "./lib/clock.ts";

/** Understood well by the business's recogniser, and told from the business's own voice by everybody. */
const ASSISTANT_VOICE = "awb";

async function run(main: MessagePort, birth: ThreadBirth): Promise<void> {
  const log = pino({ level: birth.logLevel }, pino.destination(2));
  const ticker = startTicker();
  const thinker = embeddedThinker();
  const detector = await openSileroDetector(log);
  const recogniser = connectRecogniser(birth.recogniserPort);
  const listener = await listenForMedia({ ...birth.media, log });
  const voices = {
    assistant: connectVoice(birth.assistantVoicePort, { voice: ASSISTANT_VOICE }),
    business: connectVoice(birth.businessVoicePort, { voice: birth.businessVoice }),
  };

  const engines: Engines = {
    recogniser,
    detector: (sampleRateHz) => detector.create(sampleRateHz),
    mouth: (leg) => createMouth({ leg, ticker, clock: systemClock, log }),
    speaker: (mind, sampleRateHz) => createSpeaker({ voice: voices[mind.kind], splitIntoClauses, sampleRateHz }),
    think: (mind) => think(thinker, mind),
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
  main.postMessage({ type: "listening", port: listener.port } satisfies FromThread);

  async function leave(): Promise<void> {
    await listener.close();
    ticker.stop();
    recogniser.close();
    voices.assistant.close();
    voices.business.close();
    await detector.close();
    main.close();
  }
}

function think(thinker: ReturnType<typeof embeddedThinker>, mind: Mind): ReturnType<Engines["think"]> {
  if (mind.kind === "assistant") {
    return { brain: thinker.begin(mind, []), hints: expectedBusinessPhrases(mind.brief) };
  }
  const business = parseBusiness(mind.yaml);
  return { brain: businessBrain(business, mind.seed), hints: [...assistantPhrases(), ...businessPhrases(business)] };
}

if (parentPort === null) throw new Error("conversation-thread.ts is a worker thread of the appliance, not a program");
await run(parentPort, workerData as ThreadBirth);
