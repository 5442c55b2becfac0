import { describe, expect, it } from "vitest";
import { plausible } from "../../../src/engines/neural/plausible.ts";

describe("what cannot have been said", () => {
  it.each([
    ["Thank you for watching and please subscribe to my channel", 900],
    ["no no no no no no no no", 4000],
    ["and the and the and the and the and the and the", 5000],
    ["♪", 3000],
    ['"', 500],
    ["...", 2000],
    ["[music playing]", 3000],
    ["(coughs)", 400],
    ["", 1000],
  ])("%j in %i ms is nothing", (text, ms) => expect(plausible(text, ms)).toBe(""));
});

describe("what was said", () => {
  it.each([
    ["Yes.", 180],
    ["No, no, no, we are closed.", 1500],
    ["555-5555", 2600],
    ["It is 5 5 5 5 5 5 5 5.", 4000],
    ["Two doors down, two doors down.", 2000],
    ["We don't, I'm sorry, it's O'Brien's.", 2500],
  ])("%j in %i ms stays", (text, ms) => expect(plausible(text, ms)).toBe(text));

  it.each([
    ['"We open at nine.', "We open at nine."],
    ["“Hello,” she said.", "Hello, she said."],
    ["'Good morning' to you", "Good morning to you"],
    ["- Forty dollars .", "Forty dollars."],
    ["We [inaudible] close at six.", "We close at six."],
  ])("loses its stray signs: %j", (text, cleaned) => expect(plausible(text, 3000)).toBe(cleaned));
});
