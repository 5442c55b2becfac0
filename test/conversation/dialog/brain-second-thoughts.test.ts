/** What the business takes back without being asked, before our goodbye and after it. */
import { describe, expect, it } from "vitest";
import { factOf, findings, goalOfCall, hungUp, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const LUNCH = "How much is lunch?";
const DINNER = "How much is dinner?";
const CLOSE = "What time do you close?";
const last = (call: Call, question: string) => findings(call).findLast((each) => each.question === question)?.answer;

function toldLunch(...others: string[]): Call {
  const call = openedCall(briefOf({ goal: "Find out prices", questions: [LUNCH, ...others] }));
  call.hear("Lunch is twenty four dollars.");
  return call;
}

describe("a value taken back after our goodbye", () => {
  it.each([
    ["Actually, lunch is thirty dollars.", "Lunch is $30"],
    ["Oh wait, that is wrong, lunch is thirty dollars.", "Lunch is $30"],
    ["Sorry, lunch is thirty dollars, not twenty four.", "Lunch is $30, not twenty four"],
    ["I made a mistake. Lunch is thirty dollars.", "Lunch is $30"],
    ["No wait, it's thirty dollars.", "It's $30"],
    ["Sorry, it's not twenty four dollars, it's thirty dollars.", "It's not $24, it's $30"],
  ])("is said back: %s", (said, answer) => {
    const call = toldLunch();
    call.hear("Yes, that is correct.");
    expect(call.hear(said)).toBe("Let me read that back. The price is $30. Is that correct?");
    expect(last(call, LUNCH)).toBe(answer);
    expect(factOf(call, "price_quoted")).toBe("$30");
    expect(hungUp(call)).toBe(false);
    expect(call.hear("Yes.")).toContain("Goodbye");
    expect(goalOfCall(call)).toMatchObject({ met: true, summary: expect.stringContaining("$30") as string });
  });

  it("is the confirmation number too", () => {
    const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7 PM" }));
    call.hear("Your table is booked for Friday at seven. Your confirmation number is 4711.");
    call.hear("Yes, that is correct.");
    expect(call.hear("Oh sorry, your confirmation number is 4712.")).toContain("4 7 1 2");
    call.hear("Yes.");
    expect(goalOfCall(call)?.summary).toContain("4712");
  });
});

describe("a value taken back while something else is asked", () => {
  it("is the one their words are about", () => {
    const call = toldLunch(DINNER, CLOSE);
    expect(call.hear("Dinner is forty dollars. Oh sorry, lunch is thirty dollars.")).toContain(CLOSE);
    expect(last(call, LUNCH)).toBe("Lunch is $30");
    expect(last(call, DINNER)).toBe("Dinner is $40");
    expect(call.hear("We close at nine.")).toContain("The price is $30");
  });

  it.each([
    ["Sorry, dinner is thirty dollars.", "Sorry, dinner is $30"],
    ["Actually that's thirty dollars.", "Actually that's $30"],
  ])("is not touched by the answer to another question: %s", (said, answer) => {
    const call = toldLunch(DINNER);
    call.hear(said);
    expect(last(call, LUNCH)).toBe("Lunch is $24");
    expect(last(call, DINNER)).toBe(answer);
  });
});

describe("what is only added", () => {
  it.each([
    "Lunch is thirty dollars on Sundays.",
    "Sorry about the noise.",
    "Oh wait, we also have a kids menu for ten dollars off.",
    "Actually lunch is twenty four dollars, yes.",
  ])("changes nothing: %s", (said) => {
    const call = toldLunch(CLOSE);
    call.hear(said);
    expect(last(call, LUNCH)).toBe("Lunch is $24");
  });
});
