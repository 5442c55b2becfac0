/** Engines of tests: begun, and waited for until they serve. */
import type { EngineHost } from "../../src/engines/embedded/embedded.ts";
import { beginEngineHost } from "../../src/engines/embedded/engine-host.ts";
import { beginRecogniser } from "../../src/engines/embedded/stt/recogniser.ts";
import { beginVoice } from "../../src/engines/embedded/tts/voice.ts";

type Begun = ReturnType<typeof beginEngineHost>;

const started =
  <Options>(begin: (options: Options) => Begun) =>
  async (options: Options): Promise<EngineHost> => {
    const { host, ready } = begin(options);
    await ready;
    return host;
  };

export const startEngineHost = started(beginEngineHost);
export const startVoice = started(beginVoice);
export const startRecogniser = started(beginRecogniser);
