import { describe, expect, it } from "vitest";

import { completeness, isBackchannel, isShortAnswer } from "../../src/conversation/words.ts";

describe("the form of the words so far", () => {
  it.each([
    ["", "neutral"],
    ["yes", "complete"],
    ["no sorry", "complete"],
    ["that will be forty two dollars", "complete"],
    ["we have a table at seven thirty p m", "complete"],
    ["We open at 9 AM.", "complete"],
    ["is there anything else?", "complete"],
    ["have a great day", "complete"],
    ["the next one is tuesday", "complete"],
    ["it costs about", "open"],
    ["the price is", "open"],
    ["we could do it on monday or", "open"],
    ["let me", "open"],
    ["the number is five five five", "dictating"],
    ["the code is b", "dictating"],
    ["four one five", "dictating"],
    ["it is q r", "dictating"],
    ["a table for four", "neutral"],
    ["parking is behind the building", "neutral"],
  ] as const)("takes %j for %s", (text, form) => {
    expect(completeness(text)).toBe(form);
  });

  it.each(["", "mm-hm", "uh-huh", "Okay.", "right okay", "I see", "yeah"])("hears %j as listening", (text) => {
    expect(isBackchannel(text)).toBe(true);
  });

  it.each(["wait", "no wait", "sorry what", "seven thirty", "yes we do"])("hears %j as words", (text) => {
    expect(isBackchannel(text)).toBe(false);
  });

  it("knows a yes or no from a sentence", () => {
    expect(isShortAnswer("Yes, of course.")).toBe(true);
    expect(isShortAnswer("no")).toBe(true);
    expect(isShortAnswer("no we are closed on sunday")).toBe(false);
    expect(isShortAnswer("mm-hm")).toBe(false);
  });
});
