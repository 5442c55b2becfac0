/**
 * A business that listens and answers by itself: the one at the demo number, or any other file like it, behind the
 * proving ground's carrier. It hears and speaks with the embedded engines, in threads of this process.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { MediaPoint } from "../../src/calls/ports.ts";
import { startConversationThreads } from "../../src/conversation/threads.ts";
import type { MediaListenerName } from "../../src/conversation/threads.ts";
import { startRecogniser } from "../../src/engines/recogniser.ts";
import { startVoice } from "../../src/engines/voice.ts";
import { allOrNone } from "../../src/lib/all-or-none.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import type { Login } from "../../src/pbx/settings.ts";

export type BusinessHost = {
  readonly listeners: readonly MediaListenerName[];
  /** `file`: relative to the project's folder. `onFinished`: it has said its last word. */
  open(callId: string, file: string, onFinished: () => void): MediaPoint;
  answered(callId: string): void;
  over(callId: string): void;
  close(): Promise<void>;
};

const RATE_HZ = 8000;

export async function openBusiness({
  mediaLogin,
  log,
}: {
  readonly mediaLogin: Login;
  readonly log: Logger;
}): Promise<BusinessHost> {
  await using stack = new AsyncDisposableStack();
  const owning = async <Host extends { close(): Promise<void> }>(starting: Promise<Host>): Promise<Host> => {
    const host = await starting;
    stack.defer(() => host.close());
    return host;
  };
  const [voice, recogniser] = await allOrNone([
    owning(startVoice({ log, warm: ["rms"] })),
    owning(startRecogniser({ decoders: { warm: 1, most: 2 }, log })),
  ]);
  const threads = await startConversationThreads({
    count: 1,
    entry: new URL("../../src/conversation-thread.ts", import.meta.url),
    birth: () => {
      const ports = {
        assistantVoicePort: voice.connect(),
        businessVoicePort: voice.connect(),
        recogniserPort: recogniser.connect(),
      };
      const media = { host: "127.0.0.1", port: 0, ...mediaLogin };
      return { data: { media, logLevel: log.level, businessVoice: "rms", ...ports }, transfer: Object.values(ports) };
    },
    demoHints: [],
    log,
  });
  stack.defer(() => threads.end());
  const open = new Set<string>();
  const owned = stack.move();
  return {
    // The carrier knows other listeners too: a name of its own.
    listeners: threads.listeners,
    open(callId, file, onFinished) {
      open.add(callId);
      return threads.openCallee(
        {
          callId,
          mind: { kind: "business", yaml: readFileSync(join(PROJECT_ROOT, file), "utf8"), seed: randomUUID() },
          opens: "at_once",
          sampleRateHz: RATE_HZ,
          language: "en-US",
          hints: [],
          answerWaitSeconds: 60,
        },
        (event) => {
          if (event.type === "finished") onFinished();
        },
      );
    },
    answered: (callId) => threads.answered(callId),
    over(callId) {
      if (open.delete(callId)) threads.close(callId);
    },
    close: () => owned.disposeAsync(),
  };
}
