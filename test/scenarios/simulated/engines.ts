/**
 * The simulated engines as the appliance starts them. They live in the conversation threads themselves; what crosses
 * threads is the whispers, which go to every thread because each call is in one of them.
 */
import { MessageChannel } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { StartEngines } from "../../../src/app/embedded-engines.ts";
import type { ThreadBirth } from "../../../src/conversation/messages.ts";
import type { Delays } from "./delays.ts";
import type { WhisperPort } from "./whisper.ts";

/** The recogniser's port brings whispers. */
export type SimulatedBirth = ThreadBirth & { readonly delays: Delays };

export function simulatedEngines(delays: Delays, whispers: WhisperPort): StartEngines {
  return ({ businessVoice }) => {
    const threads = new Set<MessagePort>();
    whispers.onLine((line) => {
      for (const thread of threads) thread.postMessage(line);
    });
    return Promise.resolve({
      entry: new URL("./thread.ts", import.meta.url),
      connect() {
        const { port1, port2 } = new MessageChannel();
        threads.add(port1);
        port1.once("close", () => threads.delete(port1));
        // One way to all of them: the voices have nothing to be told.
        const ways = { recogniserPort: port2, assistantVoicePort: port2, businessVoicePort: port2 };
        return { data: { businessVoice, delays, ...ways }, transfer: [port2] };
      },
      async close() {
        for (const thread of threads) thread.close();
        await whispers.close();
      },
    });
  };
}
