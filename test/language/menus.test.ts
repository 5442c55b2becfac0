import { describe, expect, it } from "vitest";
import { asksForWords, isSomebody, menuChoices } from "../../src/language/en/menus.ts";

describe("a menu's choices", () => {
  it.each<[string, readonly (readonly [string, string])[]]>([
    [
      "For sales, press 1. For repairs, press 2. To speak to a representative, press zero.",
      [
        ["1", "sales"],
        ["2", "repairs"],
        ["0", "speak to a representative"],
      ],
    ],
    [
      "Press one for reservations, press two for directions, or press star to hear this again.",
      [
        ["1", "reservations"],
        ["2", "directions or"],
        ["*", "hear this again"],
      ],
    ],
    [
      "If you would like to book an appointment press 3 now. For the pharmacy dial 4.",
      [
        ["3", "you would like to book an appointment"],
        ["4", "pharmacy"],
      ],
    ],
    ["Push the pound key to continue.", [["#", "continue"]]],
    ["You can reach the night desk by pressing 8.", [["8", ""]]],
    [
      "For the pharmacy, press one. For the photo lab, two. For anything else, zero.",
      [
        ["1", "pharmacy"],
        ["2", "photo lab"],
        ["0", "anything else"],
      ],
    ],
    [
      "Main menu. Billing, two. Technical support, three. All other calls, stay on the line.",
      [
        ["2", "billing"],
        ["3", "technical support"],
      ],
    ],
    [
      "Option one, prescriptions. Option two, the photo lab.",
      [
        ["1", "prescriptions"],
        ["2", "photo lab"],
      ],
    ],
    // Never a key of a number to dial.
    ["We are closed for lunch. If this is an emergency hang up and dial nine one one.", []],
    [
      "If this is a medical emergency, please hang up and dial 911. For appointments, press one.",
      [["1", "appointments"]],
    ],
    ["Dial extension one oh two for the front desk.", []],
    ["We have a table for two. There are three.", []],
    ["For billing press or say two", [["2", "billing"]]],
    [
      "4. Tires, press 1 to speak with someone about an oil change or other service, press 3.",
      [
        ["1", "tires"],
        ["3", "speak with someone about an oil change or other service"],
      ],
    ],
    [
      "Thank you for calling. 4. New patients, press 5 to reach a nurse, press 6.",
      [
        ["5", "new patients"],
        ["6", "reach a nurse"],
      ],
    ],
    [
      "Lost cards, press 2 to order a new one, press 4",
      [
        ["2", "lost cards"],
        ["4", "order a new one"],
      ],
    ],
    [
      "Our options have changed. Press 1 for parts. Press 2",
      [
        ["1", "parts"],
        ["2", ""],
      ],
    ],
    ["We are open from nine to five.", []],
    ["Thank you for calling Cedar Clinic.", []],
  ])("in “%s”", (text, choices) => {
    expect(menuChoices(text).map(({ keys, about }) => [keys, about.replace("the ", "")])).toEqual(choices);
  });

  it.each([
    ["speak to a representative", true],
    ["all other questions", true],
    ["the front desk", true],
    ["sales", false],
    ["hear this again", false],
  ])("“%s” leads to somebody: %s", (about, somebody) => {
    expect(isSomebody(about)).toBe(somebody);
  });

  it.each([
    ["Please say billing, sales or support.", true],
    ["In a few words, tell me why you are calling.", true],
    ["For billing press one, or say billing.", false],
    ["They say it will rain.", false],
  ])("“%s” wants words: %s", (text, wants) => {
    expect(asksForWords(text)).toBe(wants);
  });
});
