/** What Deepgram's voice is asked for, its limits, and what can go wrong with it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deepgramVoice } from "../../../src/engines/deepgram/voice.ts";
import type { DeepgramVoice, DeepgramVoiceOptions } from "../../../src/engines/deepgram/voice.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../../simulators/deepgram/server.ts";
import type { DeepgramServer } from "../../simulators/deepgram/server.ts";
import type { Script } from "../../simulators/deepgram/script.ts";
import { wordsIn } from "../../simulators/spoken-levels.ts";
import { spoken } from "../voice-suite.ts";

const NEVER = new AbortController().signal;

let server: DeepgramServer;
let voices: DeepgramVoice[] = [];
let ahead = 0;
/** The real time, and what the test adds to it. */
const clock: Clock = { wallMs: () => Date.now() + ahead, monotonicMs: () => performance.now() + ahead };

beforeEach(async () => {
  ahead = 0;
  server = await startDeepgram();
});

afterEach(async () => {
  for (const voice of voices) voice.close();
  voices = [];
  await server.close();
});

function voiceWith(options: Partial<DeepgramVoiceOptions> = {}): DeepgramVoice {
  const voice = deepgramVoice({
    apiKey: DEEPGRAM_KEY,
    model: "aura-2-thalia-en",
    baseUrl: server.baseUrl,
    sampleRateHz: 8000,
    clock,
    ...options,
  });
  voices.push(voice);
  return voice;
}

/** The messages of the socket that was opened as this one. */
function messages(at = 0): string[] {
  return server.seen[at]?.messages.map(({ type }) => type) ?? [];
}

async function drain(pieces: AsyncIterator<Int16Array>): Promise<void> {
  while ((await pieces.next()).done !== true);
}

async function failure(script: Script, options: Partial<DeepgramVoiceOptions> = {}): Promise<Error> {
  server.script(script);
  const error: unknown = await spoken(voiceWith(options), "good morning.").then(
    () => "it spoke",
    (cause: unknown) => cause,
  );
  if (!(error instanceof Error)) throw new Error(String(error));
  expect(error.message).not.toContain(DEEPGRAM_KEY);
  return error;
}

describe("Deepgram's voice", () => {
  it("is asked for mu-law at the telephone's rate, and for linear sound at others", async () => {
    await spoken(voiceWith(), "hello.");
    await spoken(voiceWith({ sampleRateHz: 24_000 }), "hello.");
    const queries = server.seen.map(({ query }) => Object.fromEntries(query));
    expect(queries).toMatchObject([
      { model: "aura-2-thalia-en", encoding: "mulaw", sample_rate: "8000" },
      { model: "aura-2-thalia-en", encoding: "linear16", sample_rate: "24000" },
    ]);
    expect(server.seen[0]?.headers["authorization"]).toBe(`Token ${DEEPGRAM_KEY}`);
  });

  it("gives the very samples that were sent, whatever the pieces", async () => {
    server.script({ chunkBytes: 1, leadMs: 0 }, { chunkBytes: 333, leadMs: 0 });
    const options = { sampleRateHz: 16_000 };
    const [small, odd] = [await spoken(voiceWith(options), "yes."), await spoken(voiceWith(options), "yes.")];
    expect(wordsIn(small, 16_000)).toBe("yes.");
    expect(odd).toEqual(small);
  });

  it("yields sound as it comes", async () => {
    server.script({ chunkBytes: 800, everyMs: 20 });
    const voice = voiceWith();
    const pieces = voice.speak("one two three four five six seven eight.", NEVER)[Symbol.asyncIterator]();
    const first = await pieces.next();
    expect(first.done).toBe(false);
    expect(first.value?.length).toBeLessThan(1600);
    await pieces.return?.();
  });

  it("speaks what numbers and codes sound like, and in no language but its own", async () => {
    await spoken(voiceWith(), "It is $42.50.");
    await spoken(voiceWith({ model: "aura-2-julius-de" }), "Es kostet 42,50 Euro.");
    expect(server.seen[0]?.messages[0]).toMatchObject({ text: "It is forty two dollars and fifty cents." });
    expect(server.seen[1]?.messages[0]).toMatchObject({ text: "Es kostet zweiundvierzig Euro fünfzig." });
  });

  it("speaks one text after another over one socket, each with its flush", async () => {
    const voice = voiceWith();
    for (const text of ["hello.", "thank you.", "goodbye."]) await spoken(voice, text);
    expect(server.seen).toHaveLength(1);
    expect(messages()).toEqual(["Speak", "Flush", "Speak", "Flush", "Speak", "Flush"]);
  });

  it("has a socket open before it is asked, once it is told to", async () => {
    const voice = voiceWith();
    await Promise.all([voice.warm(NEVER), voice.warm(NEVER)]);
    expect(server.seen).toHaveLength(1);
    await voice.warm(NEVER);
    await spoken(voice, "hello.");
    expect(server.seen).toHaveLength(1);
  });

  it("asks for the rest to be forgotten when it is interrupted, and drops what still comes", async () => {
    server.script({ chunkBytes: 400, everyMs: 2, lateFlushed: true });
    const voice = voiceWith({ socketsMost: 1 });
    const end = new AbortController();
    for await (const piece of voice.speak("one two three four five six seven eight.", end.signal)) {
      expect(piece.length).toBeGreaterThan(0);
      end.abort(new Error("they speak"));
    }
    expect(wordsIn(await spoken(voice, "go on please."), 8000)).toBe("go on please.");
    expect(messages()).toEqual(["Speak", "Flush", "Clear", "Speak", "Flush"]);
  });

  it("uses another socket while one does not forget", async () => {
    server.script({ chunkBytes: 400, everyMs: 2, clearIgnored: true });
    const voice = voiceWith();
    const end = new AbortController();
    for await (const piece of voice.speak("one two three four five six.", end.signal)) {
      expect(piece.length).toBeGreaterThan(0);
      end.abort(new Error("they speak"));
    }
    expect(wordsIn(await spoken(voice, "go on please."), 8000)).toBe("go on please.");
    expect(server.seen).toHaveLength(2);
    // The one that did not answer for two seconds is left.
    await server.until(() => server.seen[0]?.closed !== null);
  });

  it("says goodbye", async () => {
    const voice = voiceWith();
    await spoken(voice, "hello.");
    voice.close();
    await server.until(() => server.seen[0]?.closed !== null);
    expect(messages().at(-1)).toBe("Close");
    await expect(spoken(voice, "hello.")).rejects.toThrow("the voice was closed");
  });
});

describe("the limits of Deepgram's voice", () => {
  it("are 20 flushes a minute: the 21st text goes over another socket", async () => {
    const voice = voiceWith();
    for (let n = 0; n < 21; n += 1) expect(wordsIn(await spoken(voice, "yes."), 8000)).toBe("yes.");
    expect(server.seen.map((_, at) => messages(at).filter((type) => type === "Flush").length)).toEqual([20, 1]);
  });

  it("are 2,400 characters a minute, and 2,000 a message", async () => {
    const voice = voiceWith();
    const text = `${"one after another they come and go, ".repeat(70)}the end.`;
    expect(wordsIn(await spoken(voice, text), 8000)).toBe(text);
    const sent = server.seen.map(({ messages: all }) =>
      all.flatMap(({ text: part }) => (part === undefined ? [] : [part])),
    );
    expect(sent).toHaveLength(2);
    expect(sent.flat().join(" ")).toBe(text);
    expect(server.seen.every(({ closed }) => closed === null)).toBe(true);
  });

  it("make a text wait for a socket, and fail rather than to be thrown off", async () => {
    const voice = voiceWith({ socketsMost: 1 });
    for (let n = 0; n < 20; n += 1) await spoken(voice, "yes.");
    const waiting = spoken(voice, "no.");
    ahead += 3000;
    await expect(waiting).rejects.toThrow(/no socket free for us within its limits \(1 are open\)/);
    expect(server.seen.map(({ closed }) => closed)).toEqual([null]);
  });

  it("are an hour: a socket is left before", async () => {
    const voice = voiceWith();
    await spoken(voice, "yes.");
    ahead += 55 * 60_000;
    await spoken(voice, "yes.");
    expect(server.seen).toHaveLength(2);
    await server.until(() => server.seen[0]?.closed === 1000);
  });

  it("are the account's too: where it has no second socket, the first has to do", async () => {
    server.script({ everyMs: 5 }, { refuse: { status: 429 } });
    const voice = voiceWith();
    const texts = ["hello.", "thank you."];
    const sounds = await Promise.all(texts.map((text) => spoken(voice, text)));
    expect(sounds.map((sound) => wordsIn(sound, 8000))).toEqual(texts);
    expect(server.seen).toHaveLength(2);
  });

  it("let texts at the same time wait for each other when there is but one socket", async () => {
    const voice = voiceWith({ socketsMost: 1 });
    const texts = ["hello.", "thank you.", "goodbye."];
    const sounds = await Promise.all(texts.map((text) => spoken(voice, text)));
    expect(sounds.map((sound) => wordsIn(sound, 8000))).toEqual(texts);
    expect(server.seen).toHaveLength(1);
  });
});

describe("Deepgram's voice fails", () => {
  it("for a wrong key, and says so", async () => {
    const error = await failure({}, { apiKey: "wrong" });
    expect(error.message).toMatch(/does not accept the key .*: correct speech\.tts\.api_key$/);
    expect(error).toMatchObject({ retryable: false });
  });

  it("for a model that it does not know", async () => {
    expect(await failure({}, { model: "nova-3" })).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/nova-3.*speech\.tts\.model$/),
    });
  });

  it.each([
    [{ sampleRateHz: 11_025 }, "speech.tts.sample_rate_hz must be one of 8000, 16000"],
    [{ model: "flux-alexis-en" }, "speech.tts.model flux-alexis-en speaks over an interface that is not supported"],
  ])("for settings that it cannot use: %j", (options, message) => {
    expect(() => voiceWith(options)).toThrow(message);
  });

  it("when no sound comes for three seconds, with what it was warned of meanwhile", async () => {
    const before = performance.now();
    const failures = await Promise.all([failure({ chunksMost: 0 }), failure({ flushRefused: true })]);
    expect(performance.now() - before).toBeGreaterThan(2900);
    expect(failures).toMatchObject([
      { retryable: true, message: expect.stringMatching(/silent for 3 s while it spoke: check speech\.tts/) },
      { retryable: true, message: expect.stringMatching(/speech\.tts.*: EXCESSIVE_FLUSH: too many flushes/) },
    ]);
    await server.until(() => server.seen.every(({ closed }) => closed !== null));
  });

  it("when the sound stops for five seconds in the middle", async () => {
    server.script({ chunksMost: 4, chunkBytes: 800 });
    const pieces = voiceWith().speak("good morning.", NEVER)[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let outcome: unknown = null;
      void drain(pieces).catch((cause: unknown) => (outcome = cause));
      let passedMs = 0;
      while (outcome === null && passedMs < 10_000) {
        await vi.advanceTimersByTimeAsync(100);
        await new Promise((resolve) => setImmediate(resolve));
        passedMs += 100;
      }
      expect(passedMs).toBeGreaterThanOrEqual(5000);
      expect(String(outcome)).toMatch(/silent for 5 s while it spoke: check speech\.tts\.base_url/);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([1, 60, 700, 1500])("when the connection breaks after %i bytes", async (cutAtByte) => {
    const error = await failure({ cutAtByte, chunkBytes: 400 });
    expect(error).toMatchObject({ retryable: true, message: expect.stringContaining("speech.tts") });
  });

  it.each(["not json", "null", '{"no":"type"}'])("over the message %j", async (content) => {
    const error = await failure({ garbage: { beforeMessage: 1, content } });
    expect(error.message).toMatch(/not Deepgram's protocol: check speech\.tts\.base_url/);
  });

  it("when it reports a failure", async () => {
    const content = JSON.stringify({ type: "Error", err_msg: "out of order" });
    expect((await failure({ garbage: { beforeMessage: 1, content } })).message).toMatch(/out of order$/);
  });

  it("not when a socket that was open for a while is lost: another one speaks", async () => {
    const voice = voiceWith();
    await spoken(voice, "hello.");
    server.drop();
    expect(wordsIn(await spoken(voice, "go on please."), 8000)).toBe("go on please.");
    expect(server.seen).toHaveLength(2);
  });
});
