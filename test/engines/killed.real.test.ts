/** Threads of engines that die in the middle of their work: who notices, and who does not. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { DecoderPool } from "../../src/engines/decoder-pool.ts";
import type { UtteranceListener } from "../../src/engines/decoder-pool.ts";
import { startEngineHost } from "../../src/engines/engine-host.ts";
import { LanguageShelf } from "../../src/engines/language-shelf.ts";
import { connectVoice, startVoice } from "../../src/engines/voice.ts";
import { joined, noise } from "./line.ts";

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
      for await (const _piece of voice.speak("Something that takes a while to say. ".repeat(200), never)) {
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
  /** An utterance's fate, as a word. */
  function fate(): { readonly listener: UtteranceListener; readonly outcome: Promise<string> } {
    const { promise, resolve } = Promise.withResolvers<string>();
    return {
      outcome: promise,
      listener: {
        onPartial: () => undefined,
        onRecognised: (text) => resolve(`heard ${text}`),
        onFailed: (message) => resolve(`failed ${message}`),
      },
    };
  }

  it("costs its utterance a second try, or after two deaths that utterance alone", async () => {
    const host = await startVoice({ log, warm: ["rms"] });
    const voice = connectVoice(host.connect(), { voice: "rms" });
    const pieces: Int16Array[] = [];
    for await (const piece of voice.speak("yes we do.", never)) pieces.push(piece);
    voice.close();
    await host.close();
    const line = joined([noise(300, 16000, 12), ...pieces, noise(300, 16000, 12)]);

    const shelf = LanguageShelf.stock(folder, log);
    const entry = new URL("../fakes/engines-mortal-decoder.ts", import.meta.url);
    const pool = new DecoderPool({ common: shelf.common, warm: 1, most: 2, log, entry });
    await pool.start();
    const language = await shelf.take([]);
    const seat = pool.seat(language);
    await seat.ready;
    const order = { language, seat, sampleRateHz: 16000, mean: () => null } as const;

    const once = fate();
    const utterance = pool.begin(order, once.listener);
    utterance.audio(line);
    kill("engines-mortal-decoder");
    utterance.commit();
    expect(await once.outcome).toBe("heard yes we do");
    await pool.close();
  });
});
