/** The program of a conversation thread that hears, thinks and speaks with the engines of the settings. */
import { embeddedBrains } from "../conversation/dialog/brain/brain.ts";
import type { ThreadBirth } from "../conversation/messages.ts";
import { namedRecogniser, namedVoice } from "../conversation/named-engines.ts";
import { withSecondVoice } from "../conversation/playout/second-voice.ts";
import type { Recogniser, Voice } from "../conversation/ports.ts";
import { connectRecogniser } from "../engines/embedded/stt/recogniser.ts";
import { connectVoice } from "../engines/embedded/tts/voice.ts";
import { connectEngine } from "../engines/neural/client.ts";
import { neuralRecogniser } from "../engines/neural/recogniser.ts";
import { neuralTurnJudge } from "../engines/neural/transcriber.ts";
import { LINE_RATE_HZ, neuralVoice } from "../engines/neural/voice.ts";
import { sherpaRecogniser } from "../engines/sherpa/recogniser.ts";
import type { Language } from "../language/languages.ts";
import { systemClock } from "../lib/clock.ts";
import { brainFor } from "./brains.ts";
import { hearingWith, speakingWith, thinkingWith } from "./engine-lists.ts";
import type { EngineLists } from "./engine-lists.ts";
import { loadHosted } from "./hosted-engines.ts";
import { runConversationThread } from "./run-conversation-thread.ts";

/** Besides what every thread is born with: the settings of its engines, and the way to those of a folder. */
export type EnginesBirth = ThreadBirth & {
  readonly engines: EngineLists;
  readonly sherpa?: {
    readonly socketPath: string;
    /** `streaming`: tells words while they are spoken. Null: it does not hear. */
    readonly hears: { readonly streaming: boolean } | null;
    readonly speaks: boolean;
  };
};

/** Told from the business's own voice by everybody. */
const SMALL_VOICE = "awb";

await runConversationThread<EnginesBirth>(async (birth, log) => {
  const hosted = await loadHosted(birth.engines);
  const engine = birth.neural === undefined ? null : connectEngine(birth.neural.socketPath);
  const folder = birth.sherpa === undefined ? null : connectEngine(birth.sherpa.socketPath);
  const small = {
    assistant: connectVoice(birth.assistantVoicePort, { voice: SMALL_VOICE }),
    business: connectVoice(birth.businessVoicePort, { voice: birth.businessVoice }),
  };
  const recogniser = smallRecogniser(birth);

  function embeddedHearing(): Recogniser {
    if (engine !== null && birth.neural?.stt === "neural")
      return namedRecogniser("embedded neural", neuralRecogniser(engine));
    if (recogniser === null) throw new Error("a conversation thread was born without a way to hear");
    return namedRecogniser("embedded small", recogniser);
  }

  function embeddedVoice(): Voice {
    const second = namedVoice("embedded small", small.assistant);
    if (engine === null || birth.neural?.tts !== "neural") return second;
    const nowMs = (): number => systemClock.monotonicMs();
    // The engine process is back within seconds: it is asked again for the next clause.
    const first = namedVoice("embedded neural", neuralVoice(engine, LINE_RATE_HZ));
    return withSecondVoice(first, second, { log, nowMs, restMs: 0 });
  }

  const embedded = embeddedHearing();
  const { stt, tts, llm } = birth.engines;
  const eagerEndOfTurn = birth.timeSavers?.speculativeReply ?? true;
  const hears = birth.sherpa?.hears ?? null;
  const folderHears = folder !== null && hears !== null ? sherpaRecogniser(folder, hears) : null;
  const folderSpeaks =
    folder !== null && birth.sherpa?.speaks === true
      ? (language: Language) => neuralVoice(folder, LINE_RATE_HZ, language)
      : null;
  const judgeTurn = engine !== null && birth.neural?.stt === "neural" ? neuralTurnJudge(engine) : null;
  const hearing = hearingWith(stt, { embedded, sherpa: folderHears, hosted, judgeTurn, eagerEndOfTurn }, log);
  const speaking = speakingWith(tts, { embedded: embeddedVoice(), sherpa: folderSpeaks, hosted }, log);
  const thinking = thinkingWith(llm, { rules: embeddedBrains(), hosted }, log);
  return {
    // The fictional business costs nobody anything.
    recogniserFor: (order) => (order.kind === "assistant" ? hearing.engine : embedded),
    voiceFor: (order, language) => (order.kind === "assistant" ? speaking.engine(language) : small.business),
    brainFor: (order) => brainFor(order, thinking.engine),
    close() {
      hearing.close();
      speaking.close();
      thinking.close();
      recogniser?.close();
      engine?.close();
      folder?.close();
      small.assistant.close();
      small.business.close();
    },
  };
});

function smallRecogniser({ recogniserPort }: ThreadBirth): ReturnType<typeof connectRecogniser> | null {
  return recogniserPort === undefined ? null : connectRecogniser(recogniserPort);
}
