/**
 * A business that listens and answers by itself: the one at the demo number, or any other file like it, behind the
 * proving ground's carrier. It hears and speaks as the appliance's own does, with engines of its own.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { embeddedEngines } from "../../src/app/embedded-engines.ts";
import type { MediaPoint } from "../../src/calls/ports.ts";
import type { Settings } from "../../src/config/schema.ts";
import { startConversationThreads } from "../../src/conversation/threads.ts";
import type { MediaListenerName } from "../../src/conversation/threads.ts";
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
/** As in a configuration that says nothing of speech. */
const EMBEDDED: Settings["speech"] = {
  stt: [{ provider: "embedded", model: "auto" }],
  tts: [{ provider: "embedded", model: "auto", voice: null, sample_rate_hz: null }],
};

export async function openBusiness({
  mediaLogin,
  log,
}: {
  readonly mediaLogin: Login;
  readonly log: Logger;
}): Promise<BusinessHost> {
  await using stack = new AsyncDisposableStack();
  const engines = await embeddedEngines(process.env)({
    settings: { llm: [{ provider: "embedded" }], speech: EMBEDDED },
    businessVoice: "rms",
    log,
  });
  stack.defer(() => engines.close());
  await engines.ready;
  const threads = await startConversationThreads({
    count: 1,
    entry: engines.entry,
    birth: () => {
      const { data, transfer } = engines.connect();
      const media = { host: "127.0.0.1", port: 0, ...mediaLogin };
      return { data: { ...data, media, logLevel: log.level }, transfer };
    },
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
          brain: { kind: "business", yaml: readFileSync(join(PROJECT_ROOT, file), "utf8"), seed: randomUUID() },
          opens: "at_once",
          sampleRateHz: RATE_HZ,
          language: "en-US",
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
