/**
 * The program of a conversation thread with simulated engines: everything but recogniser, voice and the model's
 * slowness is what the appliance runs.
 */
import { embeddedThinker } from "../../../src/conversation/brain/brain.ts";
import type { Mind } from "../../../src/conversation/messages.ts";
import { mindOf } from "../../../src/minds.ts";
import { runConversationThread } from "../../../src/run-conversation-thread.ts";
import type { SimulatedBirth } from "./engines.ts";
import { openSimulatedRecogniser } from "./recogniser.ts";
import { slowThinker } from "./thinker.ts";
import { simulatedVoice } from "./voice.ts";

await runConversationThread<SimulatedBirth>(({ delays, recogniserPort }) => {
  const thinker = slowThinker(embeddedThinker(), delays.modelMs);
  const recogniser = openSimulatedRecogniser(recogniserPort, delays.recogniserMs);
  const voice = simulatedVoice(delays.voiceMs);
  return {
    recogniser,
    voices: { assistant: voice, business: voice },
    think: (mind) => ({ ...mindOf(mind, thinker), hints: numbersOf(mind) }),
    close: () => recogniser.close(),
  };
});

/** The business hears the assistant, to whom nobody lends words: only who is called is whispered about. */
function numbersOf(mind: Mind): readonly string[] {
  return mind.kind === "assistant" ? [mind.brief.phone] : [];
}
