import { describe, expect, it } from "vitest";
import { OTHER_ANSWERS, PRICE_ANSWERS, TIME_ANSWERS } from "./brain-answer-rows.ts";
import type { AnswerRow } from "./brain-answer-rows.ts";
import { factOf, findings, hungUp, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const TABLES: Readonly<Record<string, readonly AnswerRow[]>> = {
  "a price": PRICE_ANSWERS,
  "a time": TIME_ANSWERS,
  "something else": OTHER_ANSWERS,
};
const BRIEF = briefOf({ goal: "Find out a few things" });
const asking = (...questions: string[]): Call => openedCall({ ...BRIEF, questions });
const lastFinding = (call: Call, question: string) => findings(call).findLast((each) => each.question === question);

for (const [name, rows] of Object.entries(TABLES)) {
  describe(`asked for ${name}`, () => {
    it.each(rows.map(([asked, heard, answer]) => ({ asked, heard, answer })))(
      "$asked hears “$heard”",
      ({ asked, heard, answer }) => {
        const call = asking(asked);
        const said = call.hear(heard);
        const found = lastFinding(call, asked);
        expect(found?.answer ?? null).toBe(answer);
        if (found === undefined) expect(said).toContain(call.state.assignment.language.spokenQuestion(asked, BRIEF));
        else expect(heard).toContain(found.quote);
      },
    );
  });
}

describe("what is no answer", () => {
  const TYPED: readonly (readonly [asked: string, heard: string])[] = [
    ["When do you close?", "Four tires for $80."],
    ["How much is an oil change?", "We open at nine in the morning."],
    ["How much is an oil change?", "Depends, you know, whoever is answering about."],
    ["How long does it take?", "Our phone number is 555-0142."],
    ["What is your phone number?", "eighty dollars"],
    ["What day is the next appointment?", "We open at nine."],
    ["Is there parking?", "Four tires for $80."],
    ["Where are you located?", "Four tires for $80."],
  ];
  it.each(TYPED)("is asked for once more and then left unknown: %s “%s”", (asked, heard) => {
    const call = asking(asked, "Do you have a restroom?");
    expect(call.hear(heard)).toContain(asked);
    expect(call.hear(heard)).toContain("Do you have a restroom?");
    expect(lastFinding(call, asked)).toMatchObject({ status: "unknown", answer: null, quote: null });
  });

  it("is met with what we want when they told something else", () => {
    const call = asking("When do you close?");
    expect(call.hear("Four tires for $80.")).toBe("Sorry, I am asking for the time. When do you close?");
  });

  it("is the answer to the question before, said once more", () => {
    const call = asking("How much is a change of four tires?", "When do you close?");
    call.hear("Four tires for $80.");
    expect(call.hear("Four tires for $80.")).toContain("When do you close?");
    call.hear("We close at six.");
    expect(factOf(call, "price_quoted")).toBe("$80");
    expect(lastFinding(call, "When do you close?")?.answer).toBe("We close at 6:00");
  });

  it("is an old sentence of the right kind, unless it answers both", () => {
    const prices = asking("How much is lunch?", "How much is dinner?");
    prices.hear("lunch is twenty four dollars");
    expect(prices.hear("lunch is twenty four dollars")).toContain("How much is dinner?");
    prices.hear("lunch is twenty four dollars");
    expect(lastFinding(prices, "How much is dinner?")).toMatchObject({ status: "unknown" });

    const hours = asking("When do you open?", "When do you close?");
    hours.hear("we are open from nine to five");
    if (lastFinding(hours, "When do you close?") === undefined) hours.hear("we are open from nine to five");
    expect(lastFinding(hours, "When do you close?")?.answer).toBe("We are open from 9:00 to 5:00");
  });

  it("is an old sentence to an open question, whatever it holds", () => {
    const call = asking("When do you open?", "What should I bring?");
    call.hear("We open at nine.");
    call.hear("We open at nine.");
    call.hear("We open at nine.");
    expect(lastFinding(call, "What should I bring?")).toMatchObject({ status: "unknown" });
  });

  it("does not become the price either", () => {
    const call = asking("How much is lunch?");
    call.hear("the dinner menu is forty two dollars");
    expect(factOf(call, "price_quoted")).toBeUndefined();
  });
});

describe("a sound that became a word", () => {
  it.each(["You.", "The.", "And", "to the", "of.", "It for."])("is no answer and costs no try: %s", (heard) => {
    const call = asking("When do you close?", "Is there parking?");
    expect(call.hear(heard)).toBe("Sorry, I didn't get that. When do you close?");
    expect(call.hear(heard)).toBe("My question is: When do you close?");
    expect(findings(call)).toEqual([]);
    call.hear("at six");
    expect(lastFinding(call, "When do you close?")).toMatchObject({ status: "answered", answer: "At 6:00" });
  });

  it.each(["No, that my morning.", "The pool.", "And would."])("or words that were only guessed: %s", (heard) => {
    const call = asking("Is there parking?");
    expect(call.give({ type: "heard", text: heard, confidence: 0.1 })).toContain("Is there parking?");
    expect(findings(call)).toEqual([]);
  });

  it("never ends the call", () => {
    const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7 PM" }));
    call.hear("yes that is possible");
    const asked = call.hear("The.");
    expect(asked).toContain("Could you please book that for me?");
    call.hear("You.");
    expect(hungUp(call)).toBe(false);
    expect(call.state.stage).toBe("talking");
  });

  it("does not confirm what was read back", () => {
    const call = asking("How much is lunch?");
    call.hear("twenty four dollars");
    expect(call.hear("The.")).toContain("The price is $24.");
    expect(call.hear("yes that is correct")).toContain("Goodbye");
  });

  it("is waited out when nothing was asked", () => {
    const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7 PM" }));
    call.hear("how many people");
    expect(call.hear("And")).toBe("");
  });

  it("does not go on for ever", () => {
    const call = asking("When do you close?");
    for (let turn = 0; turn < 20 && !hungUp(call); turn++) call.hear("You.");
    expect(hungUp(call)).toBe(true);
    expect(lastFinding(call, "When do you close?")).toMatchObject({ status: "unknown" });
  });
});
