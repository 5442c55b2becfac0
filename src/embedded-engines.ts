/**
 * The engines of an appliance as `appliance.ts` sees them: something that is started once, that every conversation
 * thread is given ways to, and that is ended with the appliance. These are the embedded ones, in threads of their own.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { ThreadBirth } from "./conversation/messages.ts";
import { beginRecogniser } from "./engines/recogniser.ts";
import { beginVoice } from "./engines/voice.ts";
import { allOrNone } from "./lib/all-or-none.ts";

export type ApplianceEngines = {
  /** The program of the conversation threads that work with these engines. */
  readonly entry: URL;
  /** The ways to the engines for one more thread: also for one that replaces a thread that died. */
  connect(): { readonly data: EngineWays; readonly transfer: MessagePort[] };
  /** When they are still starting: settles when they serve, or rejects with what is missing. Ways lead there already. */
  readonly ready?: Promise<unknown>;
  close(): Promise<void>;
};

/** What the engines put into the birth of a thread. */
export type EngineWays = Omit<ThreadBirth, "media" | "logLevel">;

export type EngineNeeds = { readonly businessVoice: ThreadBirth["businessVoice"]; readonly log: Logger };

/** Rejects with nothing left running. */
export type StartEngines = (needs: EngineNeeds) => Promise<ApplianceEngines>;

/** Utterances the embedded recogniser works on at once; a call has one at a time. Each beyond the warm ones costs about 75 MB, once it is needed. */
const DECODERS = { warm: 2, most: 8 } as const;

/** Does not wait for them: `ready` does. */
export async function startEmbeddedEngines({ businessVoice, log }: EngineNeeds): Promise<ApplianceEngines> {
  const voice = beginVoice({ log, warm: ["awb", businessVoice] });
  const recogniser = beginRecogniser({ decoders: DECODERS, log });
  return {
    entry: new URL("./conversation-thread.ts", import.meta.url),
    ready: allOrNone([voice.ready, recogniser.ready]),
    connect() {
      const ports = {
        assistantVoicePort: voice.host.connect(),
        businessVoicePort: voice.host.connect(),
        recogniserPort: recogniser.host.connect(),
      };
      return { data: { businessVoice, ...ports }, transfer: Object.values(ports) };
    },
    close: async () => {
      await Promise.all([voice.host.close(), recogniser.host.close()]);
    },
  };
}
