/**
 * A whole call that a language model leads, from the desk to the record: what it noted too little of is found afterwards,
 * and what nobody said is not. The ears, the voice and the model are simulated servers behind the real adapters.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallRecord } from "../../src/calls/operations.ts";
import type { CallUsage } from "../../src/calls/usage.ts";
import { modelBrains } from "../../src/conversation/dialog/model/model-brain.ts";
import { textsOf } from "../../src/conversation/dialog/texts/texts.ts";
import { namedRecogniser, namedVoice } from "../../src/conversation/named-engines.ts";
import { ALL_TIME_SAVERS } from "../../src/conversation/time-savers.ts";
import { deepgramRecogniser } from "../../src/engines/deepgram/recogniser.ts";
import { openAiChat } from "../../src/engines/openai/chat.ts";
import { openaiVoice } from "../../src/engines/openai/voice.ts";
import { briefTo, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";
import { HostedCall } from "../fakes/hosted-call.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../simulators/deepgram/server.ts";
import type { DeepgramServer } from "../simulators/deepgram/server.ts";
import type { Answer } from "../simulators/openai-chat/answer.ts";
import { OpenAiChatServer } from "../simulators/openai-chat/server.ts";
import type { SimulatedRequest } from "../simulators/openai-chat/server.ts";
import { OpenaiSimulator } from "../simulators/openai/simulator.ts";

const QUESTION = "What time does the kitchen close?";
const BRIEF = briefTo(SHOP_PHONE, {
  goal: "Find out when the kitchen closes",
  businessName: "Blue Harbor Bistro",
  questions: [QUESTION],
});
const TOLD = "The kitchen closes at ten PM.";
const USED = { prompt: 100, completion: 20 };

let deepgram: DeepgramServer;
let mouth: OpenaiSimulator;
let model: OpenAiChatServer;
let bench: DeskBench;
let line: HostedCall;
let added: CallUsage[];
let callId: string;
let closing: { close(): void }[];
/** What the model answers when it looks back. */
let lookingBack: () => Answer;

/** It leads the call well enough, and notes nothing. */
function scripted(request: SimulatedRequest): Answer {
  if (request.response_format !== undefined) return { usage: USED, ...lookingBack() };
  const heard = request.messages.at(-1)?.content ?? "";
  if (!heard.includes("kitchen closes")) return { text: QUESTION, usage: USED };
  return { text: "I see, thank you. Goodbye.", calls: [{ name: "end_call", arguments: "{}" }], usage: USED };
}

beforeEach(async () => {
  lookingBack = () => ({ json: {} });
  added = [];
  deepgram = await startDeepgram();
  mouth = new OpenaiSimulator();
  mouth.sound = new Int16Array(2400).fill(3000);
  model = new OpenAiChatServer(scripted);
  const [voiceUrl, modelUrl] = await Promise.all([mouth.listen(), model.listen()]);
  const recogniser = deepgramRecogniser({ apiKey: DEEPGRAM_KEY, model: "nova-3", baseUrl: deepgram.baseUrl });
  const rate = { voice: null, sampleRateHz: 24_000 };
  const voice = openaiVoice({ apiKey: "sk-good", model: "tts-small", baseUrl: voiceUrl, ...rate });
  const chat = openAiChat({ apiKey: null, model: "big", baseUrl: modelUrl });
  closing = [voice, chat];
  bench = new DeskBench({
    onUsage: (usage) => added.push(usage),
    conversations: (clock) => {
      line = new HostedCall(clock, {
        recogniser: namedRecogniser("deepgram nova-3", recogniser),
        voice: namedVoice("openai tts-small", voice),
        brains: modelBrains(chat),
        // What is done ahead of time is thrown away now and then: nothing could be counted on.
        timeSavers: { ...ALL_TIME_SAVERS, speculativeReply: false, phrasesAhead: false },
      });
      return line;
    },
  });
});

afterEach(async () => {
  line.end();
  await bench.end();
  for (const each of closing) each.close();
  await Promise.all([deepgram.close(), mouth.close(), model.close()]);
});

/** To the last word of the assistant. */
async function talk(): Promise<void> {
  callId = await bench.place(bench.fund(1000).caller, BRIEF);
  bench.pbx.ringing(callId);
  await line.pass(300);
  bench.pbx.answered(callId);
  await line.says("Blue Harbor Bistro, hello.");
  await line.until(() => line.spoken().length === 1);
  await line.says("How can I help you?");
  await line.until(() => line.spoken().includes(QUESTION));
  await line.says(TOLD);
  await line.until(() => line.spoken().some((text) => text.endsWith("Goodbye.")));
}

async function ended(): Promise<CallRecord> {
  await line.until(() => bench.read(callId).status === "ended");
  return bench.read(callId);
}

describe("a call whose notes missed what was said", () => {
  it("gets the answer from the transcript, once the line has been let go", async () => {
    lookingBack = () => ({
      json: {
        answers: [{ question: 1, status: "answered", answer: "10 PM", quote: "the kitchen closes at ten PM" }],
        facts: [],
        errands: [{ errand: 1, done: true, quotes: ["The kitchen closes at ten PM"] }],
        summary: [{ text: "They are called Blue Harbor Bistro.", quotes: ["Blue Harbor Bistro, hello"] }],
        next_steps: [],
      },
      firstDelayMs: 300,
    });
    await talk();
    await line.until(() => bench.pbx.hungUp.length > 0);
    const [atHangUp, wallMs] = [bench.read(callId), bench.clock.wallMs()];
    // The model has not answered yet.
    expect(atHangUp).toMatchObject({ status: "in_progress", questions: [{ status: "not_asked" }], usage: null });
    const call = await ended();
    expect(call).toMatchObject({
      endReason: "completed",
      endedAtMs: wallMs,
      durationS: Math.floor((wallMs - (call.answeredAtMs ?? 0)) / 1000),
      costCents: 100,
      questions: [{ question: QUESTION, status: "answered", answer: "10 PM" }],
      outcome: { success: true, nextSteps: expect.not.stringContaining("Still to be done") },
    });
    expect(call.outcome?.summary).toContain("They are called Blue Harbor Bistro.");
    const asked = model.requests.at(-1);
    expect(asked?.response_format?.type).toBe("json_schema");
    expect(asked?.messages.at(-1)?.content).toContain(JSON.stringify({ business: TOLD }).slice(1));
  });

  it("gets nothing from a model that makes up a quote, a value or a line", async () => {
    lookingBack = () => ({
      json: {
        answers: [
          { question: 1, status: "answered", answer: "11 PM", quote: "The kitchen closes at ten PM" },
          { question: 1, status: "answered", answer: "11 PM", quote: "The kitchen closes at eleven PM" },
          { question: 1, status: "answered", answer: "10 PM", quote: null },
          { question: 2, status: "answered", answer: "yes", quote: "The kitchen closes at ten PM" },
        ],
        facts: [{ fact: "price_quoted", value: "$40", quotes: ["The kitchen closes at ten PM"] }],
        errands: [{ errand: 1, done: true, quotes: [QUESTION] }],
        summary: [
          { text: "A table costs $40.", quotes: ["The kitchen closes at ten PM"] },
          { text: "They were friendly.", quotes: [] },
        ],
        next_steps: [{ text: "Come at 11 PM.", quotes: ["The kitchen closes at ten PM"] }],
      },
    });
    await talk();
    const call = await ended();
    expect(call).toMatchObject({
      endReason: "completed",
      questions: [{ status: "not_asked", answer: null }],
      outcome: { success: false, priceQuoted: null },
    });
    expect(JSON.stringify(call.outcome)).not.toMatch(/\$40|11 PM|friendly/);
  });

  it("ends in time when the model stalls, with what there is", async () => {
    lookingBack = () => ({ json: {}, stallsAfter: 1 });
    await talk();
    await line.until(() => bench.pbx.hungUp.length > 0);
    // By the real clock: on the line nothing happens any more.
    for (let waits = 0; bench.read(callId).status !== "ended" && waits < 80; waits += 1) await line.settle(100);
    const call = bench.read(callId);
    expect(call).toMatchObject({ endReason: "completed", questions: [{ status: "not_asked" }] });
    expect(call.usage?.thinking).toMatchObject([{ estimated: true }]);
  });

  it.each([{ status: 500 }, { text: "I would rather not." }])(
    "is told of as it was when the model fails: %j",
    async (answer) => {
      lookingBack = () => answer;
      await talk();
      expect(await ended()).toMatchObject({ endReason: "completed", questions: [{ status: "not_asked" }] });
    },
  );
});

it("a crash while it is looked back on loses nothing that was noted", async () => {
  lookingBack = () => ({ json: {}, stallsAfter: 0 });
  await talk();
  await line.until(() => model.requests.some(({ response_format: format }) => format !== undefined));
  expect(bench.store.calls.read(callId)?.noted).toMatchObject({ summary: expect.stringMatching(/\w/) });
  await bench.restart();
  const call = bench.read(callId);
  expect(call).toMatchObject({ status: "ended", endReason: "service_restart", usage: null });
  expect(call.outcome?.summary).toContain("Blue Harbor Bistro");
  expect(bench.store.calls.read(callId)?.noted).toBeNull();
});

it("is not looked back on when nobody said anything", async () => {
  callId = await bench.place(bench.fund(1000).caller, BRIEF);
  bench.pbx.answered(callId);
  await line.pass(4000);
  bench.pbx.ended(callId, "hangup_business");
  expect(await ended()).toMatchObject({ endReason: "hangup_business" });
  expect(model.requests).toEqual([]);
});

describe("what a call has used", () => {
  it("is what the servers counted, and stands in its record", async () => {
    await talk();
    const call = await ended();
    const { soundBytes } = deepgram.seen[0] ?? { soundBytes: 0 };
    const characters = mouth.spoken.reduce((sum, { input }) => sum + String(input).length, 0);
    expect(characters).toBeGreaterThan(100);
    const { oneMoment, apology } = textsOf("en");
    expect(call.usage).toEqual({
      hearing: [{ engine: "deepgram nova-3", seconds: soundBytes / 8000, failures: 0 }],
      thinking: [
        {
          engine: "openai big",
          requests: model.requests.length,
          promptTokens: model.requests.length * USED.prompt,
          completionTokens: model.requests.length * USED.completion,
          discardedTokens: 0,
          estimated: false,
          failures: 0,
        },
      ],
      speaking: [
        {
          engine: "openai tts-small",
          characters,
          // It was asked twice, and kept from the first time; the goodbye was there with the apology.
          cachedCharacters: QUESTION.length + "Goodbye.".length,
          // Nobody had to hear these, which are kept for when everything fails.
          discardedCharacters: oneMoment.length + apology.length - " ".length,
          failures: 0,
        },
      ],
    });
    expect(added).toEqual([call.usage]);
  });

  it("tells what of it nobody heard", async () => {
    callId = await bench.place(bench.fund(1000).caller, BRIEF);
    await line.pass(300);
    line.cutAfterWords = 3;
    bench.pbx.answered(callId);
    await line.says("Blue Harbor Bistro, hello.");
    await line.until(() => line.spoken().length === 1);
    bench.pbx.ended(callId, "hangup_business");
    const [spoken] = (await ended()).usage?.speaking ?? [];
    const characters = mouth.spoken.reduce((sum, { input }) => sum + String(input).length, 0);
    expect(spoken).toMatchObject({ characters, failures: 0 });
    expect(spoken?.discardedCharacters).toBeGreaterThan(characters / 2);
    expect(spoken?.discardedCharacters).toBeLessThan(characters);
  });

  it("is told of a call that nobody answered too: its opening was rendered in vain", async () => {
    callId = await bench.place(bench.fund(1000).caller, BRIEF);
    bench.pbx.ringing(callId);
    await line.until(() => mouth.spoken.length > 0);
    bench.pbx.ended(callId, "no_answer");
    await line.until(() => bench.read(callId).usage !== null);
    const call = bench.read(callId);
    expect(call).toMatchObject({ status: "ended", endReason: "no_answer", costCents: 0 });
    const [spoken] = call.usage?.speaking ?? [];
    expect(spoken?.discardedCharacters).toBe(spoken?.characters);
  });
});
