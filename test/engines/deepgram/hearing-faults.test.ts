/** What can go wrong with Deepgram's hearing, and the one sentence that comes of it. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openReconnectingStt } from "../../../src/conversation/turn/reconnecting-stt.ts";
import type { HearingEvent } from "../../../src/conversation/ports.ts";
import { DeepgramFailure } from "../../../src/engines/deepgram/failure.ts";
import { DeepgramEar } from "../../../src/engines/deepgram/ear.ts";
import { deepgramRecogniser } from "../../../src/engines/deepgram/recogniser.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../../simulators/deepgram/server.ts";
import type { DeepgramServer } from "../../simulators/deepgram/server.ts";
import type { Script } from "../../simulators/deepgram/script.ts";
import { levelSpeech } from "../../simulators/spoken-levels.ts";
import { listen } from "../recogniser-suite.ts";
import type { Listening } from "../recogniser-suite.ts";

const MODELS = ["nova-3", "flux-general-en"] as const;

let server: DeepgramServer;
let ears: Listening[] = [];
const uncaught: unknown[] = [];
const onUncaught = (error: unknown): void => void uncaught.push(error);

beforeEach(async () => {
  server = await startDeepgram();
  process.on("uncaughtException", onUncaught);
  process.on("unhandledRejection", onUncaught);
  vi.spyOn(console, "error").mockImplementation(onUncaught);
});

afterEach(async () => {
  for (const { ear } of ears) ear.close();
  ears = [];
  await server.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("uncaughtException", onUncaught);
  process.off("unhandledRejection", onUncaught);
  vi.restoreAllMocks();
  expect(uncaught.splice(0)).toEqual([]);
});

type Account = { readonly apiKey?: string; readonly model?: string; readonly baseUrl?: string };

async function open(account: Account = {}): Promise<Listening> {
  const recogniser = deepgramRecogniser({
    apiKey: DEEPGRAM_KEY,
    model: "nova-3",
    baseUrl: server.baseUrl,
    ...account,
  });
  const listening = await listen(recogniser);
  ears.push(listening);
  return listening;
}

/** Why it did not open. */
async function refusal(script: Script, account: Account = {}): Promise<DeepgramFailure> {
  server.script(script);
  const failure: unknown = await open(account).then(
    () => "it opened",
    (error: unknown) => error,
  );
  if (!(failure instanceof DeepgramFailure)) throw new Error(`no failure of ours: ${String(failure)}`);
  expect(failure.message).not.toContain(DEEPGRAM_KEY);
  expect(failure.message).not.toMatch(/\n/);
  return failure;
}

function failures({ told }: Listening): Extract<HearingEvent, { readonly type: "failed" }>[] {
  return told.filter((event) => event.type === "failed");
}

describe("Deepgram does not let us in", () => {
  it("for a wrong key", async () => {
    const failure = await refusal({}, { apiKey: "wrong-key-123" });
    expect(failure.message).toBe(
      "Deepgram does not accept the key (HTTP 401: Invalid credentials): correct speech.stt.api_key",
    );
    expect(failure.retryable).toBe(false);
  });

  it("for a model that it does not know", async () => {
    const failure = await refusal({}, { model: "nova-9" });
    expect(failure.message).toMatch(/nova-9.*No such model.*speech\.stt\.model$/);
    expect(failure.retryable).toBe(false);
  });

  it.each([
    [402, false, "top up the project that speech.stt.api_key belongs to"],
    [403, false, "change speech.stt.api_key or speech.stt.model"],
    [404, false, "correct speech.stt.base_url"],
    [200, false, "correct speech.stt.base_url"],
    [302, false, "correct speech.stt.base_url"],
    [500, true, "change speech.stt.base_url"],
    [503, true, "change speech.stt.base_url"],
  ])("with HTTP %i", async (status, retryable, advice) => {
    const body = { err_code: "X", err_msg: `The key ${DEEPGRAM_KEY}\nis at fault.` };
    const failure = await refusal({ refuse: { status, body } });
    expect(failure.message).toContain(`HTTP ${status}: The key … is at fault`);
    expect(failure.message.endsWith(advice), failure.message).toBe(true);
    expect(failure.retryable).toBe(retryable);
  });

  it("for too many at a time, and says for how long", async () => {
    const failure = await refusal({ refuse: { status: 429, headers: { "Retry-After": "7" } } });
    expect(failure.message).toMatch(/for another 7 s .*speech\.stt\.api_key/);
    expect(failure.retryable).toBe(true);
  });

  it("with a page that is not Deepgram's, of which nothing is repeated", async () => {
    const failure = await refusal({ refuse: { status: 502, body: "<html>nginx</html>" } });
    expect(failure.message).not.toContain("nginx");
  });

  it("within two seconds", async () => {
    const before = performance.now();
    const failure = await refusal({ hang: true });
    expect(performance.now() - before).toBeLessThan(2500);
    expect(failure.message).toMatch(/did not let us in within 2 s: check speech\.stt\.base_url/);
    expect(failure.retryable).toBe(true);
  });

  it("because nobody is there", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const failure = await refusal({}, { baseUrl: `ws://127.0.0.1:${port}` });
    expect(failure.message).toMatch(/ECONNREFUSED.*speech\.stt\.base_url/);
    expect(failure.retryable).toBe(true);
  });

  it("because something else is there", async () => {
    const failure = await refusal({ banner: "SSH-2.0-OpenSSH_9.2\r\n" });
    expect(failure.message).toMatch(/not Deepgram's protocol: check speech\.stt\.base_url/);
    expect(failure.retryable).toBe(false);
  });

  it("because TLS is not spoken there", async () => {
    const failure = await refusal({}, { baseUrl: server.baseUrl.replace("ws:", "wss:") });
    expect(failure.message).toContain("speech.stt.base_url");
  });

  it.each(["", "with a\nline", "schlüssel"])("with the key %j, which no request can carry", async (apiKey) => {
    await expect(open({ apiKey })).rejects.toThrow("speech.stt.api_key is empty, or has characters that no key has");
  });

  it.each(["http://127.0.0.1:1", "ws://127.0.0.1:1/v1", "nonsense", "ws://127.0.0.1:1/#x", "ws://127.0.0.1:99999"])(
    "at the address %s, which is none",
    async (baseUrl) => {
      await expect(open({ baseUrl })).rejects.toThrow("speech.stt.base_url must be ws:// or wss://");
    },
  );

  it("after the call was over", async () => {
    server.script({ hang: true });
    const recogniser = deepgramRecogniser({ apiKey: DEEPGRAM_KEY, model: "nova-3", baseUrl: server.baseUrl });
    const end = new AbortController();
    const options = { language: "en", sampleRateHz: 8000, hints: [] } as const;
    const opening = recogniser.open(options, () => undefined, end.signal);
    await server.until(() => server.seen.length === 1);
    end.abort(new Error("they hung up"));
    await expect(opening).rejects.toThrow("they hung up");
  });
});

it("an ear whose line ends before it has one says so to who opens it, and to nobody else", () => {
  const told: HearingEvent[] = [];
  const account = {
    apiKey: DEEPGRAM_KEY,
    model: "nova-3",
    baseUrl: "ws://127.0.0.1:1",
    section: "speech.stt",
  } as const;
  const listener = (event: HearingEvent): void => void told.push(event);
  const ear = new DeepgramEar({ account, sampleRateHz: 8000, read: () => ({ type: "foreign" }), listener });
  ear.onMessage("SSH-2.0");
  expect(told).toEqual([]);
  expect(ear.failure?.message).toMatch(/not Deepgram's protocol/);
});

describe.each(MODELS)("Deepgram's %s is lost", (model) => {
  it.each(["not json", "null", "[1,2]", '{"type":"Results"}{', '{"no":"type"}', '"a string"'])(
    "over the message %j",
    async (content) => {
      server.script({ garbage: { beforeMessage: -1, content } });
      const to = await open({ model }).catch((error: unknown) => error);
      if (to instanceof Error) {
        expect(to.message).toMatch(/not Deepgram's protocol: check speech\.stt\.base_url/);
        return;
      }
      const listening = ears.at(-1);
      if (listening === undefined) throw new Error("nothing was opened");
      await listening.until(() => failures(listening).length > 0);
      expect(failures(listening)).toEqual([
        { type: "failed", retryable: false, message: expect.stringMatching(/not Deepgram's protocol: check speech/) },
      ]);
    },
  );

  it.each([
    ["words that are none", '{"type":"Results","channel":{}}', '{"type":"TurnInfo","event":7}'],
    ["bytes", new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 3])],
  ])("over %s in the middle of the call, which may pass", async (_what, v1, v2) => {
    server.script({ garbage: { beforeMessage: 2, content: model === "nova-3" ? v1 : v2 } });
    const to = await open({ model });
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    await to.silence(600);
    await to.until(() => failures(to).length > 0);
    expect(failures(to)).toMatchObject([{ retryable: true }]);
    to.ear.commit();
    await to.silence(100);
    expect(to.told.at(-1)?.type).toBe("failed");
  });

  it.each([1, 7, 200, 450])("when the connection breaks after %i bytes", async (cutAtByte) => {
    server.script({ cutAtByte });
    const to = await open({ model });
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    await to.silence(600);
    await to.until(() => failures(to).length > 0);
    expect(failures(to)).toMatchObject([{ retryable: true, message: expect.stringContaining("speech.stt") }]);
  });

  it("when it closes for want of sound", async () => {
    server.script({ idleMs: 50 });
    const to = await open({ model });
    await to.until(() => failures(to).length > 0);
    expect(failures(to)).toMatchObject([{ retryable: true, message: expect.stringMatching(/1011: NET-0001/) }]);
  });

  it("when it reports a failure", async () => {
    const content = JSON.stringify({ type: "Error", code: "INTERNAL", description: `for ${DEEPGRAM_KEY}` });
    server.script({ garbage: { beforeMessage: 1, content } });
    const to = await open({ model });
    await to.silence(600);
    await to.until(() => failures(to).length > 0);
    expect(failures(to)).toMatchObject([{ retryable: true, message: expect.stringMatching(/INTERNAL: for …$/) }]);
  });

  it("when it says nothing about two utterances in a row, but not about one", async () => {
    server.script({ stallAfter: model === "nova-3" ? 0 : 1 });
    const to = await open({ model });
    for (const expected of ["utterance", "failed"]) {
      to.ear.begin(0);
      await to.hear(levelSpeech("hello.", 8000));
      to.ear.pause();
      to.ear.commit();
      const before = to.told.length;
      await to.until(() => to.told.length > before);
      expect(to.told.at(-1)).toMatchObject({ type: expected });
    }
    expect(failures(to)).toMatchObject([{ retryable: true, message: expect.stringContaining("does not answer") }]);
  });

  it("when it speaks of other things only", async () => {
    server.script({ garbage: { beforeMessage: -1, content: '{"type":"session.created"}' }, stallAfter: 0 });
    const to = await open({ model });
    to.ear.begin(0);
    await to.hear(levelSpeech("hello.", 8000));
    to.ear.commit();
    await to.until(() => to.told.length > 0);
    expect(to.told).toEqual([
      {
        type: "failed",
        retryable: false,
        message: expect.stringMatching(/not Deepgram's protocol: check speech\.stt/),
      },
    ]);
  });

  it("without losing a word, when somebody opens another ear", async () => {
    server.script({ cutAtByte: 900 });
    const recogniser = deepgramRecogniser({ apiKey: DEEPGRAM_KEY, model, baseUrl: server.baseUrl });
    const told: HearingEvent[] = [];
    const end = new AbortController();
    const ear = await openReconnectingStt(
      recogniser,
      { language: "en-US", sampleRateHz: 8000, hints: [] },
      (event) => told.push(event),
      pino({ level: "silent" }),
      end.signal,
    );
    const speech = levelSpeech("the table is booked for two on friday.", 8000);
    const silence = new Int16Array(8 * 500);
    ear.begin(0);
    for (const sound of [speech, silence]) {
      for (let at = 0; at < sound.length; at += 160) {
        ear.write(sound.subarray(at, at + 160));
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    ear.pause();
    ear.commit();
    await vi.waitFor(() => expect(told.filter(({ type }) => type === "utterance")).toHaveLength(1), { timeout: 4000 });
    expect(told.at(-1)).toMatchObject({ utterance: 1, text: "the table is booked for two on friday." });
    expect(server.seen).toHaveLength(2);
    end.abort(new Error("over"));
  });
});

describe("while nobody has picked up yet", () => {
  afterEach(() => void vi.useRealTimers());

  it("Deepgram's listen v1 is told to wait, and both are pinged", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    for (const model of MODELS) await open({ model });
    const [v1, v2] = server.seen;
    for (const times of [1, 2, 3, 4]) {
      vi.advanceTimersByTime(3000);
      await server.until(() => v1?.messages.length === times && v1.pings === times && v2?.pings === times);
      // The pong of the last ping is on its way.
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set(v1?.messages.map(({ type }) => type))).toEqual(new Set(["KeepAlive"]));
    expect(v2?.messages).toEqual([]);
    expect(ears.flatMap(({ told }) => told)).toEqual([]);
  });

  it.each(MODELS)("nobody waits for Deepgram's %s when it is not there any more", async (model) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    server.script({ frozen: true });
    const to = await open({ model });
    vi.advanceTimersByTime(6000);
    expect(to.told).toEqual([]);
    vi.advanceTimersByTime(3000);
    expect(to.told).toEqual([
      { type: "failed", retryable: true, message: expect.stringContaining("has fallen silent: check speech.stt") },
    ]);
  });
});
