import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitIntoClauses } from "../../src/language/speech-pieces.ts";

const ROWS: readonly (readonly [text: string, clauses: readonly string[]])[] = [
  ["Yes.", ["Yes."]],
  [
    "Hello, this is an assistant calling for Alex. I would like a table.",
    ["Hello, this is an assistant calling for Alex.", "I would like a table."],
  ],
  [
    "Thank you very much, the price is fine and we will take the table.",
    ["Thank you very much,", "the price is fine and we will take the table."],
  ],
  ["It is $42.50, or $1,200.00 for all.", ["It is $42.50, or $1,200.00 for all."]],
  ["We come at 7 p.m. today.", ["We come at 7 p.m. today."]],
  ["We come at 7 p.m. Thank you.", ["We come at 7 p.m.", "Thank you."]],
  ["Ask for Dr. Lee, please. Bye.", ["Ask for Dr. Lee, please.", "Bye."]],
  ["What time? When? Now!", ["What time?", "When?", "Now!"]],
  ["  spaces \n and lines  ", ["spaces and lines"]],
  ["", []],
];

describe("cuts what is to be said into clauses", () => {
  it.each(ROWS)("%s", (text, clauses) => {
    expect(splitIntoClauses(text)).toEqual(clauses);
  });

  it("cuts a long sentence where a pause is natural", () => {
    const text =
      "Short one. I would like to know whether there is any parking near the restaurant, and whether we have to pay for it on a Saturday evening.";
    expect(splitIntoClauses(text)).toEqual([
      "Short one.",
      "I would like to know whether there is any parking near the restaurant,",
      "and whether we have to pay for it on a Saturday evening.",
    ]);
  });

  it("never keeps the voice busy with one endless clause", () => {
    const clauses = splitIntoClauses("word ".repeat(500));
    expect(Math.max(...clauses.map((clause) => clause.split(" ").length))).toBeLessThanOrEqual(40);
  });

  it("loses and changes no word, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        expect(splitIntoClauses(text).join(" ")).toBe(text.trim().replaceAll(/\s+/g, " "));
      }),
    );
  });
});
