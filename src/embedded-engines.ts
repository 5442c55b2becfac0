/**
 * The engines of an appliance as `appliance.ts` sees them: something that is started once, that every conversation
 * thread is given ways to, and that is ended with the appliance. These are the embedded ones, in threads of their own.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { ThreadBirth } from "./conversation/messages.ts";
import { startRecogniser } from "./engines/recogniser.ts";
import { startVoice } from "./engines/voice.ts";
import { allOrNone } from "./lib/all-or-none.ts";

export type ApplianceEngines = {
  /** The program of the conversation threads that work with these engines. */
  readonly entry: URL;
  /** The ways to the engines for one more thread: also for one that replaces a thread that died. */
  connect(): { readonly data: EngineWays; readonly transfer: MessagePort[] };
  close(): Promise<void>;
};

/** What the engines put into the birth of a thread. */
export type EngineWays = Omit<ThreadBirth, "media" | "logLevel">;

export type EngineNeeds = { readonly businessVoice: ThreadBirth["businessVoice"]; readonly log: Logger };

/** Rejects with nothing left running. */
export type StartEngines = (needs: EngineNeeds) => Promise<ApplianceEngines>;

/** Utterances the embedded recogniser works on at once: a call has one at a time, the demo's two ends take turns. */
const DECODERS = { warm: 2, most: 4 } as const;

export async function startEmbeddedEngines({ businessVoice, log }: EngineNeeds): Promise<ApplianceEngines> {
  await using stack = new AsyncDisposableStack();
  const owning = async <Host extends { close(): Promise<void> }>(starting: Promise<Host>): Promise<Host> => {
    const host = await starting;
    stack.defer(() => host.close());
    return host;
  };
  const [voice, recogniser] = await allOrNone([
    owning(startVoice({ log, warm: ["awb", businessVoice] })),
    owning(startRecogniser({ decoders: DECODERS, log })),
  ]);
  const owned = stack.move();
  return {
    entry: new URL("./conversation-thread.ts", import.meta.url),
    connect() {
      const ports = {
        assistantVoicePort: voice.connect(),
        businessVoicePort: voice.connect(),
        recogniserPort: recogniser.connect(),
      };
      return { data: { businessVoice, ...ports }, transfer: Object.values(ports) };
    },
    close: () => owned.disposeAsync(),
  };
}
