/** Speaking over `/audio/speech`, with OpenAI's own SDK. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openaiVoice } from "../../../src/engines/openai/voice.ts";
import type { OpenaiVoice, OpenaiVoiceOptions } from "../../../src/engines/openai/voice.ts";
import { SECRET_IN_ERRORS } from "../../simulators/openai/faults.ts";
import type { Fault } from "../../simulators/openai/faults.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { HASTY, KEY, lengthOf, PATIENT, spoken, tone } from "./kit.ts";

let server: OpenaiSimulator;
let baseUrl: string;
let voice: OpenaiVoice | null = null;

beforeEach(async () => {
  server = new OpenaiSimulator();
  server.sound = tone(24_000, { ms: 500, leadMs: 200, tailMs: 400 });
  baseUrl = await server.listen();
});

afterEach(async () => {
  voice?.close();
  await server.close();
});

function open(options: Partial<OpenaiVoiceOptions> = {}): OpenaiVoice {
  const common = { apiKey: KEY, model: "tts-small", voice: null, baseUrl, sampleRateHz: null, deadlines: PATIENT };
  voice = openaiVoice({ ...common, ...options });
  return voice;
}

/** 20 ms before the sound, the sound, 240 ms after a sentence. */
const SENTENCE_MS = 20 + 500 + 240;

it("has a connection ready when it was told that it will be asked", async () => {
  const speaker = open();
  speaker.wake?.();
  await server.until(() => server.connections === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await spoken(speaker, "Table 4 is free.");
  expect(server.connections).toBe(1);
});

describe("speaking", () => {
  it("asks for PCM, and gives the line what it needs without the silence around it", async () => {
    const speaker = open();
    const sound = await spoken(speaker, "Table 4 is free.");
    expect(server.spoken).toEqual([
      { model: "tts-small", voice: "alloy", input: "Table four is free.", response_format: "pcm" },
    ]);
    expect(speaker.sampleRateHz).toBe(8000);
    expect(lengthOf(sound) / 8).toBeGreaterThan(SENTENCE_MS - 5);
    expect(lengthOf(sound) / 8).toBeLessThan(SENTENCE_MS + 5);
    expect(Math.max(...(sound[0] ?? []))).toBeGreaterThan(7000);
  });

  it("passes sound on before the last of it has come", async () => {
    server.fail("speech", { stallAt: 24_000 });
    const speaker = open({ deadlines: { ...PATIENT, gapMs: 150 } });
    const pieces: Int16Array[] = [];
    await expect(
      (async () => {
        for await (const piece of speaker.speak("Good morning.", new AbortController().signal)) pieces.push(piece);
      })(),
    ).rejects.toThrow(/stopped in the middle/);
    expect(lengthOf(pieces)).toBeGreaterThan(2000);
  });

  it("sounds the same however the bytes are cut", async () => {
    const whole = await spoken(open(), "Good morning.");
    server.fail("speech", { chunkBytes: 77 });
    const cut = await spoken(open(), "Good morning.");
    expect(cut.flatMap((piece) => [...piece])).toEqual(whole.flatMap((piece) => [...piece]));
  });

  it.each([
    ["wav", 16_000],
    ["stereo", 44_100],
  ] as const)("believes the header of a %s file", async (form, rateHz) => {
    server.speaksAs = form;
    server.soundRateHz = rateHz;
    server.sound = tone(rateHz, { ms: 500, leadMs: 200, tailMs: 400 });
    server.fail("speech", { chunkBytes: 13 });
    const ms = lengthOf(await spoken(open(), "Good morning.")) / 8;
    expect(Math.abs(ms - SENTENCE_MS)).toBeLessThan(5);
  });

  it("takes the server's rate from the configuration, and from what the server says", async () => {
    server.sound = tone(48_000, { ms: 500 });
    expect(Math.abs(lengthOf(await spoken(open({ sampleRateHz: 48_000 }), "Good day.")) / 8 - 740)).toBeLessThan(5);
    server.sound = tone(16_000, { ms: 500 });
    server.speechType = "audio/L16; rate=16000; channels=1";
    expect(Math.abs(lengthOf(await spoken(open(), "Good day.")) / 8 - 740)).toBeLessThan(5);
  });

  it("ends the request at once when nobody is to hear it", async () => {
    server.fail("speech", { stallAt: 24_000 });
    const hangUp = new AbortController();
    const pieces: Int16Array[] = [];
    for await (const piece of open().speak("Good morning.", hangUp.signal)) {
      pieces.push(piece);
      hangUp.abort(new Error("they interrupted"));
    }
    expect(pieces).toHaveLength(1);
    await server.until(() => server.abandoned === 1);
  });

  it("ends the request when whoever listened has left", async () => {
    server.fail("speech", { stallAt: 24_000 });
    for await (const piece of open().speak("Good morning.", new AbortController().signal)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await server.until(() => server.abandoned === 1);
  });

  it("asks for a phrase once, and for one that was not finished again", async () => {
    const speaker = open();
    server.fail("speech", { cutAt: 24_000 });
    await expect(spoken(speaker, "One moment, please.")).rejects.toThrow(/hung up/);
    const first = await spoken(speaker, "One moment, please.");
    const again = await spoken(speaker, "One moment, please.");
    expect(lengthOf(again)).toBe(lengthOf(first));
    expect(server.spoken).toHaveLength(2);
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it("asks for nothing when there is nothing to say", async () => {
    expect(await spoken(open(), " ... ")).toEqual([]);
    expect(server.spoken).toEqual([]);
  });
});

describe("a server that fails while it speaks", () => {
  const CASES: readonly (readonly [what: string, fault: Fault, says: RegExp, retryable: boolean])[] = [
    ["refuses the key", { refuse: { status: 401 } }, /refuses the key in speech\.tts\.api_key/, false],
    [
      "does not know the model",
      { refuse: { status: 404, param: "model" } },
      /no model "tts-small".*speech\.tts\.model/,
      false,
    ],
    [
      "does not like the voice",
      { refuse: { status: 400, param: "voice" } },
      /speech\.tts\.voice, which is "alloy"/,
      false,
    ],
    ["is overloaded", { refuse: { status: 429, headers: { "retry-after": "2" } } }, /left alone for 2 s/, true],
    ["has a bug", { refuse: { status: 500 } }, /speech\.tts\.base_url, failed \(500\)/, true],
    ["says nothing", { silent: true }, /does not answer within 0\.25 s/, true],
    ["answers headers only", { stallAt: 0 }, /does not answer/, true],
    ["hangs up", { cutAt: 2000 }, /hung up in the middle/, true],
    ["is something else", { garbage: true }, /does not speak OpenAI's protocol/, false],
  ];

  it.each(CASES)("one that %s is told of in a sentence", async (_, fault, says, retryable) => {
    server.fail("speech", fault);
    const failure = await spoken(open({ deadlines: HASTY }), "Good morning.").catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "EngineFailure", retryable, message: expect.stringMatching(says) });
    expect(String(failure)).not.toContain(KEY);
    expect(String(failure)).not.toContain(SECRET_IN_ERRORS);
  });

  it("is not asked while it wants to be left alone", async () => {
    server.fail("speech", { refuse: { status: 429, headers: { "retry-after": "30" } } });
    const speaker = open();
    await expect(spoken(speaker, "Good morning.")).rejects.toThrow(/left alone for 30 s/);
    await expect(spoken(speaker, "Good evening.")).rejects.toThrow(/left alone for another 30 s/);
    expect(server.spoken).toHaveLength(1);
  });

  it("speaks in another format", async () => {
    server.speaksAs = "mpeg";
    await expect(spoken(open(), "Good morning.")).rejects.toThrow(/speaks in audio\/mpeg and not in the PCM/);
    server.speechType = "application/octet-stream";
    await expect(spoken(open(), "Good evening.")).rejects.toThrow(/speaks in MP3 and not in the PCM/);
  });

  it("says nothing at all", async () => {
    server.sound = new Int16Array(24_000);
    await expect(spoken(open(), "Good morning.")).rejects.toThrow(/without any sound: check speech\.tts\.voice/);
  });
});
