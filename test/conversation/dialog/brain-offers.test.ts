/** What the request does not cover is not agreed to: the agent is asked, and without its yes nothing is asked to be done. */
import { describe, expect, it } from "vitest";
import { askedAgent, factOf, goalOfCall, openedCall } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const TABLE = briefOf({ goal: "Book a table for two on Friday at 7" });
const says = (offer: string): string => `The business says: "${offer}". Is that all right?`;

describe("is put to the agent", () => {
  it.each([
    ["Negotiate a lower rate for my internet plan", "the best i can do is seventy a month"],
    ["Book a table for two on Friday at 7", "we only have seats at the bar left"],
    ["Book a table for two on Friday at 7", "we're full inside but we have a table on the terrace"],
    ["Cancel my gym membership", "i can offer you two free months instead"],
    ["Order a large pizza", "all we have is the small one"],
  ])("%s: %s", (goal, offer) => {
    const call = openedCall(briefOf({ goal }));
    expect(call.hear(offer)).toBe("One moment please, let me check that.");
    expect(askedAgent(call)).toEqual([says(offer)]);
  });

  it.each([
    [
      "the best i can do is seventy a month do you want that",
      "the best i can do is seventy a month",
      "Do you want that?",
    ],
    ["It would be eighty a month. Shall I do that?", "It would be eighty a month", "Shall I do that?"],
    [
      "we could if you sign a two year contract do you want me to do that",
      "we could if you sign a two year contract",
      "Do you want me to do that?",
    ],
  ])("with what their question is about: %s", (said, offer, question) => {
    const call = openedCall(briefOf({ goal: "Negotiate a lower rate for my internet plan" }));
    call.hear(said);
    expect(askedAgent(call)).toEqual([`The business says: "${offer}". ${question}`]);
  });

  it.each([
    "we do but there is a deposit of fifty dollars shall i book it",
    "There is a cancellation fee. Do you want me to book it?",
    "we have one at nine would you like me to book that",
    "we have one at ninety dollars a head would you like me to book that",
  ])("instead of a yes: %s", (said) => {
    const call = openedCall(TABLE);
    expect(call.hear(said)).not.toContain("Yes, please");
    call.hear("so shall i go ahead");
    expect(askedAgent(call).length + (call.state.tries.wanted > 0 ? 1 : 0)).toBeGreaterThan(0);
  });
});

describe("is agreed to when the request covers it", () => {
  it.each([
    "we have a table at seven do you want it",
    "would you like me to book that for you",
    "yes friday at seven is free shall i book it",
    "we're full at six but we have a table at seven would you like me to book that",
  ])("%s", (said) => {
    const call = openedCall(TABLE);
    expect(call.hear(said)).toBe("Yes, please.");
    expect(askedAgent(call)).toEqual([]);
  });

  it("a price within its limit", () => {
    const brief = briefOf({ goal: "Book a table for two on Friday at 7", constraints: "At most $50 a head" });
    expect(openedCall(brief).hear("the menu is forty five dollars shall i book it")).toBe("Yes, please.");
    expect(openedCall(brief).hear("the menu is sixty dollars shall i book it")).not.toContain("Yes");
  });
});

describe("an offer that the agent does not take", () => {
  it("is not asked to be done", () => {
    const call = openedCall(briefOf({ goal: "Negotiate a lower rate for my internet plan" }));
    call.hear("the best i can do is seventy a month do you want that");
    call.give({ type: "answered", questionId: "q1", answer: "No, at most sixty." });
    expect(call.hear("hm okay let me look")).not.toContain("Could you please");
    expect(call.hear("sorry i can't do that")).toBe("All right. Thank you for your time. Goodbye.");
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });

  it("is not asked to be done when the agent never answers", () => {
    const call = openedCall(TABLE);
    call.hear("we are full at seven but we have a table at eight thirty");
    call.give({ type: "answer_expired", questionId: "q1" });
    const said = call.hear("that's fine we can decide when you come");
    expect(said).not.toMatch(/book|8:30/);
  });

  it("is no appointment", () => {
    const call = openedCall(TABLE);
    call.hear("we are full at seven but we have a table at eight thirty");
    call.give({ type: "answered", questionId: "q1", answer: "No, that is too late." });
    call.hear("okay sorry then goodbye");
    expect(factOf(call, "appointment_time")).toBe("");
    expect(goalOfCall(call)?.summary).not.toContain("Appointment");
  });

  it.each(["Let me think about it.", "Only if it is by the window.", "What about half past seven?"])(
    "is one when the answer is no yes: %s",
    (answer) => {
      const call = openedCall(TABLE);
      call.hear("we are full at seven but we have a table at eight thirty");
      call.give({ type: "answered", questionId: "q1", answer });
      call.hear("okay it is booked for eight thirty");
      call.give({ type: "wrap_up", reason: "hangup_business" });
      expect(goalOfCall(call)).toMatchObject({ met: false });
    },
  );

  it("does not count as agreed to while the agent is asked", () => {
    const call = openedCall(TABLE);
    call.hear("we are full at seven so i booked you in at eight thirty instead");
    call.give({ type: "wrap_up", reason: "hangup_business" });
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });
});

describe("a wish to go ahead", () => {
  const brief = briefOf({
    goal: "Book a table for three on Thursday at 8 PM",
    constraints: "Nothing may be paid up front.",
  });

  it.each([
    "We have one. It takes a deposit of twenty dollars a head. Shall I go ahead?",
    "It would need your card to hold it. May we go ahead?",
    "There is a fee of nine dollars for the terrace. Should I just go ahead?",
  ])("on a condition is the agent's to grant: “%s”", (said) => {
    const call = openedCall(brief);
    expect(call.hear(said)).not.toMatch(/yes|book/i);
    expect(askedAgent(call)).toEqual([expect.stringMatching(/^The business says: ".*(deposit|card|fee).*go ahead\?$/)]);
  });

  it("is granted where nothing speaks against it, and theirs to us is no question", () => {
    expect(openedCall(brief).hear("Sure. Do you want me to go ahead?")).toBe("Yes, please.");
    const call = openedCall(brief);
    call.hear("Sure, go ahead.");
    expect(askedAgent(call)).toEqual([]);
  });
});

it("what they ask after the agent has declined a price is the price", () => {
  const call = openedCall(
    briefOf({ goal: "Book a boiler inspection for Monday at 10 AM", details: "They have a dog." }),
  );
  call.hear("Monday at ten is free. That is one hundred and ten dollars. Shall I book it?");
  expect(askedAgent(call)).toHaveLength(1);
  call.give({ type: "answered", questionId: "q1", answer: "No, that is too dear." });
  call.hear("All right, I can do it for eighty five dollars. You are booked for Monday at ten in the morning.");
  expect(factOf(call, "price_quoted")).toBe("$85");
});
