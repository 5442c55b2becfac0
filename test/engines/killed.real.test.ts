/** Threads of engines that die in the middle of their work: who notices, and who does not. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DecoderPool } from "../../src/engines/decoder-pool.ts";
import type { PendingUtterance, UtteranceListener, UtteranceOrder } from "../../src/engines/decoder-pool.ts";
import { startEngineHost } from "../../src/engines/engine-host.ts";
import { LanguageShelf } from "../../src/engines/language-shelf.ts";
import { connectVoice, startVoice } from "../../src/engines/voice.ts";
import { joined, noise } from "./line.ts";
import { longStory } from "./sentences.ts";

const log = pino({ level: "silent" });
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "outdial-killed-"));
const reapers = new Map<string, BroadcastChannel>();

function kill(name: string): void {
  const reaper = reapers.get(name) ?? new BroadcastChannel(name);
  reapers.set(name, reaper);
  reaper.postMessage("die");
}

afterAll(() => {
  for (const reaper of reapers.values()) reaper.close();
  rmSync(folder, { recursive: true, force: true });
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

describe("a decoder that dies", () => {
  const SAID = "yes we do";
  let line: Int16Array;
  let pool: DecoderPool;
  let order: UtteranceOrder;

  beforeAll(async () => {
    const host = await startVoice({ log, warm: ["rms"] });
    const voice = connectVoice(host.connect(), { voice: "rms" });
    const pieces: Int16Array[] = [];
    for await (const piece of voice.speak(`${SAID}.`, never)) pieces.push(piece);
    voice.close();
    await host.close();
    line = joined([noise(300, 16000, 12), ...pieces, noise(300, 16000, 12)]);

    const shelf = LanguageShelf.stock(folder, log);
    const entry = new URL("../fakes/engines-mortal-decoder.ts", import.meta.url);
    pool = new DecoderPool({ common: shelf.common, warm: 1, most: 1, log, entry });
    await pool.start();
    const language = await shelf.take([]);
    const seat = pool.seat(language);
    order = { language, seat, sampleRateHz: 16000 };
  });
  afterAll(() => pool.close());

  /** All of the line in one piece, which each try answers with one partial. */
  function speak(): { utterance: PendingUtterance; tried: () => Promise<void>; outcome: Promise<string> } {
    const { promise, resolve } = Promise.withResolvers<string>();
    let tries = 0;
    let awaited = 0;
    let again: () => void = () => undefined;
    const listener: UtteranceListener = {
      onPartial: () => {
        tries += 1;
        again();
      },
      onRecognised: (text) => resolve(text),
      onFailed: (message) => resolve(`failed: ${message}`),
    };
    const utterance = pool.begin(order, listener);
    utterance.audio(line);
    const tried = (): Promise<void> => {
      awaited += 1;
      return new Promise((go) => {
        again = () => {
          if (tries >= awaited) go();
        };
        again();
      });
    };
    return { utterance, tried, outcome: promise };
  }

  it("costs its utterance a second try", async () => {
    const { utterance, tried, outcome } = speak();
    await tried();
    kill("engines-mortal-decoder");
    await tried();
    utterance.commit();
    expect(await outcome).toBe(SAID);
  });

  it("costs an utterance over which two have died that utterance, and no other", async () => {
    const fatal = speak();
    const beside = speak();
    beside.utterance.commit();
    await fatal.tried();
    kill("engines-mortal-decoder");
    await fatal.tried();
    kill("engines-mortal-decoder");
    expect(await fatal.outcome).toContain("failed");
    expect(await beside.outcome).toBe(SAID);
  });
});
