import { expect, it } from "vitest";
import { share, wordErrors } from "./word-errors.ts";

it("counts what is wrong, missing and too much", () => {
  expect(wordErrors("please press the pound key", "please press the pound key")).toEqual({ words: 5, errors: 0 });
  expect(wordErrors("please press the pound key", "please press pound king now")).toEqual({ words: 5, errors: 3 });
  expect(wordErrors("hello", "")).toEqual({ words: 1, errors: 1 });
});

it("takes digits and their words for the same, and no notice of signs", () => {
  expect(wordErrors("Press 2 to lock, or two to unlock.", "press two to lock or 2 to unlock").errors).toBe(0);
});

it("is of all words", () => {
  expect(
    share([
      { words: 10, errors: 1 },
      { words: 30, errors: 3 },
    ]),
  ).toBe(0.1);
});
