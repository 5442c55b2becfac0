/** The program of a conversation thread that hears, thinks and speaks with the embedded engines. */
import { embeddedThinker } from "./conversation/brain/brain.ts";
import { connectRecogniser } from "./engines/recogniser.ts";
import { connectVoice } from "./engines/voice.ts";
import { mindOf } from "./minds.ts";
import { runConversationThread } from "./run-conversation-thread.ts";

/** Understood well by the business's recogniser, and told from the business's own voice by everybody. */
const ASSISTANT_VOICE = "awb";

await runConversationThread((birth) => {
  const thinker = embeddedThinker();
  const recogniser = connectRecogniser(birth.recogniserPort);
  const voices = {
    assistant: connectVoice(birth.assistantVoicePort, { voice: ASSISTANT_VOICE }),
    business: connectVoice(birth.businessVoicePort, { voice: birth.businessVoice }),
  };
  return {
    recogniser,
    voices,
    think: (mind) => mindOf(mind, thinker),
    close() {
      recogniser.close();
      voices.assistant.close();
      voices.business.close();
    },
  };
});
