/**
 * Hosted engines in a process of their own: the simulators of Deepgram and of OpenAI's interface, with the delays they are
 * told, as far away as they are told. What they hear is whispered to them.
 */
import { DEEPGRAM_KEY, startDeepgram } from "../../simulators/deepgram/server.ts";
import { OpenAiChatServer } from "../../simulators/openai-chat/server.ts";
import type { Answer } from "../../simulators/openai-chat/answer.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { levelSpeech } from "../../simulators/spoken-levels.ts";
import { listenForWhispers } from "../../scenarios/simulated/whisper.ts";
import { answerQuestions } from "./child.ts";
import { overhearing } from "./overhearing.ts";

export type HostedDelays = {
  /** Words that are final, after the pause or the request that they answer. Others come as they are spoken. */
  readonly sttFinalMs: number;
  readonly llmFirstTokenMs: number;
  readonly llmTokenMs: number;
  readonly ttsFirstByteMs: number;
  /** What a new connection takes. */
  readonly connectMs: number;
};

export type HostedPlaces = {
  readonly deepgramUrl: string;
  readonly deepgramKey: string;
  readonly chatUrl: string;
  readonly openaiUrl: string;
  readonly whisperPort: number;
};

/** Three of four begin as the prompt asks a model to begin. */
const REPLIES = [
  "Thank you. And is there parking nearby?",
  "All right. Could you tell me whether there is a terrace?",
  "Is it quiet there in the evening?",
  "Great, thank you. And do you take cards?",
];

let delays: HostedDelays = { sttFinalMs: 0, llmFirstTokenMs: 0, llmTokenMs: 0, ttsFirstByteMs: 0, connectMs: 0 };
const overheard = overhearing();
const whispers = await listenForWhispers();
whispers.onLine((line) => overheard.whispered(line));

const deepgram = await startDeepgram((request) => ({
  letInAfterMs: delays.connectMs,
  ...(request.pathname === "/v1/speak"
    ? { firstSoundMs: delays.ttsFirstByteMs }
    : {
        finalDelayMs: delays.sttFinalMs,
        // Flux judges for itself: its end of turn comes when the others' final words do.
        eagerS: 0.1,
        endOfTurnS: Math.max(0.1, delays.sttFinalMs / 1000),
        ear: overheard.ear(request.searchParams.getAll("keyterm").join(" ")),
      }),
}));

const chat = new OpenAiChatServer((_, number): Answer => ({
  text: REPLIES[number % REPLIES.length] ?? "",
  firstDelayMs: delays.llmFirstTokenMs,
  tokenDelayMs: delays.llmTokenMs,
}));

const openai = new OpenaiSimulator();
openai.apiKey = null;
openai.sound = Int16Array.from(levelSpeech("one two three four five six", 24_000));
openai.hears = ({ prompt = "" }) => overheard.lastLine(prompt);

const places: HostedPlaces = {
  deepgramUrl: deepgram.baseUrl,
  deepgramKey: DEEPGRAM_KEY,
  chatUrl: await chat.listen(),
  openaiUrl: await openai.listen(),
  whisperPort: whispers.port,
};

answerQuestions(async (question) => {
  switch (question["type"]) {
    case "places":
      return places;
    case "delays":
      delays = question["delays"] as HostedDelays;
      chat.newConnectionMs = delays.connectMs;
      openai.newConnectionMs = delays.connectMs;
      openai.always.transcription = { delayMs: delays.sttFinalMs };
      openai.always.speech = { delayMs: delays.ttsFirstByteMs };
      return null;
    case "asked": {
      const asked = { chats: chat.requests.length, abandoned: chat.abandoned };
      chat.requests.length = 0;
      chat.abandoned = 0;
      return asked;
    }
    case "cpu":
      return process.cpuUsage();
    default:
      throw new Error("unknown question");
  }
});
