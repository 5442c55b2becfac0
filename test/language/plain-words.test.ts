import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spokenWords } from "../../src/language/en/plain-words.ts";

describe("the words that a text is said with", () => {
  it.each([
    ["Blue Harbor Bistro", "blue harbor bistro"],
    ["It's $42.50 at 7:30 PM!", "it's forty two dollars and fifty cents at seven thirty p m"],
    ["Your number is B74K9", "your number is b seven four k nine"],
    ["Call 202-555-0119", "call two zero two five five five zero one one nine"],
    ["Café Zoë", "cafe zoe"],
    ["AT&T", "at and t"],
    ["already in plain words", "already in plain words"],
  ])("%s", (text, words) => {
    expect(spokenWords(text).join(" ")).toBe(words);
  });

  it("are letters and apostrophes only, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        for (const word of spokenWords(text)) expect(word).toMatch(/^[a-z](?:[a-z']*[a-z])?$/);
      }),
    );
  });
});
