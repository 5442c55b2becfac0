/** Threads of engines that die in the middle of their work: who notices, and who does not. */
import { BroadcastChannel } from "node:worker_threads";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import type { HearingEvent } from "../../src/conversation/ports.ts";
import { openReconnectingStt } from "../../src/conversation/turn/reconnecting-stt.ts";
import { connectRecogniser } from "../../src/engines/embedded/stt/recogniser.ts";
import { connectVoice } from "../../src/engines/embedded/tts/voice.ts";
import { startEngineHost, startVoice } from "../support/engines.ts";
import { frames, joined, noise } from "./line.ts";
import { longStory } from "./sentences.ts";

const log = pino({ level: "silent" });
const never = new AbortController().signal;
const reapers = new Map<string, BroadcastChannel>();

function kill(name: string): void {
  const reaper = reapers.get(name) ?? new BroadcastChannel(name);
  reapers.set(name, reaper);
  reaper.postMessage("die");
}

afterAll(() => {
  for (const reaper of reapers.values()) reaper.close();
});

describe("a voice whose thread dies", () => {
  it("fails what it was saying, and speaks again over the same port", async () => {
    const entry = new URL("../fakes/engines-mortal-voice.ts", import.meta.url);
    const host = await startEngineHost({ engine: "voice", entry, data: ["awb"], log });
    const voice = connectVoice(host.connect(), { voice: "awb" });
    const speaking = async (): Promise<number> => {
      let pieces = 0;
      for await (const _piece of voice.speak(longStory(200), never)) {
        if ((pieces += 1) === 2) kill("engines-mortal-voice");
      }
      return pieces;
    };
    await expect(speaking()).rejects.toThrow("died");
    const again: Int16Array[] = [];
    for await (const piece of voice.speak("Here I am again.", never)) again.push(piece);
    expect(again).toHaveLength(1);
    voice.close();
    await host.close();
  });
});

describe("a recogniser whose thread dies", () => {
  async function line(): Promise<Int16Array> {
    const host = await startVoice({ log, warm: ["rms"] });
    const voice = connectVoice(host.connect(), { voice: "rms" });
    const pieces: Int16Array[] = [];
    for await (const piece of voice.speak("Yes, we do.", never)) pieces.push(piece);
    voice.close();
    await host.close();
    return joined([noise(300, 16000, 12), ...pieces, noise(300, 16000, 12)]);
  }

  it("costs a call time and no words: what was being said is said again to the next", async () => {
    const said = await line();
    const entry = new URL("../fakes/engines-mortal-recogniser.ts", import.meta.url);
    const host = await startEngineHost({ engine: "recogniser", entry, data: null, log });
    const recogniser = connectRecogniser(host.connect(), { answerWithinMs: 60_000 });
    const partial = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<HearingEvent>();
    const ear = await openReconnectingStt(
      recogniser,
      { language: "en-US", sampleRateHz: 16000, hints: [] },
      (event) => (event.type === "partial" ? partial.resolve() : heard.resolve(event)),
      log,
      never,
    );
    ear.begin(0);
    for (const frame of frames(said, 16000)) ear.write(frame);
    await partial.promise;
    kill("engines-mortal-recogniser");
    ear.commit();
    expect(await heard.promise).toMatchObject({ type: "utterance", utterance: 1, text: "Yes, we do." });
    ear.close();
    recogniser.close();
    await host.close();
  });
});
