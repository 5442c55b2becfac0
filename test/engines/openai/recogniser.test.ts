/** Hearing over `/audio/transcriptions`, one file for each piece of speech, with OpenAI's own SDK. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openaiRecogniser, hearsInRealtime } from "../../../src/engines/openai/recogniser.ts";
import type { OpenaiRecogniser } from "../../../src/engines/openai/recogniser.ts";
import type { Deadlines } from "../../../src/engines/openai/deadlines.ts";
import { SECRET_IN_ERRORS } from "../../simulators/openai/faults.ts";
import type { Fault } from "../../simulators/openai/faults.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { HASTY, KEY, openEar, PATIENT } from "./kit.ts";

let server: OpenaiSimulator;
let baseUrl: string;
let recogniser: OpenaiRecogniser | null = null;

beforeEach(async () => {
  server = new OpenaiSimulator();
  baseUrl = await server.listen();
});

afterEach(async () => {
  recogniser?.close();
  await server.close();
});

function open(deadlines: Deadlines = PATIENT, apiKey: string | null = KEY): OpenaiRecogniser {
  recogniser = openaiRecogniser({ apiKey, model: "whisper-large", baseUrl, deadlines });
  return recogniser;
}

describe("hearing with a file for each utterance", () => {
  it("sends what was said as a WAV file of 16 kHz, with the language and the names that may come up", async () => {
    const { ear, next, hear } = await openEar(open(), { hints: ["Blue Harbor", "Alex Morgan"] });
    hear(500);
    expect(ear.begin(300)).toBe(1);
    hear(700);
    ear.pause();
    hear(200);
    expect(await next("partial")).toMatchObject({
      utterance: 1,
      text: "We are open.",
      written: "We are open.",
    });
    ear.commit();
    expect(await next("utterance")).toEqual({
      type: "utterance",
      utterance: 1,
      text: "We are open.",
      confidence: null,
    });
    expect(server.transcribed).toHaveLength(1);
    const [sent] = server.transcribed;
    expect(sent?.fields).toMatchObject({
      model: "whisper-large",
      language: "en",
      stream: "true",
      response_format: "json",
      prompt: "Blue Harbor, Alex Morgan",
    });
    expect(sent?.sampleRateHz).toBe(16_000);
    expect(sent?.samples).toHaveLength(16_000);
    expect(Math.max(...(sent?.samples ?? []))).toBeGreaterThan(7000);
  });

  it.each(["events", "json", "text", "segments"] as const)("takes the words as %s", async (form) => {
    server.transcribesAs = form;
    server.words = ["The kitchen closes early."];
    const { say, next } = await openEar(open());
    say(1500);
    expect(await next("utterance")).toMatchObject({ text: "The kitchen closes early." });
  });

  it("asks for no stream where one is refused, and does not ask again", async () => {
    server.knowsStream = false;
    const { say, next } = await openEar(open());
    say();
    expect(await next("utterance")).toMatchObject({ utterance: 1, text: "We are open." });
    say();
    expect(await next("utterance")).toMatchObject({ utterance: 2, text: "We are open." });
    expect(server.transcribed.map(({ fields }) => fields["stream"])).toEqual(["true", undefined, undefined]);
  });

  it("hears other languages, and writes them as they are written", async () => {
    server.words = ["Wir öffnen um neun."];
    const { say, next } = await openEar(open(), { language: "de-DE" });
    say(1500);
    expect(await next("utterance")).toMatchObject({ text: "Wir öffnen um 9:00 Uhr." });
    expect(server.transcribed[0]?.fields["language"]).toBe("de");
  });

  it("takes words that nobody can have said for none", async () => {
    server.words = ["[BLANK_AUDIO]", "Blue Harbor, Alex Morgan."];
    const { say, next } = await openEar(open(), { hints: ["Blue Harbor", "Alex Morgan"] });
    say();
    expect(await next("utterance")).toMatchObject({ text: "" });
    say(1500);
    expect(await next("utterance")).toMatchObject({ text: "" });
  });

  it("ends the request when they go on, and sends the whole", async () => {
    server.fail("transcription", { silent: true });
    const { ear, hear, next } = await openEar(open());
    ear.begin(0);
    hear(600);
    ear.pause();
    await server.until(() => server.transcribed.length === 1);
    hear(160);
    ear.resume();
    await server.until(() => server.abandoned === 1);
    hear(600);
    ear.pause();
    ear.commit();
    expect(await next("utterance")).toMatchObject({ utterance: 1 });
    expect(server.transcribed[1]?.samples).toHaveLength(((600 + 160 + 600) * 16_000) / 1000);
  });

  it("says nothing more once it is closed, and ends what was asked", async () => {
    server.fail("transcription", { silent: true });
    const { say, told, hangUp } = await openEar(open());
    say();
    await server.until(() => server.transcribed.length === 1);
    hangUp.abort(new Error("the call is over"));
    await server.until(() => server.abandoned === 1);
    expect(told).toEqual([]);
  });

  it("keeps its connection from one utterance to the next", async () => {
    const { say, next } = await openEar(open());
    for (let i = 0; i < 3; i += 1) {
      say();
      await next("utterance");
    }
    expect(server.connections).toBe(1);
  });

  it("hears all the same when the server has ended a kept connection", async () => {
    const { say, next } = await openEar(open());
    say();
    await next("utterance");
    server.dropIdle();
    say();
    expect(await next("utterance")).toMatchObject({ utterance: 2, text: "We are open." });
  });
});

describe("a server that fails while it hears", () => {
  const FATAL: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
    [
      "refuses the key",
      { refuse: { status: 401, code: "invalid_api_key" } },
      /refuses the key in speech\.stt\.api_key/,
    ],
    [
      "does not know the model",
      { refuse: { status: 404, code: "model_not_found" } },
      /no model "whisper-large".*speech\.stt\.model/,
    ],
    ["knows no such address", { refuse: { status: 404 } }, /speech\.stt\.base_url.*speech\.stt\.model/],
    ["has no credit", { refuse: { status: 429, code: "insufficient_quota" } }, /speech\.stt\.api_key has no credit/],
    ["is something else", { garbage: true }, /does not speak OpenAI's protocol: check speech\.stt\.base_url/],
  ];
  const PASSING: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
    ["is overloaded", { refuse: { status: 429 } }, /too many requests.*speech\.stt\.api_key/],
    ["has a bug", { refuse: { status: 500 } }, /speech\.stt\.base_url, failed \(500\)/],
    ["says nothing", { silent: true }, /does not answer within 0\.25 s/],
    ["answers headers only", { stallAt: 0 }, /does not answer within 0\.25 s/],
    ["stops in the middle", { stallAt: 5 }, /stopped in the middle/],
    ["hangs up in the middle", { cutAt: 5 }, /hung up in the middle/],
  ];

  it.each([...FATAL, ...PASSING])("one that %s is told of in a sentence", async (_, fault, says) => {
    server.fail("transcription", fault, fault, fault);
    const { say, next, told } = await openEar(open(HASTY));
    say();
    const failed = await next("failed");
    expect(failed.message).toMatch(says);
    expect(failed.message).not.toContain(KEY);
    expect(failed.message).not.toContain(SECRET_IN_ERRORS);
    expect(failed.retryable).toBe(!FATAL.some(([, known]) => known === fault));
    expect(told.map(({ type }) => type)).toEqual(["failed"]);
  });

  it("tells at once, in the first pause, of what no second try can mend", async () => {
    const { ear, hear, next } = await openEar(open(HASTY, "sk-wrong"));
    ear.begin(0);
    hear(600);
    ear.pause();
    expect((await next("failed")).message).toMatch(/refuses the key in speech\.stt\.api_key \(401\)/);
  });

  it("is cut off in the middle of its events", async () => {
    server.transcribesAs = "events";
    server.fail("transcription", { cutAt: 60 }, { cutAt: 60 });
    const { say, next } = await openEar(open());
    say();
    expect((await next("failed")).message).toMatch(/hung up in the middle/);
  });

  it("is not there", async () => {
    await server.close();
    const { say, next } = await openEar(open());
    say();
    expect(await next("failed")).toMatchObject({
      retryable: true,
      message: expect.stringMatching(/cannot be reached: check speech\.stt\.base_url/),
    });
    await server.listen();
  });

  it("is left alone for as long as it asked", async () => {
    server.fail("transcription", { refuse: { status: 429, headers: { "retry-after": "30" } } });
    const hearing = open();
    const { say, next } = await openEar(hearing);
    say();
    expect((await next("failed")).message).toMatch(/asks to be left alone for 30 s/);
    await expect(openEar(hearing)).rejects.toThrow(/left alone for another 30 s/);
    expect(server.transcribed).toHaveLength(1);
  });
});

describe("which way a server is used", () => {
  it.each([
    ["https://api.openai.com/v1", "gpt-4o-mini-transcribe", true],
    ["https://api.openai.com/v1", "gpt-4o-transcribe-diarize", false],
    ["https://api.openai.com/v1", "whisper-1", false],
    ["http://127.0.0.1:8000/v1", "gpt-4o-mini-transcribe", false],
    ["http://127.0.0.1:8000/v1", "gpt-realtime-whisper", true],
    ["ws://127.0.0.1:8000/v1", "Systran/faster-whisper-small", true],
    ["http://127.0.0.1:8000/v1", "delivered-whisper", false],
  ])("%s with %s: realtime %s", (url, model, realtime) => {
    expect(hearsInRealtime({ baseUrl: url, model })).toBe(realtime);
  });
});
