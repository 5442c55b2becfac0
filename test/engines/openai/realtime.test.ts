/** Hearing over realtime transcription sessions. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deadlines } from "../../../src/engines/openai/deadlines.ts";
import { openaiRecogniser } from "../../../src/engines/openai/recogniser.ts";
import type { OpenaiRecogniser } from "../../../src/engines/openai/recogniser.ts";
import type { SessionFault } from "../../simulators/openai/realtime.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { decodeMulaw } from "../../support/g711.ts";
import { HASTY, KEY, openEar, PATIENT } from "./kit.ts";

let server: OpenaiSimulator;
let baseUrl: string;

beforeEach(async () => {
  server = new OpenaiSimulator();
  baseUrl = (await server.listen()).replace(/^http/, "ws");
});

afterEach(() => server.close());

function open(deadlines: Deadlines = PATIENT, model = "gpt-realtime-whisper", apiKey = KEY): OpenaiRecogniser {
  return openaiRecogniser({ apiKey, model, baseUrl, deadlines });
}

const session = () => server.realtime.sessions[0] ?? expect.fail("no session was opened");

describe("hearing in realtime", () => {
  it("asks for the line's own sound, and decides about turns itself", async () => {
    await openEar(open(PATIENT, "gpt-live-transcribe"), { hints: ["Blue Harbor"] });
    expect(session().authorization).toBe(`Bearer ${KEY}`);
    expect(session().wish).toEqual({
      type: "transcription",
      audio: {
        input: {
          format: { type: "audio/pcmu" },
          transcription: { model: "gpt-live-transcribe", language: "en", keywords: ["Blue Harbor"] },
          turn_detection: null,
        },
      },
    });
  });

  it("has what was said written down in the pause, and needs no more when that was the end", async () => {
    const { ear, hear, next } = await openEar(open());
    hear(500);
    ear.begin(300);
    hear(700);
    ear.pause();
    hear(200);
    expect(await next("partial")).toMatchObject({ utterance: 1, text: "We are open." });
    ear.commit();
    expect(await next("utterance")).toEqual({
      type: "utterance",
      utterance: 1,
      text: "We are open.",
      confidence: null,
    });
    expect(session().committed.map(({ length }) => length)).toEqual([8000]);
    const heard = decodeMulaw(session().committed[0] ?? new Uint8Array());
    expect(Math.max(...heard)).toBeGreaterThan(7000);
  });

  it("sends wide-band lines as they are wanted", async () => {
    const { say, next } = await openEar(open(), { sampleRateHz: 16_000 });
    say(1000);
    await next("utterance");
    expect(session().wish).toMatchObject({ audio: { input: { format: { type: "audio/pcm", rate: 24_000 } } } });
    expect(session().committed[0]?.length).toBe(48_000);
  });

  it("sends the whole once more when they go on after a short pause", async () => {
    server.words = ["We are", "We are open."];
    const { ear, hear, next, told } = await openEar(open());
    ear.begin(0);
    hear(700);
    ear.pause();
    hear(100);
    ear.resume();
    hear(700);
    ear.pause();
    hear(200);
    ear.commit();
    expect(await next("utterance")).toMatchObject({ utterance: 1, text: "We are open." });
    expect(session().committed.map(({ length }) => length / 8)).toEqual([700, 1500]);
    expect(told.filter(({ type }) => type === "utterance")).toHaveLength(1);
  });

  it("takes what was discarded back", async () => {
    const { ear, hear, say, next } = await openEar(open());
    ear.begin(0);
    hear(300);
    ear.discard();
    say(500);
    expect(await next("utterance")).toMatchObject({ utterance: 2, text: "We are open." });
    expect(session().committed.map(({ length }) => length / 8)).toEqual([500]);
    expect(session().cleared).toEqual([2400]);
  });

  it("tells utterances in their order, whichever words come first", async () => {
    server.words = ["Two.", "One."];
    server.realtime.commitFaults.push({ delayMs: 60 }, {});
    const { say, next } = await openEar(open());
    say();
    say();
    expect(await next("utterance")).toMatchObject({ utterance: 1, text: "One." });
    expect(await next("utterance")).toMatchObject({ utterance: 2, text: "Two." });
  });

  it("tells words while they are spoken, of a model that writes while it listens", async () => {
    server.realtime.writesEveryBytes = 1600;
    server.words = ["Word1 word2 word3."];
    const { ear, hear, next } = await openEar(open());
    ear.begin(0);
    hear(400);
    expect((await next("partial")).text).toMatch(/word1/i);
    expect((await next("partial")).text).toMatch(/word1 word2/i);
    ear.pause();
    ear.commit();
    expect(await next("utterance")).toMatchObject({ text: "Word1 word2 word3." });
  });

  it("makes no words of a sound that is too short for the server", async () => {
    const { say, next } = await openEar(open());
    say(60);
    expect(await next("utterance")).toMatchObject({ utterance: 1, text: "" });
    say();
    expect(await next("utterance")).toMatchObject({ utterance: 2, text: "We are open." });
  });

  it("ends its session with the call", async () => {
    const { hangUp, told } = await openEar(open());
    hangUp.abort(new Error("the call is over"));
    await server.until(() => session().closed);
    expect(told).toEqual([]);
  });
});

describe("a session that cannot be had", () => {
  const CASES: readonly (readonly [what: string, fault: SessionFault, says: RegExp, retryable: boolean])[] = [
    ["the key is refused", { status: 401 }, /refuses the key in speech\.stt\.api_key \(401\)/, false],
    ["there is no such address", { status: 404 }, /speech\.stt\.base_url/, false],
    ["there is a web page", { status: 200 }, /does not speak OpenAI's protocol/, false],
    ["it is overloaded", { status: 429, headers: { "Retry-After": "7" } }, /left alone for 7 s/, true],
    ["it has a bug", { status: 503 }, /failed \(503\)/, true],
    ["it says nothing", { silent: true }, /does not answer within 0\.25 s/, true],
    ["it talks nonsense", { garbage: true }, /does not speak OpenAI's protocol/, false],
    ["the model is unknown", { error: { code: "model_not_found" } }, /no model ".*" .*speech\.stt\.model/, false],
    ["it wants something else", { error: { code: "invalid_value" } }, /refuses what it is asked/, false],
    ["it stumbles", { error: { type: "server_error" } }, /speech\.stt\.base_url, failed/, true],
  ];

  it.each(CASES)("because %s", async (_, fault, says, retryable) => {
    server.realtime.sessionFaults.push(fault);
    const failure = await openEar(open(HASTY)).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ name: "EngineFailure", retryable, message: expect.stringMatching(says) });
    expect(String(failure)).not.toContain(KEY);
  });

  it("because nobody is there", async () => {
    await server.close();
    await expect(openEar(open())).rejects.toThrow(/cannot be reached.*speech\.stt\.base_url/);
    await server.listen();
  });
});

describe("a session that is not answered", () => {
  it("because whoever takes the connection says nothing", async () => {
    // Who reads nothing does not notice that the other side has left either.
    const mute = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    baseUrl = `ws://127.0.0.1:${(mute.address() as AddressInfo).port}/v1`;
    await expect(openEar(open(HASTY))).rejects.toThrow(/cannot be reached within 0\.4 s: check speech\.stt\.base_url/);
    await new Promise((resolve) => mute.close(resolve));
  });

  it("because the call is over before", async () => {
    server.realtime.sessionFaults.push({ silent: true });
    const recogniser = open();
    const hangUp = new AbortController();
    const opening = recogniser.open(
      { language: "en-US", sampleRateHz: 8000, hints: [] },
      () => undefined,
      hangUp.signal,
    );
    await server.until(() => server.realtime.sessions.length === 1);
    hangUp.abort(new Error("they hung up"));
    await expect(opening).rejects.toThrow("they hung up");
    await server.until(() => session().closed);
  });
});

describe("a session that fails", () => {
  it.each([
    ["says nothing of a commit", { silent: true }, /does not answer/],
    ["stops between words", { stallAfterWords: 2 }, /stopped in the middle/],
    ["hangs up", { cut: true }, /hung up/],
    ["talks nonsense", { garbage: true }, /does not speak OpenAI's protocol/],
    ["cannot write it down", { failed: { code: "rate_limit_exceeded" } }, /too many requests/],
  ])("because the server %s", async (_, fault, says) => {
    server.realtime.commitFaults.push(fault, fault);
    const { say, next, told } = await openEar(open(HASTY));
    say();
    expect((await next("failed")).message).toMatch(says);
    expect(told.filter(({ type }) => type === "utterance")).toEqual([]);
  });

  it("tells why the server ended it", async () => {
    const { next } = await openEar(open());
    session().send({ type: "error", error: { type: "invalid_request_error", code: "insufficient_quota" } });
    session().end(1008);
    expect(await next("failed")).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/speech\.stt\.api_key has no credit left/),
    });
  });

  it("sends once more at the end of the turn what failed in a pause", async () => {
    server.realtime.commitFaults.push({ failed: { code: "server_error" } });
    const { ear, hear, next, told } = await openEar(open());
    ear.begin(0);
    hear(600);
    ear.pause();
    hear(100);
    await server.until(() => session().committed.length === 1);
    await session().heardSoFar();
    hear(100);
    ear.commit();
    expect(await next("utterance")).toMatchObject({ text: "We are open." });
    expect(session().committed.map(({ length }) => length / 8)).toEqual([600, 800]);
    expect(told.map(({ type }) => type)).not.toContain("failed");
  });
});
