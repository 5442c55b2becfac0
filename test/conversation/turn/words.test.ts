import { describe, expect, it } from "vitest";

import {
  completeness,
  isBackchannel,
  isGreetingOver,
  isShortAnswer,
  takesFloor,
} from "../../../src/conversation/turn/words.ts";

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
    ["wait wait who is this", "complete"],
    ["it costs about", "open"],
    ["the price is", "open"],
    ["we could do it on monday or", "open"],
    ["let me", "open"],
    ["the number is five five five", "dictating"],
    ["the code is b", "dictating"],
    ["four one five", "dictating"],
    ["it is q r", "dictating"],
    ["it is 4", "dictating"],
    ["The balance is $218.", "complete"],
    ["So that comes to $73.40", "complete"],
    ["We could see you on Monday at 8:15.", "neutral"],
    ["the last train is at five", "neutral"],
    ["there is a table at 7", "neutral"],
    ["it is thirty six", "neutral"],
    ["it was three hundred", "neutral"],
    ["a table for four", "neutral"],
    ["parking is behind the building", "neutral"],
  ] as const)("takes %j for %s", (text, form) => {
    expect(completeness(text)).toBe(form);
  });

  it.each(["", "mm-hm", "uh-huh", "Okay.", "right okay", "I see", "yeah", "You.", "and the", "okay you"])(
    "hears %j as listening",
    (text) => {
      expect(isBackchannel(text)).toBe(true);
    },
  );

  it.each(["wait", "no", "no wait", "sorry what", "nine", "seven thirty", "yes we do", "is it you"])(
    "hears %j as words",
    (text) => {
      expect(isBackchannel(text)).toBe(false);
    },
  );

  it.each([
    ["Thank you for calling. How can I help you?", true],
    ["how may I direct your call", true],
    ["front desk, Susan speaking", true],
    ["Hello?", true],
    ["hello maple street", false],
    ["help you with that in a", false],
    ["we close at nine", false],
    ["", false],
  ])("takes %j for a greeting at its end: %s", (text, over) => {
    expect(isGreetingOver(text)).toBe(over);
  });

  it.each([
    ["Maple.", 400, false],
    ["An a.", 400, false],
    ["the maple", 400, false],
    ["", 900, false],
    ["actually", 300, true],
    ["wait", 300, true],
    ["No.", 200, true],
    ["nine", 300, true],
    ["wait maple", 300, true],
    ["maple street", 400, true],
    ["Wednesday", 700, true],
  ])("takes %j of %i ms over our speech for somebody taking the floor: %s", (text, lastedMs, takes) => {
    expect(takesFloor(text, lastedMs)).toBe(takes);
  });

  it.each([
    ["Thank you for calling. How can I help you?", true],
    ["how may I direct your call", true],
    ["front desk, Susan speaking", true],
    ["Hello?", true],
    ["hello maple street", false],
    ["help you with that in a", false],
    ["we close at nine", false],
    ["", false],
  ])("takes %j for a greeting at its end: %s", (text, over) => {
    expect(isGreetingOver(text)).toBe(over);
  });

  it.each([
    ["son cuarenta y dos euros", "complete"],
    ["tenemos una mesa para", "open"],
    ["sí claro", "complete"],
    ["mon numéro est le zéro six douze", "dictating"],
    ["c'est complet", "complete"],
    ["um halb acht oder", "open"],
    ["Das geht am Freitag.", "complete"],
    ["die Nummer ist vier zwei", "dictating"],
  ])("takes %j for %s, in whatever language it is said", (text, form) => {
    expect(completeness(text)).toBe(form);
  });

  it.each(["Vale, sí.", "D'accord.", "Ach so, ja.", "Genau."])("hears %j as listening in any call", (text) => {
    expect(isBackchannel(text)).toBe(true);
  });

  it.each(["Casa Marina, dígame.", "Bonjour.", "Guten Tag, was kann ich für Sie tun?"])(
    "takes %j for a greeting at its end in any call",
    (text) => {
      expect(isGreetingOver(text)).toBe(true);
    },
  );

  it("knows a yes or no from a sentence", () => {
    expect(isShortAnswer("Yes, of course.")).toBe(true);
    expect(isShortAnswer("no")).toBe(true);
    expect(isShortAnswer("no we are closed on sunday")).toBe(false);
    expect(isShortAnswer("mm-hm")).toBe(false);
  });
});
