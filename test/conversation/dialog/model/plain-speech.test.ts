import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SPEECH_LIMITS, speechCutter } from "../../../../src/conversation/dialog/model/plain-speech.ts";

/** The pieces of a text that comes so many signs at a time. */
function spoken(text: string, step = 3): string[] {
  const cutter = speechCutter();
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += step) pieces.push(...cutter.push(text.slice(at, at + step)));
  return [...pieces, ...cutter.end()];
}

describe("a model's text", () => {
  it.each([
    ["**Sure!** I can do that.", "Sure! I can do that."],
    ["*clears throat* Hello there.", "Hello there."],
    ["(pauses) Hello [friendly] there.", "Hello there."],
    ["My number is (202) 555-0187.", "My number is (202) 555-0187."],
    ["<think>They are closed.</think>I see, thank you.", "I see, thank you."],
    ["<think>It never ends", ""],
    ['I see.\n<tool_call>{"name":"end_call"}</tool_call>', "I see."],
    ['One moment. {"name": "ask_caller", "arguments": {}}', "One moment."],
    ["```json\n{}\n```", ""],
    ["# Reply\n- Yes, please.\n- Thank you.", "Reply Yes, please. Thank you."],
    ["Assistant: Good evening.", "Good evening."],
    ["Thank you 🙂👍 very much.", "Thank you very much."],
    ["See [our page](https://example.com) please.", "See our page please."],
    ['"Yes, please."', "Yes, please."],
    ["It is 7:30 p.m. on Dr. Lee's list.", "It is 7:30 p.m. on Dr. Lee's list."],
    ["a * b", "a b"],
    ["", ""],
    ["...", ""],
  ])("%j is spoken as %j, however it comes", (written, heard) => {
    for (const step of [1, 3, 7, 1000]) expect(spoken(written, step).join(" "), String(step)).toBe(heard);
  });

  it("gives its first piece at its first pause, before the sentence is written", () => {
    const cutter = speechCutter();
    expect(cutter.push("Thank you very much, that ")).toEqual([]);
    expect(cutter.push("is kind of ")).toEqual(["Thank you very much,"]);
    expect(cutter.push("you. And the price? ")).toEqual(["that is kind of you."]);
    expect(cutter.end()).toEqual(["And the price?"]);
  });

  it("is cut after so many sentences, and says that it is full", () => {
    const cutter = speechCutter();
    const pieces = cutter.push("One is said. Two is said. Three is said. Four is said. Five is said. Six");
    expect(pieces).toHaveLength(SPEECH_LIMITS.sentences);
    expect(cutter.isFull).toBe(true);
    expect(cutter.end()).toEqual([]);
  });

  it("without an end is cut as well: after its last whole sentence, or in its only one", () => {
    const endless = "and so on ".repeat(500);
    for (const step of [7, 10_000]) {
      expect(spoken(`I see what you mean. And ${endless}`, step).join(" ")).toBe("I see what you mean.");
      const only = spoken(endless, step).join(" ");
      expect(only).toMatch(/^and so on .* (and|so|on)$/);
      expect(only.length).toBeLessThanOrEqual(SPEECH_LIMITS.characters);
    }
  });

  it("is the same however it is cut on its way, up to where its pieces end", () => {
    const word = fc.constantFrom(
      "yes",
      "Friday,",
      "at",
      "7",
      "p.m.",
      "**now**",
      "*hm*",
      "(no)",
      "fine.",
      "Really?",
      "\n",
      "<b>",
      "- ",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), fc.integer({ min: 1, max: 9 }), (words, step) => {
        const text = words.join(" ");
        expect(spoken(text, step).join(" ")).toBe(spoken(text, 1000).join(" "));
      }),
      { numRuns: 300 },
    );
  });
});
