import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Transcript } from "../../../src/engines/deepgram/transcript.ts";
import type { Stretch } from "../../../src/engines/deepgram/transcript.ts";

/** Words of 0.2 s each, from a moment on. */
function stretch(text: string, startS: number, endS: number, wordsFromS = startS): Stretch {
  const words = text
    .split(" ")
    .filter(Boolean)
    .map((word, at) => ({
      text: word,
      startS: wordsFromS + at * 0.2,
      endS: wordsFromS + at * 0.2 + 0.2,
      confidence: 0.9,
    }));
  return { startS, endS, text, confidence: 0.8, words };
}

describe("which words belong to which utterance", () => {
  it("puts finals and the interim after them together", () => {
    const transcript = new Transcript();
    const number = transcript.begin(0);
    transcript.final(stretch("we open", 0, 0.5), 0.6);
    transcript.interim(stretch("at nein", 0.5, 1), 1);
    expect(transcript.said(number)).toMatchObject({ text: "we open at nein", tentative: true });
    transcript.interim(stretch("at nine", 0.5, 1.1), 1.2);
    expect(transcript.said(number).text).toBe("we open at nine");
    transcript.final(stretch("at nine", 0.5, 1.2), 1.3);
    expect(transcript.said(number)).toEqual({ text: "we open at nine", confidence: 0.9, tentative: false });
  });

  it("gives a late final to the utterance in whose time it lies", () => {
    const transcript = new Transcript();
    const first = transcript.begin(0);
    transcript.commit(1.5);
    const second = transcript.begin(2);
    transcript.final(stretch("yes we do", 0, 1.8, 0.3), 2.4);
    expect(transcript.said(first).text).toBe("yes we do");
    expect(transcript.said(second).text).toBe("");
  });

  it("divides a stretch that reaches over two utterances", () => {
    const transcript = new Transcript();
    const first = transcript.begin(0);
    transcript.commit(1);
    const second = transcript.begin(2);
    const both = { ...stretch("forty dollars", 0, 3, 0.2), text: "$40" };
    const late = { text: "thanks", startS: 2.3, endS: 2.6, confidence: null };
    transcript.final({ ...both, words: [...both.words, late] }, 3);
    expect(transcript.said(first).text).toBe("forty dollars");
    expect(transcript.said(second)).toEqual({ text: "thanks", confidence: 0.8, tentative: false });
  });

  it("leaves out what was said while nobody was heard to speak", () => {
    const transcript = new Transcript();
    transcript.final(stretch("how much is it", 0, 1.5, 0.2), 1.5);
    const number = transcript.begin(3);
    transcript.final(stretch("forty", 1.5, 3.5, 3.1), 3.6);
    expect(transcript.said(number).text).toBe("forty");
  });

  it("counts words that lie just beside an utterance to it", () => {
    const transcript = new Transcript();
    const number = transcript.begin(1);
    transcript.commit(2);
    transcript.final(stretch("no", 0, 1, 0.7), 2);
    transcript.final(stretch("never", 1, 2.4, 2.1), 2.4);
    expect(transcript.said(number).text).toBe("no never");
  });

  it("gives what the pre-roll reaches back to, to the later of two, unless it was told with the earlier", () => {
    const transcript = new Transcript();
    transcript.begin(0);
    transcript.discard(1);
    const second = transcript.begin(0.8);
    transcript.final(stretch("hello", 0, 1, 0.8), 1);
    expect(transcript.said(second).text).toBe("hello");
    transcript.commit(1.4);
    transcript.told(second);
    const third = transcript.begin(0.7);
    expect(transcript.said(third).text).toBe("");
  });

  it("keeps the words of an interim that a shorter final has not reached", () => {
    const transcript = new Transcript();
    const number = transcript.begin(0);
    transcript.interim(stretch("one two three", 0, 1), 1);
    transcript.final(stretch("one two", 0, 0.4), 1.1);
    expect(transcript.said(number)).toMatchObject({ text: "one two three", tentative: true });
  });

  it("keeps an interim that nothing made final before the next one began", () => {
    const transcript = new Transcript();
    const number = transcript.begin(0);
    transcript.interim(stretch("one two", 0, 0.5), 0.6);
    transcript.interim(stretch("three", 0.6, 1), 1);
    expect(transcript.said(number).text).toBe("one two three");
  });

  it("takes words for those that are waited for when a server counts each utterance from zero", () => {
    const transcript = new Transcript();
    const first = transcript.begin(5);
    transcript.interim(stretch("we op", 0, 0.5), 5.6);
    transcript.interim(stretch("we open", 0, 0.9), 6);
    transcript.commit(6.2);
    transcript.final(stretch("we open", 0, 1), 6.3);
    expect(transcript.said(first).text).toBe("we open");
    transcript.told(first);
    const second = transcript.begin(8);
    transcript.commit(9);
    transcript.final(stretch("at nine", 0, 1), 9.1);
    expect(transcript.said(second).text).toBe("at nine");
    expect(transcript.said(first).text).toBe("we open");
  });

  it("knows a phrase that is told without its words", () => {
    const transcript = new Transcript();
    const number = transcript.begin(0);
    transcript.final({ startS: 0, endS: 2, text: "half past ten", confidence: 0.7, words: [] }, 2);
    expect(transcript.said(number)).toEqual({ text: "half past ten", confidence: 0.7, tentative: false });
  });
});

describe("any conversation", () => {
  const step = fc.record({
    what: fc.constantFrom("begin", "pause", "resume", "commit", "discard", "interim", "final", "told"),
    /** How much time passes before it. */
    afterS: fc.integer({ min: 0, max: 12 }).map((tenths) => tenths / 10),
    /** How far behind the engine is. */
    behindS: fc.integer({ min: 0, max: 9 }).map((tenths) => tenths / 10),
  });

  it("has every word once, and what was told is never told again", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const transcript = new Transcript();
        const told: string[] = [];
        const awaited: number[] = [];
        const tell = (number: number): void => {
          told.push(...transcript.said(number).text.split(" ").filter(Boolean));
          transcript.told(number);
        };
        let nowS = 0;
        let finalToS = 0;
        for (const { what, afterS, behindS } of steps) {
          nowS += afterS;
          if (what === "begin") transcript.begin(Math.max(0, nowS - 0.3));
          else if (what === "pause") transcript.pause(nowS);
          else if (what === "resume") transcript.resume();
          else if (what === "discard") transcript.discard(nowS);
          else if (what === "commit") awaited.push(...[transcript.commit(nowS)].filter((one) => one !== null));
          else if (what === "told") {
            const number = awaited.shift();
            if (number !== undefined) tell(number);
          } else {
            const toS = Math.max(finalToS, nowS - behindS);
            transcript[what](numbered(finalToS, toS), nowS);
            if (what === "final") finalToS = toS;
          }
        }
        for (const number of awaited) tell(number);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });

  /** A word every 0.2 s of the stream, by its place in it. */
  function numbered(fromS: number, toS: number): Stretch {
    const first = Math.ceil(fromS * 5 - 1e-6);
    const count = Math.max(0, Math.floor(toS * 5 + 1e-6) - first);
    const words = Array.from({ length: count }, (_, at) => ({
      text: `w${first + at}`,
      startS: (first + at) / 5,
      endS: (first + at + 1) / 5,
      confidence: null,
    }));
    return { startS: fromS, endS: toS, text: words.map(({ text }) => text).join(" "), confidence: null, words };
  }
});
