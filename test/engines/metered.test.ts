/** What a call's meter is told by each engine, against what the server behind it was sent. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageMeter } from "../../src/conversation/usage-meter.ts";
import type { Voice } from "../../src/conversation/ports.ts";
import { deepgramVoice } from "../../src/engines/deepgram/voice.ts";
import { openaiRecogniser } from "../../src/engines/openai/recogniser.ts";
import { openaiVoice } from "../../src/engines/openai/voice.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../simulators/deepgram/server.ts";
import { OpenaiSimulator } from "../simulators/openai/simulator.ts";
import { KEY, openEar } from "./openai/kit.ts";

const NEVER = new AbortController().signal;

let server: OpenaiSimulator;
let baseUrl: string;
let meter: UsageMeter;

beforeEach(async () => {
  meter = new UsageMeter();
  server = new OpenaiSimulator();
  server.sound = new Int16Array(2400).fill(3000);
  baseUrl = await server.listen();
});

afterEach(() => server.close());

async function speak(voice: Voice, text: string): Promise<void> {
  for await (const piece of voice.speak(text, NEVER, meter.clause(text))) void piece;
}

describe("hearing", () => {
  const seconds = (): number => meter.total([]).hearing[0]?.seconds ?? 0;

  it("by files is counted in what was sent, a refused request too", async () => {
    server.fail("transcription", { refuse: { status: 422, param: "stream" } });
    const recogniser = openaiRecogniser({ apiKey: KEY, model: "whisper-large", baseUrl });
    const { say, next } = await openEar(recogniser, { meter: meter.hearing });
    say(800);
    await next("utterance");
    expect(server.transcribed).toHaveLength(2);
    expect(seconds()).toBe(1.6);
    recogniser.close();
  });

  it("by a realtime session is counted in what was sent", async () => {
    const recogniser = openaiRecogniser({
      apiKey: KEY,
      model: "whisper-large",
      baseUrl: baseUrl.replace("http", "ws"),
    });
    const { say, next, hear } = await openEar(recogniser, { meter: meter.hearing });
    hear(500);
    expect(seconds()).toBe(0);
    say(800);
    await next("utterance");
    expect(server.realtime.sessions[0]?.committed.map(({ length }) => length / 8000)).toEqual([seconds()]);
    recogniser.close();
  });
});

describe("speaking", () => {
  it("with OpenAI's interface is counted in what was sent, and apart from it what was kept", async () => {
    const voice = openaiVoice({ apiKey: KEY, model: "tts-small", baseUrl, voice: null, sampleRateHz: null });
    await speak(voice, "Your code is B74K9.");
    await speak(voice, "Your code is B74K9.");
    const sent = server.spoken.map(({ input }) => String(input)).join("").length;
    expect(meter.total([]).speaking).toMatchObject([{ characters: sent, cachedCharacters: sent }]);
    expect(sent).toBeGreaterThan("Your code is B74K9.".length);
    voice.close();
  });

  it("with Deepgram is counted in what was sent", async () => {
    const deepgram = await startDeepgram();
    const model = "aura-2-thalia-en";
    const voice = deepgramVoice({ apiKey: DEEPGRAM_KEY, model, baseUrl: deepgram.baseUrl, sampleRateHz: 8000 });
    await speak(voice, "Good morning, is there a table for two?");
    const sent = deepgram.seen.flatMap(({ messages }) => messages.filter(({ type }) => type === "Speak"));
    const characters = sent.reduce((sum, { text }) => sum + String(text).length, 0);
    expect(characters).toBeGreaterThan(30);
    expect(meter.total([]).speaking).toMatchObject([{ characters, cachedCharacters: 0 }]);
    voice.close();
    await deepgram.close();
  });
});
