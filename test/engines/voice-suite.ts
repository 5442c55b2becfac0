/** What every engine that speaks owes the conversation. Who has one brings a way to open it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Voice } from "../../src/conversation/ports.ts";

export type SpeakingScene = {
  readonly voice: Voice;
  close(): Promise<void>;
};

export type VoiceSuite = {
  /** The words in a sound, for voices whose sound can be read. */
  readonly wordsIn?: (samples: Int16Array, sampleRateHz: number) => string;
  /** More than one message may carry. */
  readonly longText?: string;
};

const NEVER = new AbortController().signal;

export async function spoken(voice: Voice, text: string, signal: AbortSignal = NEVER): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of voice.speak(text, signal)) pieces.push(piece);
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export function voiceSuite(name: string, open: () => Promise<SpeakingScene>, suite: VoiceSuite = {}): void {
  describe(`${name}, as any engine that speaks`, () => {
    let scene: SpeakingScene;
    beforeEach(async () => {
      scene = await open();
    });
    afterEach(() => scene.close());

    function expectWords(samples: Int16Array, text: string): void {
      expect(samples.length).toBeGreaterThan(scene.voice.sampleRateHz / 10);
      if (suite.wordsIn !== undefined) expect(suite.wordsIn(samples, scene.voice.sampleRateHz)).toBe(text);
    }

    it("speaks a text, from its first to its last word", async () => {
      expectWords(
        await spoken(scene.voice, "good morning this is the assistant."),
        "good morning this is the assistant.",
      );
    });

    it("speaks one text after another", async () => {
      for (const text of ["one moment please.", "thank you.", "goodbye."]) {
        expectWords(await spoken(scene.voice, text), text);
      }
    });

    it("speaks several texts at the same time, each for itself", async () => {
      const texts = ["one moment please.", "thank you.", "goodbye.", "good morning."];
      const sounds = await Promise.all(texts.map((text) => spoken(scene.voice, text)));
      for (const [at, text] of texts.entries()) expectWords(sounds[at] ?? new Int16Array(0), text);
    });

    it.each(["", "   ", "\n"])("has nothing to say to %j", async (text) => {
      expect(await spoken(scene.voice, text)).toHaveLength(0);
    });

    it("begins with its words, not with silence", async () => {
      const sound = await spoken(scene.voice, "good morning.");
      const first = sound.findIndex((sample) => Math.abs(sample) >= 200);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first / scene.voice.sampleRateHz).toBeLessThan(0.04);
    });

    it("says nothing when nobody wants it any more", async () => {
      expect(await spoken(scene.voice, "good morning.", AbortSignal.abort(new Error("over")))).toHaveLength(0);
    });

    it("ends without an exception when it is aborted in the middle, and speaks the next text whole", async () => {
      const end = new AbortController();
      let pieces = 0;
      for await (const piece of scene.voice.speak(
        "this is a longer sentence that nobody will hear to its end.",
        end.signal,
      )) {
        expect(piece.length).toBeGreaterThan(0);
        pieces += 1;
        end.abort(new Error("they speak"));
      }
      expect(pieces).toBe(1);
      expectWords(await spoken(scene.voice, "go on please."), "go on please.");
    });

    it("ends when nobody takes the rest, and speaks the next text whole", async () => {
      for await (const piece of scene.voice.speak(
        "this is a longer sentence that nobody will hear to its end.",
        NEVER,
      )) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      expectWords(await spoken(scene.voice, "go on please."), "go on please.");
    });

    const { longText } = suite;
    if (longText === undefined) return;

    it("speaks a long text", async () => {
      expectWords(await spoken(scene.voice, longText), longText);
    });
  });
}
