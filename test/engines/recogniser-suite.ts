/**
 * What every engine that hears owes the conversation, whatever stands behind it. Who has an engine brings a way to open
 * it, and sound in which it hears given words.
 */
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Hearing, HearingEvent, HearingOptions, Recogniser } from "../../src/conversation/ports.ts";

export type HearingScene = {
  readonly recogniser: Recogniser;
  /** Sound in which this engine hears these words. */
  speech(text: string, sampleRateHz: 8000 | 16000): Int16Array | Promise<Int16Array>;
  close(): Promise<void>;
};

export type RecogniserSuite = {
  readonly rates: readonly (8000 | 16000)[];
  readonly tellsWords: Hearing["tellsWords"];
  /** What is said in the tests, should the engine not understand these. Different from one another. */
  readonly sentences?: readonly [string, string, string];
  /** Whether what was heard counts as what was said; equal but for case and signs, unless told otherwise. */
  readonly understood?: (heard: string, said: string) => boolean;
  /** An utterance follows its commit within this. */
  readonly answerWithinMs?: number;
};

export const FRAME_MS = 20;

/** An ear under test, what it told, and a line to it that is as fast as the loop. */
export type Listening = {
  readonly ear: Hearing;
  readonly told: HearingEvent[];
  /** Frames of it, one at a time. */
  hear(samples: Int16Array): Promise<void>;
  silence(ms: number): Promise<void>;
  utterances(): Extract<HearingEvent, { readonly type: "utterance" }>[];
  /** Resolves when it is so; looked at with every event. Rejects when the time is over. */
  until(isSo: () => boolean, withinMs?: number): Promise<void>;
  readonly end: AbortController;
};

export async function listen(recogniser: Recogniser, options: Partial<HearingOptions> = {}): Promise<Listening> {
  const hearing: HearingOptions = { language: "en-US", sampleRateHz: 8000, hints: [], ...options };
  const told: HearingEvent[] = [];
  const waiting = new Set<() => void>();
  const end = new AbortController();
  const ear = await recogniser.open(
    hearing,
    (event) => {
      told.push(event);
      for (const look of waiting) look();
    },
    end.signal,
  );
  const frameLength = (hearing.sampleRateHz * FRAME_MS) / 1000;

  async function hear(samples: Int16Array): Promise<void> {
    for (let at = 0; at < samples.length; at += frameLength) {
      const frame = new Int16Array(frameLength);
      frame.set(samples.subarray(at, at + frameLength));
      ear.write(frame);
      await turnOfLoop();
    }
  }

  return {
    ear,
    told,
    hear,
    silence: (ms) => hear(new Int16Array((ms * hearing.sampleRateHz) / 1000)),
    utterances: () => told.filter((event) => event.type === "utterance"),
    until(isSo, withinMs = 3000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`it was not told; but ${JSON.stringify(told)}`));
        }, withinMs);
        function look(): void {
          if (!isSo()) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        }
        waiting.add(look);
        look();
      });
    },
    end,
  };
}

export function recogniserSuite(name: string, open: () => Promise<HearingScene>, suite: RecogniserSuite): void {
  const [first, second, third] = suite.sentences ?? ["we open at nine", "the menu is forty dollars", "see you then"];
  const understood = suite.understood ?? ((heard: string, said: string) => plain(heard) === plain(said));
  const withinMs = suite.answerWithinMs ?? 3000;

  describe(`${name}, as any engine that hears`, () => {
    let scene: HearingScene;
    let listening: Listening | null = null;
    beforeEach(async () => {
      scene = await open();
    });
    afterEach(async () => {
      listening?.ear.close();
      listening = null;
      await scene.close();
    });

    async function begin(options: Partial<HearingOptions> = {}): Promise<Listening> {
      listening = await listen(scene.recogniser, options);
      return listening;
    }

    /** One utterance, from the first word to the end of the silence after it. */
    async function say(to: Listening, text: string, rate: 8000 | 16000 = 8000): Promise<number> {
      const number = to.ear.begin(0);
      await to.hear(await scene.speech(text, rate));
      await to.silence(160);
      to.ear.pause();
      await to.silence(340);
      return number;
    }

    it("says when it tells words", async () => {
      expect((await begin()).ear.tellsWords).toBe(suite.tellsWords);
    });

    it.each(suite.rates)("hears at %i Hz, and tells one utterance for each commit", async (rate) => {
      const to = await begin({ sampleRateHz: rate });
      await to.silence(400);
      expect(await say(to, first, rate)).toBe(1);
      to.ear.commit();
      await to.until(() => to.utterances().length === 1, withinMs);
      expect(await say(to, second, rate)).toBe(2);
      to.ear.commit();
      await to.until(() => to.utterances().length === 2, withinMs);
      await to.silence(400);
      expect(to.utterances().map(({ utterance }) => utterance)).toEqual([1, 2]);
      const [one, two] = to.utterances();
      expect(understood(one?.text ?? "", first), one?.text).toBe(true);
      expect(understood(two?.text ?? "", second), two?.text).toBe(true);
    });

    it("tells utterances in the order they were spoken when the next begins before the last was told", async () => {
      const to = await begin();
      await say(to, first);
      to.ear.commit();
      await say(to, third);
      to.ear.commit();
      await to.until(() => to.utterances().length === 2, withinMs);
      expect(to.utterances().map(({ utterance }) => utterance)).toEqual([1, 2]);
      expect(understood(to.utterances()[1]?.text ?? "", third), to.utterances()[1]?.text).toBe(true);
    });

    it("tells the words so far of the utterance under way, and each replaces the one before", async () => {
      const to = await begin();
      await say(to, second);
      await to.until(
        () => to.told.some((event) => event.type === "partial" && understood(event.text, second)),
        withinMs,
      );
      expect(to.told.every((event) => event.type === "failed" || event.utterance === 1)).toBe(true);
      expect(to.utterances()).toEqual([]);
    });

    it("counts the pre-roll to the utterance", async () => {
      const to = await begin();
      const speech = await scene.speech(second, 8000);
      const before = 8 * 300;
      await to.silence(400);
      await to.hear(speech.subarray(0, before));
      to.ear.begin(400);
      await to.hear(speech.subarray(before));
      await to.silence(160);
      to.ear.pause();
      await to.silence(340);
      to.ear.commit();
      await to.until(() => to.utterances().length === 1, withinMs);
      expect(understood(to.utterances()[0]?.text ?? "", second), to.utterances()[0]?.text).toBe(true);
    });

    it("goes on after a pause", async () => {
      const to = await begin();
      to.ear.begin(0);
      await to.hear(await scene.speech(first, 8000));
      await to.silence(160);
      to.ear.pause();
      await to.silence(100);
      to.ear.resume();
      await to.hear(await scene.speech(third, 8000));
      await to.silence(160);
      to.ear.pause();
      await to.silence(340);
      to.ear.commit();
      await to.until(() => to.utterances().length === 1, withinMs);
      expect(understood(to.utterances()[0]?.text ?? "", `${first} ${third}`), to.utterances()[0]?.text).toBe(true);
    });

    it("forgets what is discarded, and counts on", async () => {
      const to = await begin();
      await say(to, first);
      to.ear.discard();
      const before = to.told.length;
      await to.silence(200);
      expect(await say(to, third)).toBe(2);
      to.ear.commit();
      await to.until(() => to.utterances().length === 1, withinMs);
      expect(to.told.slice(before).every((event) => event.type === "failed" || event.utterance === 2)).toBe(true);
      expect(understood(to.utterances()[0]?.text ?? "", third), to.utterances()[0]?.text).toBe(true);
    });

    it("tells an utterance without words as one without words", async () => {
      const to = await begin();
      to.ear.begin(0);
      await to.silence(700);
      to.ear.pause();
      to.ear.commit();
      await to.until(() => to.utterances().length === 1, withinMs);
      expect(to.utterances()[0]).toMatchObject({ utterance: 1, text: "" });
    });

    it("does nothing for a commit, a pause or a discard in silence", async () => {
      const to = await begin();
      to.ear.pause();
      to.ear.resume();
      to.ear.commit();
      to.ear.discard();
      await say(to, third);
      to.ear.commit();
      await to.until(() => to.utterances().length === 1, withinMs);
      expect(to.utterances()).toMatchObject([{ utterance: 1 }]);
    });

    it.each(["close", "the signal"])("tells nothing after %s, and takes everything calmly", async (how) => {
      const to = await begin();
      await say(to, first);
      to.ear.commit();
      if (how === "close") to.ear.close();
      else to.end.abort(new Error("the call is over"));
      const before = to.told.length;
      await say(to, second);
      to.ear.commit();
      to.ear.discard();
      to.ear.close();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(to.told.slice(before)).toEqual([]);
    });

    it("does not open for a call that is over", async () => {
      const over = AbortSignal.abort(new Error("the call is over"));
      const options = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
      const opening = async (): Promise<Hearing> => scene.recogniser.open(options, () => undefined, over);
      await expect(opening()).rejects.toThrow("the call is over");
    });
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
