/** Hearing, speaking and thinking over OpenAI's interface, against servers that understand and speak levels, as any engine. */
import { openAiChat } from "../../../src/engines/openai/chat.ts";
import { openaiRecogniser } from "../../../src/engines/openai/recogniser.ts";
import { openaiVoice } from "../../../src/engines/openai/voice.ts";
import { OpenAiChatServer } from "../../simulators/openai-chat/server.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { levelSpeech, wordsIn } from "../../simulators/spoken-levels.ts";
import { chatSuite } from "../chat-suite.ts";
import { recogniserSuite } from "../recogniser-suite.ts";
import { voiceSuite } from "../voice-suite.ts";
import { KEY } from "./kit.ts";

async function serve(): Promise<{ readonly server: OpenaiSimulator; readonly baseUrl: string }> {
  const server = new OpenaiSimulator();
  server.understands = wordsIn;
  server.speaks = levelSpeech;
  return { server, baseUrl: await server.listen() };
}

for (const [name, scheme, form] of [
  ["files, answered as JSON", "http", "json"],
  ["files, answered with events", "http", "events"],
  ["a realtime session", "ws", "json"],
] as const) {
  recogniserSuite(
    `OpenAI's interface with ${name}`,
    async () => {
      const { server, baseUrl } = await serve();
      server.transcribesAs = form;
      const url = baseUrl.replace("http", scheme);
      const recogniser = openaiRecogniser({ apiKey: KEY, model: "whisper-large", baseUrl: url });
      return {
        recogniser,
        speech: levelSpeech,
        async close() {
          recogniser.close();
          await server.close();
        },
      };
    },
    {
      rates: [8000, 16_000],
      tellsWords: "after_pause",
      // Numbers are written as figures.
      sentences: ["we open soon", "the menu is on the table", "see you then"],
    },
  );
}

for (const speaksAs of ["pcm", "wav"] as const) {
  voiceSuite(
    `OpenAI's speech as ${speaksAs}`,
    async () => {
      const { server, baseUrl } = await serve();
      server.speaksAs = speaksAs;
      const voice = openaiVoice({ apiKey: KEY, model: "tts-small", voice: null, baseUrl, sampleRateHz: null });
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

chatSuite("OpenAI's chat completions", async (script) => {
  const server = new OpenAiChatServer(script);
  const chat = openAiChat({ apiKey: KEY, model: "scripted", baseUrl: await server.listen() });
  return {
    chat,
    async close() {
      chat.close();
      await server.close();
    },
  };
});
