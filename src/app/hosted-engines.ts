/**
 * Hosted engines, loaded only where the settings name them: the SDK of Deepgram takes 60 MB and a fifth of a second in
 * every thread that loads it.
 */
import type { EngineLists } from "./engine-lists.ts";

export type HostedEngines = {
  readonly deepgram: Awaited<ReturnType<typeof loadDeepgram>> | null;
  readonly openai: Awaited<ReturnType<typeof loadOpenai>> | null;
};

export async function loadHosted({ stt, tts, llm }: EngineLists): Promise<HostedEngines> {
  const providers = new Set([...stt, ...tts, ...llm].map(({ provider }) => provider));
  const [deepgram, openai] = await Promise.all([
    providers.has("deepgram") ? loadDeepgram() : null,
    providers.has("openai") ? loadOpenai() : null,
  ]);
  return { deepgram, openai };
}

async function loadDeepgram() {
  const [{ deepgramRecogniser }, { deepgramVoice }] = await Promise.all([
    import("../engines/deepgram/recogniser.ts"),
    import("../engines/deepgram/voice.ts"),
  ]);
  return { recogniser: deepgramRecogniser, voice: deepgramVoice };
}

async function loadOpenai() {
  const [{ openAiChat }, { openaiRecogniser }, { openaiVoice }] = await Promise.all([
    import("../engines/openai/chat.ts"),
    import("../engines/openai/recogniser.ts"),
    import("../engines/openai/voice.ts"),
  ]);
  return { chat: openAiChat, recogniser: openaiRecogniser, voice: openaiVoice };
}
