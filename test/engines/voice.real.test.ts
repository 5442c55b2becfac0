import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Voice } from "../../src/conversation/ports.ts";
import type { EngineHost } from "../../src/engines/embedded/embedded.ts";
import type { Route } from "../../src/engines/embedded/engine-host.ts";
import type { VoiceAnswer } from "../../src/engines/embedded/tts/voice.ts";
import { connectVoice } from "../../src/engines/embedded/tts/voice.ts";
import { joined } from "./line.ts";
import { longStory } from "./sentences.ts";
import { startVoice } from "../support/engines.ts";

const never = new AbortController().signal;
let host: EngineHost;

beforeAll(async () => {
  host = await startVoice({ log: pino({ level: "silent" }), warm: ["awb"] });
});
afterAll(() => host.close());

async function all(voice: Voice, text: string, signal = never): Promise<Int16Array[]> {
  const pieces: Int16Array[] = [];
  for await (const piece of voice.speak(text, signal)) pieces.push(piece);
  return pieces;
}

const firstSound = (samples: Int16Array): number => samples.findIndex((sample) => Math.abs(sample) > 300);

describe("the embedded voice", () => {
  it.each(["awb", "rms", "slt", "kal16"] as const)(
    "%s speaks at once, and for about as long as people would",
    async (name) => {
      const voice = connectVoice(host.connect(), { voice: name });
      const samples = joined(await all(voice, "Hello, this is an automated assistant."));
      const seconds = samples.length / voice.sampleRateHz;
      expect(voice.sampleRateHz).toBe(16000);
      expect(seconds).toBeGreaterThan(1.5);
      expect(seconds).toBeLessThan(4);
      expect(firstSound(samples) / 16).toBeLessThan(80);
      voice.close();
    },
  );

  it("says the same thing the same way", async () => {
    const voice = connectVoice(host.connect(), { voice: "awb" });
    const text = "Your table is booked for four at 7:30 PM.";
    expect(joined(await all(voice, text))).toEqual(joined(await all(voice, text)));
    voice.close();
  });

  it("yields a long text clause by clause", async () => {
    const voice = connectVoice(host.connect(), { voice: "awb" });
    expect(
      await all(voice, "Good morning to you all, I have three questions. Is it open? How much is it?"),
    ).toHaveLength(4);
    voice.close();
  });

  it("stops when it is told to, without an exception, and speaks again", async () => {
    const voice = connectVoice(host.connect(), { voice: "awb" });
    const abort = new AbortController();
    const pieces: Int16Array[] = [];
    for await (const piece of voice.speak("One more sentence is said here. ".repeat(100), abort.signal)) {
      pieces.push(piece);
      if (pieces.length === 2) abort.abort();
    }
    expect(pieces).toHaveLength(2);
    expect(await all(voice, "Yes.")).toHaveLength(1);
    expect(await all(voice, "Never said.", AbortSignal.abort())).toEqual([]);
    voice.close();
  });

  it("stops rendering for somebody who left the iteration", async () => {
    const control = host.connect();
    const pieces = new Map<number, number>();
    control.on("message", ({ port }: Route) =>
      port.on("message", ({ type, id }: VoiceAnswer) => {
        if (type === "audio") pieces.set(id, (pieces.get(id) ?? 0) + 1);
      }),
    );
    const voice = connectVoice(control, { voice: "awb" });
    for await (const _piece of voice.speak(longStory(200), never)) break;
    await all(voice, "Thank you.");
    const [left = 0] = pieces.values();
    expect(left).toBeGreaterThan(0);
    expect(await all(voice, longStory(5))).toHaveLength(5);
    expect([...pieces.values()]).toEqual([left, 1, 5]);
    voice.close();
  });

  it("lets two speakers take turns", async () => {
    const [one, two] = [connectVoice(host.connect(), { voice: "awb" }), connectVoice(host.connect(), { voice: "rms" })];
    for (const voice of [one, two]) await all(voice, "Hello.");
    let before = 0;
    let over = false;
    const long = (async () => {
      for await (const _piece of one.speak(longStory(30, 2000), never)) if (!over) before += 1;
    })();
    for await (const _piece of two.speak("A short word.", never)) over = true;
    expect(before).toBeLessThan(15);
    await long;
    one.close();
    two.close();
  });

  it.each(["", "   ", "🙂", "...", "\u0000\u0007"])("has nothing to say to %j", async (text) => {
    const voice = connectVoice(host.connect(), { voice: "awb" });
    expect(await all(voice, text)).toEqual([]);
    voice.close();
  });

  it("survives whatever text it is given", async () => {
    const voice = connectVoice(host.connect(), { voice: "awb" });
    const odd = [
      "<speak>x</speak>",
      "a".repeat(2000),
      "%s%n%d",
      "日本語 текст",
      "'''\"\"`",
      "((([[[{{{",
      "$",
      "$$$9.999,99",
      "1/0",
      "-- - --",
      "0".repeat(500),
    ];
    for (const text of odd) for (const piece of await all(voice, text)) expect(piece.length).toBeGreaterThan(0);
    // Nor does it keep the other calls waiting: every piece is soon rendered.
    for (const piece of await all(voice, "a".repeat(2000))) expect(piece.length / 16000).toBeLessThan(40);
    voice.close();
  });
});
