/** The ears as a call has them: opened anew when their server fails, with nothing lost but time. */
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Recogniser } from "../../../src/conversation/ports.ts";
import { openReconnectingStt } from "../../../src/conversation/turn/reconnecting-stt.ts";
import { openaiRecogniser } from "../../../src/engines/openai/recogniser.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { HASTY, KEY, openEar } from "./kit.ts";

let server: OpenaiSimulator;
let baseUrl: string;

beforeEach(async () => {
  server = new OpenaiSimulator();
  baseUrl = await server.listen();
});

afterEach(() => server.close());

/** As a conversation opens it, with shorter waits. */
function inACall(scheme: "http" | "ws"): Recogniser {
  const url = baseUrl.replace("http", scheme);
  const recogniser = openaiRecogniser({ apiKey: KEY, model: "whisper-large", baseUrl: url, deadlines: HASTY });
  const log = pino({ level: "silent" });
  const wait = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    open: (options, listener, signal) => openReconnectingStt(recogniser, options, listener, log, signal, wait),
  };
}

describe("an ear in a call", () => {
  it.each([
    ["fails", { refuse: { status: 500 } }],
    ["hangs up", { cutAt: 3 }],
    ["says nothing", { silent: true }],
  ])("hears what was said when a server for files %s", async (_, fault) => {
    server.fail("transcription", fault);
    const { say, next, told } = await openEar(inACall("http"));
    say(800);
    expect(await next("utterance")).toMatchObject({ utterance: 1, text: "We are open." });
    expect(told.map(({ type }) => type)).toEqual(["utterance"]);
    expect(server.transcribed.map(({ samples }) => samples.length)).toEqual([12_800, 12_800]);
  });

  it.each([
    ["hangs up", { cut: true }],
    ["says nothing", { silent: true }],
    ["fails", { failed: { code: "server_error" } }],
  ])("hears what was said when a realtime session %s", async (_, fault) => {
    server.realtime.commitFaults.push(fault);
    const { say, next, told } = await openEar(inACall("ws"));
    say(800);
    expect(await next("utterance")).toMatchObject({ utterance: 1, text: "We are open." });
    expect(told.map(({ type }) => type)).toEqual(["utterance"]);
    expect(server.realtime.sessions).toHaveLength(2);
    await server.until(() => server.realtime.sessions[0]?.closed === true);
    expect(server.realtime.sessions[1]?.committed.map(({ length }) => length / 8)).toEqual([800]);
  });

  it("is told at once when no other try can help", async () => {
    server.fail("transcription", { refuse: { status: 401 } });
    const { say, next } = await openEar(inACall("http"));
    say();
    expect(await next("failed")).toMatchObject({ retryable: false });
    expect(server.transcribed).toHaveLength(1);
  });

  it("hears twenty calls at once, each its own words", async () => {
    const recogniser = openaiRecogniser({ apiKey: KEY, model: "whisper-large", baseUrl });
    const calls = await Promise.all(Array.from({ length: 20 }, () => openEar(recogniser)));
    server.words = calls.map(() => "We are open.");
    for (const [i, { say }] of calls.entries()) say(400 + 20 * i);
    const heard = await Promise.all(calls.map(({ next }) => next("utterance")));
    expect(heard.map(({ text }) => text)).toEqual(calls.map(() => "We are open."));
    const lengths = server.transcribed.map(({ samples }) => samples.length / 16).sort((a, b) => a - b);
    expect(lengths).toEqual(calls.map((_, i) => 400 + 20 * i));
    recogniser.close();
  });
});
