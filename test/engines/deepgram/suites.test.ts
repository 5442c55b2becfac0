/** Deepgram's engines against the simulated Deepgram, as any engine. */
import { deepgramRecogniser } from "../../../src/engines/deepgram/recogniser.ts";
import { deepgramVoice } from "../../../src/engines/deepgram/voice.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../../simulators/deepgram/server.ts";
import { levelSpeech, wordsIn } from "../../simulators/spoken-levels.ts";
import { recogniserSuite } from "../recogniser-suite.ts";
import { voiceSuite } from "../voice-suite.ts";

for (const model of ["nova-3", "flux-general-en"]) {
  recogniserSuite(
    `Deepgram's ${model}`,
    async () => {
      const server = await startDeepgram();
      return {
        recogniser: deepgramRecogniser({ apiKey: DEEPGRAM_KEY, model, baseUrl: server.baseUrl }),
        speech: levelSpeech,
        close: () => server.close(),
      };
    },
    { rates: [8000, 16_000], tellsWords: "as_spoken" },
  );
}

for (const [sampleRateHz, chunkBytes] of [
  [8000, 2400],
  [24_000, 16_001],
] as const) {
  voiceSuite(
    `Deepgram's Aura at ${sampleRateHz} Hz in pieces of ${chunkBytes} bytes`,
    async () => {
      const server = await startDeepgram();
      server.script(...Array.from({ length: 8 }, () => ({ chunkBytes, everyMs: 1 })));
      const voice = deepgramVoice({
        apiKey: DEEPGRAM_KEY,
        model: "aura-2-thalia-en",
        baseUrl: server.baseUrl,
        sampleRateHz,
      });
      return {
        voice,
        async close() {
          voice.close();
          await server.close();
        },
      };
    },
    { wordsIn, longText: `${"one after another they come and go, ".repeat(60)}the end.` },
  );
}
