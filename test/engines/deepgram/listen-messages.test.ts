import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTurnReader, readResults } from "../../../src/engines/deepgram/listen-messages.ts";

describe("what Deepgram sends", () => {
  it("is read in every form its interfaces have had", () => {
    const word = { word: "nine", punctuated_word: "Nine.", start: 0.5, end: 0.9, confidence: 0.8 };
    const alternative = { transcript: "Nine.", confidence: 0.9, words: [word] };
    const results = {
      type: "Results",
      start: 0.2,
      duration: 1,
      is_final: true,
      speech_final: true,
      from_finalize: true,
    };
    expect(readResults({ ...results, channel: { alternatives: [alternative] } })).toEqual({
      type: "words",
      final: true,
      flushed: true,
      pause: true,
      stretch: {
        startS: 0.2,
        endS: 1.2,
        text: "Nine.",
        confidence: 0.9,
        words: [{ text: "Nine.", startS: 0.5, endS: 0.9, confidence: 0.8 }],
      },
    });
    const bare = { type: "Results", channel: { alternatives: [{ transcript: " nine " }] } };
    expect(readResults(bare)).toMatchObject({ final: false, stretch: { text: "nine", words: [], startS: 0, endS: 0 } });
    expect(readResults({ type: "Results", channel: { alternatives: [] } })).toMatchObject({ stretch: { text: "" } });
  });

  it.each([
    ["SpeechStarted", "nothing"],
    ["UtteranceEnd", "nothing"],
    ["Metadata", "nothing"],
    ["Connected", "nothing"],
    ["ConfigureSuccess", "nothing"],
    ["SomethingNew", "unknown"],
  ])("is passed over when it is %s", (type, reading) => {
    expect(readResults({ type })).toEqual({ type: reading });
    expect(createTurnReader()({ type })).toEqual({ type: reading });
  });

  it("tells why it failed, or that it did not say", () => {
    for (const read of [readResults, createTurnReader()]) {
      expect(read({ type: "Error", code: "E1", description: "out of order" })).toEqual({
        type: "failed",
        reason: "E1: out of order",
      });
      expect(read({ type: "Error", message: "old" })).toEqual({ type: "failed", reason: "old" });
      expect(read({ type: "Error" })).toEqual({ type: "failed", reason: "an error without a name" });
    }
  });

  it("may be anything at all", () => {
    const type = fc.constantFrom("Results", "TurnInfo", "Error", "Metadata");
    const typed = fc
      .tuple(type, fc.dictionary(fc.string(), fc.jsonValue()))
      .map(([name, rest]) => ({ ...rest, type: name }));
    const readTurns = createTurnReader();
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.anything(), typed), (message) => {
        for (const read of [readResults, readTurns]) {
          expect(["words", "failed", "nothing", "unknown", "foreign"]).toContain(read(message).type);
        }
      }),
    );
  });
});
