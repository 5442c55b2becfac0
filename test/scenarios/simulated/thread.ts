/**
 * The program of a conversation thread with simulated engines: everything but recogniser, voice and the model's
 * slowness is what the appliance runs.
 */
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { brainFor } from "../../../src/app/brains.ts";
import { runConversationThread } from "../../../src/app/run-conversation-thread.ts";
import type { SimulatedBirth } from "./engines.ts";
import { openSimulatedRecogniser } from "./recogniser.ts";
import { slowBrains } from "./slow-brains.ts";
import { simulatedVoice } from "./voice.ts";

await runConversationThread<SimulatedBirth>(({ delays, recogniserPort }) => {
  const brains = slowBrains(embeddedBrains(), delays.modelMs);
  if (recogniserPort === undefined) throw new Error("nobody would whisper to this thread");
  const recogniser = openSimulatedRecogniser(recogniserPort, delays.recogniserMs);
  const voice = simulatedVoice(delays.voiceMs);
  return {
    // The business hears the assistant, to whom nobody lends words: only who is called is whispered about.
    recogniserFor: (order) => recogniser.of(order.kind === "assistant" ? order.brief.phone : null),
    voiceFor: () => voice,
    brainFor: (order) => brainFor(order, brains),
    close: () => recogniser.close(),
  };
});
