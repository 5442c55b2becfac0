/** The simulated service behind each engine, and the settings with which it is used through a door. */
import { parseSettings } from "../../src/config/load.ts";
import type { EngineLists } from "../../src/app/engine-lists.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../simulators/deepgram/server.ts";
import { OpenAiChatServer } from "../simulators/openai-chat/server.ts";
import type { Script } from "../simulators/openai-chat/server.ts";
import { OpenaiSimulator } from "../simulators/openai/simulator.ts";
import { levelSpeech, wordsIn } from "../simulators/spoken-levels.ts";
import { LINES, ANSWER_LINE } from "./callee.ts";

/** One hosted engine, by what it does and how it is spoken to. */
export const ENGINES = {
  deepgram_listen: { part: "stt" },
  deepgram_flux: { part: "stt" },
  openai_file: { part: "stt" },
  openai_realtime: { part: "stt" },
  deepgram_aura: { part: "tts" },
  openai_speech: { part: "tts" },
  openai_chat: { part: "llm" },
} as const;

export type EngineName = keyof typeof ENGINES;

export type Service = { readonly port: number; close(): Promise<void> };

const OPENAI_KEY = "sk-good";
/** They are to stand in no line of any log. */
export const KEYS = [DEEPGRAM_KEY, OPENAI_KEY] as const;
const REALTIME_MODEL = "gpt-realtime-transcribe";

export async function startService(engine: EngineName): Promise<Service> {
  switch (engine) {
    case "deepgram_listen":
    case "deepgram_flux":
    case "deepgram_aura": {
      const server = await startDeepgram();
      return { port: portOf(server.baseUrl), close: () => server.close() };
    }
    case "openai_file":
    case "openai_realtime":
    case "openai_speech": {
      const server = new OpenaiSimulator();
      server.models = [...(server.models ?? []), REALTIME_MODEL];
      server.understands = wordsIn;
      server.speaks = levelSpeech;
      return { port: portOf(await server.listen()), close: () => server.close() };
    }
    case "openai_chat": {
      const server = new OpenAiChatServer(scriptedMind);
      return { port: portOf(await server.listen()), close: () => server.close() };
    }
  }
}

/** `secure`: over TLS, which nobody there speaks. `also`: in front of each list. */
export function listsWith(
  ports: ReadonlyMap<EngineName, number>,
  secure: boolean,
  also: Partial<Record<"stt" | "tts" | "llm", object>> = {},
): EngineLists {
  const of = (part: "stt" | "tts" | "llm"): unknown[] => [
    ...(also[part] === undefined ? [] : [also[part]]),
    ...[...ports].filter(([name]) => ENGINES[name].part === part).map(([name, port]) => settingsOf(name, port, secure)),
  ];
  const orEmbedded = (list: unknown[]): unknown[] => (list.length > 0 ? list : [{ provider: "embedded" }]);
  const raw = { speech: { stt: orEmbedded(of("stt")), tts: orEmbedded(of("tts")) }, llm: orEmbedded(of("llm")) };
  const { speech, llm } = parseSettings(JSON.stringify(raw), "the fault table", {});
  return { stt: speech.stt, tts: speech.tts, llm };
}

export function settingsOf(engine: EngineName, port: number, secure: boolean): object {
  const ws = `${secure ? "wss" : "ws"}://127.0.0.1:${port}`;
  const http = `${secure ? "https" : "http"}://127.0.0.1:${port}/v1`;
  const deepgram = { provider: "deepgram", api_key: DEEPGRAM_KEY, base_url: ws };
  const openai = { provider: "openai", api_key: OPENAI_KEY, base_url: http };
  switch (engine) {
    case "deepgram_listen":
      return { ...deepgram, model: "nova-3" };
    case "deepgram_flux":
      return { ...deepgram, model: "flux-general-en" };
    case "deepgram_aura":
      return { ...deepgram, model: "aura-2-thalia-en" };
    case "openai_file":
      return { ...openai, model: "whisper-large" };
    case "openai_realtime":
      return { ...openai, base_url: `${ws}/v1`, model: REALTIME_MODEL };
    case "openai_speech":
      return { ...openai, model: "tts-small", sample_rate_hz: 24_000 };
    case "openai_chat":
      return { ...openai, model: "scripted" };
  }
}

/** Asks until it is told, records it and says goodbye. */
const scriptedMind: Script = ({ messages }) => {
  const last = messages.at(-1)?.content ?? "";
  const told = LINES[ANSWER_LINE];
  if (last.includes("you are welcome")) return { text: "Goodbye.", calls: [{ name: "end_call", arguments: "{}" }] };
  if (!last.includes(told)) return { text: "What time does the kitchen close?" };
  return {
    text: "Thank you very much for your help. Goodbye.",
    calls: [
      call("record_answer", { question: 1, status: "answered", answer: "ten pm", quote: told }),
      call("record_errand", { errand: 1, done: true, quotes: [told] }),
      call("end_call", {}),
    ],
  };
};

function call(name: string, given: object): { name: string; arguments: string } {
  return { name, arguments: JSON.stringify(given) };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
