/** The program of a conversation thread that hears, thinks and speaks with the embedded engines. */
import { embeddedBrains } from "../conversation/dialog/brain/brain.ts";
import type { ThreadBirth } from "../conversation/messages.ts";
import type { Recogniser, Voice } from "../conversation/ports.ts";
import { withSecondVoice } from "../conversation/playout/second-voice.ts";
import { connectRecogniser } from "../engines/embedded/stt/recogniser.ts";
import { connectVoice } from "../engines/embedded/tts/voice.ts";
import { connectEngine } from "../engines/neural/client.ts";
import { neuralRecogniser } from "../engines/neural/recogniser.ts";
import { LINE_RATE_HZ, neuralVoice } from "../engines/neural/voice.ts";
import { brainFor } from "./brains.ts";
import { runConversationThread } from "./run-conversation-thread.ts";

/** Told from the business's own voice by everybody. */
const SMALL_VOICE = "awb";

await runConversationThread((birth, log) => {
  const brains = embeddedBrains();
  const engine = birth.neural === undefined ? null : connectEngine(birth.neural.socketPath);
  const small = {
    assistant: connectVoice(birth.assistantVoicePort, { voice: SMALL_VOICE }),
    business: connectVoice(birth.businessVoicePort, { voice: birth.businessVoice }),
  };
  const recogniser = smallRecogniser(birth);

  function hearing(): Recogniser {
    if (engine !== null && birth.neural?.stt === "neural") return neuralRecogniser(engine);
    if (recogniser === null) throw new Error("a conversation thread was born without a way to hear");
    return recogniser;
  }

  function speaking(): Voice {
    if (engine === null || birth.neural?.tts !== "neural") return small.assistant;
    return withSecondVoice(neuralVoice(engine, LINE_RATE_HZ), small.assistant, log);
  }

  const heard = hearing();
  return {
    recogniserFor: () => heard,
    voices: { assistant: speaking(), business: small.business },
    brainFor: (order) => brainFor(order, brains),
    close() {
      recogniser?.close();
      engine?.close();
      small.assistant.close();
      small.business.close();
    },
  };
});

function smallRecogniser({ recogniserPort }: ThreadBirth): ReturnType<typeof connectRecogniser> | null {
  return recogniserPort === undefined ? null : connectRecogniser(recogniserPort);
}
